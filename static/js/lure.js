// Lure: what a cast being chosen comes to (its size on the button, its place in the order, what it
// may catch), dice turned one step at a time, and a reveal that comes row by row. What is chosen stays
// on this page until it is sent.

import { chances } from "./lure_odds.js";

const json = (text) => JSON.parse(text || "null");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

// ------------------------------------------------------------------------------- the cast

function chosen() {
  const ticked = (name) => [...document.querySelectorAll(`#behind input[name="${name}"]:checked`)];
  return {
    d6: ticked("d6").length,
    specials: ticked("specials").map((one) => Number(one.value)),
    lures: ticked("lures").map((one) => Number(one.value)),
    extras: ticked("lures").filter((one) => one.dataset.kind === "extra").map((one) => Number(one.dataset.number)),
  };
}

function sizeOf(cast, words) {
  const dice = words.dice[cast.d6 + cast.specials.length];
  return cast.lures.length ? `${dice}, ${words.lures[cast.lures.length]}` : dice;
}

const same = (one, other) => ["d6", "specials", "lures"].every((part) => String(one[part]) === String(other[part]));

function button(form, cast) {
  const words = json(form.dataset.words);
  const laid = json(form.dataset.laid);
  const kept = laid !== null && same(laid, cast);
  const told = kept ? words.same : laid === null ? words.cast : words.change;
  form.querySelector("[data-label]").textContent = fill(told, { what: sizeOf(cast, words) });
  const press = form.querySelector(".roll");
  if (press.dataset.busy !== undefined) return;
  if (kept) press.setAttribute("aria-disabled", "true");
  else press.removeAttribute("aria-disabled");
}

function hint(cast) {
  const line = document.getElementById("hint");
  if (!line) return;
  const hints = json(line.dataset.hints);
  const dice = cast.d6 + cast.specials.length;
  const all = document.querySelectorAll("#behind .picks input:not(:disabled)").length;
  const which = dice === 0
    ? (cast.extras.length ? "extra" : cast.lures.length ? "lures" : "nothing")
    : dice === all ? "all" : "some";
  line.textContent = hints[which];
}

function place(cast) {
  const dice = cast.d6 + cast.specials.length;
  document.querySelectorAll("#order .order > li").forEach((stop, number) => {
    stop.toggleAttribute("data-me", number === dice);
    if (number === dice) stop.setAttribute("aria-current", "true");
    else stop.removeAttribute("aria-current");
  });
}

const cards = () => [...document.querySelectorAll("#pier .catch[data-catch]")];
const asked = (card) => ({ catch: Number(card.dataset.catch), requirement: card.dataset.requirement });

function reach(card, inReach, percent) {
  const line = card.querySelector(".chance");
  const exact = percent !== null && card.closest("[data-chances]") !== null;
  line.textContent = exact ? `${percent} %` : inReach ? line.dataset.in : line.dataset.out;
  card.dataset.reach = inReach ? "in" : "out";
  card.toggleAttribute("data-counted", exact);
  if (exact) card.querySelector(".bar2").style.setProperty("--p", percent / 100);
}

function compose() {
  const form = document.getElementById("cast");
  if (!form) return;
  const cast = chosen();
  button(form, cast);
  hint(cast);
  place(cast);
  const found = cards();
  chances(found.map(asked), cast.d6, cast.specials, cast.extras).forEach(({ possible, percent }, number) => {
    reach(found[number], possible, percent);
  });
  document.querySelector("[data-withcast]")?.removeAttribute("hidden");
}

// ------------------------------------------------------------------------------- turned dice

// Dice turned and not sent stay so when the server's part of the page is put in anew.
const kept = { dice: "", turns: [] };

function keep() {
  const dice = turned();
  const named = dice.map(({ face, sides }) => `${face}/${sides}`).join(" ");
  const isFresh = dice.every(({ die }) => die.dataset.by === undefined);
  if (isFresh && named === kept.dice) dice.forEach(({ die }, at) => { die.dataset.by = kept.turns[at]; });
  Object.assign(kept, { dice: named, turns: turned().map(({ by }) => by) });
}

function turned() {
  const dice = [...document.querySelectorAll("#behind .turndie[data-die]")];
  return dice.map((die) => ({
    die,
    face: Number(die.dataset.face),
    sides: Number(die.dataset.sides),
    by: Number(die.dataset.by ?? 0),
  }));
}

function draw(die, face) {
  die.querySelector(".now").textContent = face;
  const pips = die.querySelector(".die");
  if (pips) {
    pips.dataset.face = face;
    pips.querySelector("use").setAttribute("href", `#i-f${face}`);
  } else {
    die.querySelector(".polydie b").textContent = face;
  }
}

function settle() {
  const form = document.getElementById("adjust");
  const line = document.getElementById("steps");
  if (!form || !line) return;
  const dice = turned();
  const words = json(line.dataset.words);
  const steps = Number(line.dataset.steps);
  const left = steps - dice.reduce((sum, one) => sum + Math.abs(one.by), 0);
  for (const { die, face, sides, by } of dice) {
    draw(die, face + by);
    die.toggleAttribute("data-turned", by !== 0);
    die.querySelector("input").value = by ? `${Number(die.dataset.die) - 1}:${by}` : "";
    for (const press of die.querySelectorAll(".turn-to")) {
      const to = by + Number(press.dataset.by);
      const dearer = Math.abs(to) > Math.abs(by);
      const can = face + to >= 1 && face + to <= sides && (!dearer || left > 0);
      press.setAttribute("aria-disabled", String(!can));
    }
  }
  const extras = [...document.querySelectorAll("#behind [data-extra]")].map((one) => Number(one.dataset.extra));
  const shown = [...dice.map((one) => one.face + one.by), ...extras];
  const total = shown.reduce((sum, one) => sum + one, 0);
  line.textContent = fill(words.left, { left, steps });
  form.querySelector("[data-label]").textContent = fill(left < steps ? words.settle : words.leave, { total });
  const found = cards();
  chances(found.map(asked), 0, [], shown).forEach(({ possible }, number) => {
    reach(found[number], possible, null);
  });
}

document.addEventListener("click", (event) => {
  const press = event.target.closest?.("#behind .turn-to");
  if (!press || press.getAttribute("aria-disabled") === "true") return;
  const die = press.closest(".turndie");
  die.dataset.by = Number(die.dataset.by ?? 0) + Number(press.dataset.by);
  look();
});

// ------------------------------------------------------------------------------- the reveal

// A row is known by its round, its seat and how far it has come; those a page opened with are no news.
const seen = new Set();
const LONGEST = 8;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function rows() {
  return [...document.querySelectorAll("[data-round] [data-row]")].filter((row) => row.dataset.state !== "todo");
}

function follow({ silent = false } = {}) {
  let at = 0;
  for (const row of rows()) {
    const key = `${row.closest("[data-round]").dataset.round} ${row.dataset.row} ${row.dataset.state}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (silent || calm.matches || !row.checkVisibility()) continue;
    row.classList.add("comes");
    row.style.setProperty("--at", Math.min(at, LONGEST));
    for (const end of ["animationend", "animationcancel"]) {
      row.addEventListener(end, () => { row.classList.remove("comes"); }, { once: true });
    }
    at += 1;
  }
}

function look() {
  compose();
  keep();
  settle();
}

document.addEventListener("change", (event) => { if (event.target.closest?.("#behind")) look(); });
document.addEventListener("live:applied", () => {
  look();
  follow();
});
look();
follow({ silent: true });
