// Fish or Cut Bait: dice that are kept or rolled, and a throw that is felt at the tap. What a tap rolls is
// written into the form before it is sent; what the dice show, only the server says.

const TUMBLE = 350;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const kept = new Map();
let stamp = "";
let tapped = null;

const table = () => document.querySelector("[data-cut]");
const toggles = (kind) => [...document.querySelectorAll(`[data-toggle="${kind}"]`)];
const isKept = (die) => die.getAttribute("aria-pressed") === "true";

function show(die, keep) {
  die.setAttribute("aria-pressed", String(keep));
  const hold = die.querySelector(".hold");
  hold.textContent = keep ? hold.dataset.kept : hold.dataset.rolls;
}

function label(button, [text, hint]) {
  button.querySelector("[data-label]").textContent = text;
  button.querySelector("[data-hint]").textContent = hint;
}

// Each form of a throw carries the dice that aren't kept, and says what rolling them brings.
function write() {
  for (const form of document.querySelectorAll("form[data-of]")) {
    const dice = toggles(form.dataset.of);
    if (!dice.length) continue;
    const rolls = dice.filter((die) => !isKept(die)).map((die) => die.dataset.value);
    const values = form.dataset.of === "rig" ? rolls.map(Number) : rolls;
    form.elements.args.value = JSON.stringify({ dice: values });
    const words = JSON.parse(form.dataset.choices)[rolls.join("")];
    const button = form.querySelector("button");
    if (words) label(button, words);
    if (rolls.length) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
    const stop = document.querySelector("#throw-stop button");
    if (stop) stop.dataset.kind = rolls.length ? "solid" : "go";
  }
}

function toggle(die) {
  show(die, !isKept(die));
  kept.set(die.id, isKept(die));
  write();
}

// A seven is split by steps that never make more than seven.
function step(button) {
  const form = button.closest("form");
  const rows = [...form.querySelectorAll("[data-seat]")];
  const counts = rows.map((row) => Number(row.querySelector("output").value));
  const at = rows.indexOf(button.closest("[data-seat]"));
  const sum = counts.reduce((a, b) => a + b, 0) + Number(button.dataset.step);
  const count = counts[at] + Number(button.dataset.step);
  if (count < 0 || sum > Number(form.dataset.most)) return;
  counts[at] = count;
  rows[at].querySelector("output").value = String(count);
  const points = Array(Number(form.dataset.seats)).fill(0);
  rows.forEach((row, place) => { points[Number(row.dataset.seat)] = counts[place]; });
  form.elements.args.value = JSON.stringify({ points });
  const take = document.querySelector(`[form="${form.id}"][data-words]`);
  label(take, JSON.parse(take.dataset.words)[sum]);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.toggle) toggle(button);
  else if (button?.dataset.step) step(button);
});

// Before the form is sent: one throw at a time, and the dice are in the air from the tap on. Their faces are
// gone until the answer is there.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#reach, [data-cut]")) return;
  if (document.querySelector("#reach [data-busy], [data-cut] [data-busy]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const of = form.dataset.of;
  if (!of || event.submitter?.getAttribute("aria-disabled") === "true") return;
  const dice = toggles(of).length ? toggles(of).filter((die) => !isKept(die)) : [...document.querySelectorAll("#pier .rig")];
  for (const die of dice) die.querySelector(".cube").classList.add("flies");
  tapped = performance.now();
  const hint = event.submitter?.querySelector("[data-hint]");
  if (hint) hint.textContent = form.closest("[data-rolling]").dataset.rolling;
}, true);

function land(root) {
  if (calm.matches) return;
  const since = tapped === null ? 0 : Math.min(TUMBLE, performance.now() - tapped);
  for (const cube of root.querySelectorAll("[data-rolled]")) {
    cube.style.animationDelay = `-${Math.round(since)}ms`;
    cube.classList.add("tumbles");
  }
}

document.addEventListener("live:applied", (event) => {
  const root = table();
  if (!root || !event.detail.topic.startsWith("match/")) return;
  if (root.dataset.stamp !== stamp) {
    stamp = root.dataset.stamp;
    kept.clear();
    land(root);
  } else {
    for (const cube of root.querySelectorAll(".flies")) cube.classList.remove("flies");
    for (const [id, keep] of kept) {
      const die = document.getElementById(id);
      if (die?.dataset.toggle) show(die, keep);
    }
  }
  tapped = null;
  write();
});

stamp = table()?.dataset.stamp ?? "";
