// Puts frames into the page: elements are replaced by id with the server's HTML, in the order of
// each topic's seq. What a person is doing (focus, open folds, a half-typed word) survives.

import { setNow } from "./clock.js";
import { announce } from "./voice.js";

const seqs = new Map();
const applied = new Map();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let begun = false;

export const have = () => Object.fromEntries(seqs);
export const seqOf = (topic) => seqs.get(topic) ?? 0;
export const forget = (topic) => seqs.delete(topic);

// The page as it came from the server counts as shown up to its own seq.
export function begin(topics) {
  for (const [topic, seq] of Object.entries(topics)) seqs.set(topic, seq);
  for (const root of document.querySelectorAll("[id]:is([data-say], [data-alert])")) {
    announce(root.id, root, { silent: true });
  }
  begun = true;
}

// "dropped": older than what is shown. "missing": something before it never came. "applied".
export function apply(frame) {
  if (!begun || typeof frame.topic !== "string" || !Number.isInteger(frame.seq)) return "dropped";
  if (Number.isFinite(frame.now)) setNow(frame.now);
  const own = seqOf(frame.topic);
  const whole = frame.base === null || frame.base === undefined;
  // A snapshot replaces what is there even at the same seq: it may mend a page that slept.
  if (whole ? frame.seq < own : frame.seq <= own) return "dropped";
  if (!whole && frame.base > own) return "missing";
  for (const [id, html] of Object.entries(frame.html ?? {})) {
    if (applied.get(id) === html && document.getElementById(id)) continue;
    if (swap(id, html)) applied.set(id, html);
  }
  seqs.set(frame.topic, frame.seq);
  document.dispatchEvent(new CustomEvent("live:applied", { detail: frame }));
  return "applied";
}

function swap(id, html) {
  const old = document.getElementById(id);
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = template.content.firstElementChild;
  if (!old || !fresh || fresh.id !== id) return false;
  if (old.isEqualNode(fresh)) return true;
  const focus = focused(old);
  keepOpen(old, fresh);
  keepTyped(old, fresh);
  const lantern = fresh.querySelector("[data-live]");
  const stood = old.querySelector("[data-live]")?.dataset.live;
  const goes = lantern?.dataset.live;
  if (lantern && stood) lantern.dataset.live = stood;
  tumble(old, fresh);
  old.replaceWith(fresh);
  if (lantern && stood && stood !== goes) lantern.getBoundingClientRect();
  if (lantern) lantern.dataset.live = goes;
  refocus(focus, fresh);
  announce(id, fresh);
  return true;
}

// Dice are told apart by their place: a player's by its number, the host's by its boat.
const dice = (root) => new Map([...root.querySelectorAll("[data-die], .avoid")].map((place) => [
  place.dataset.die ?? "host", place.querySelector(".die"),
]));

function tumble(old, fresh) {
  if (calm.matches) return;
  const before = dice(old);
  for (const [place, die] of dice(fresh)) {
    const was = before.get(place)?.dataset.face;
    if (die?.dataset.face && before.has(place) && die.dataset.face !== was) die.classList.add("tumbles");
  }
}

// Where the focus was inside the old element, in words that hold for the new one.
function focused(old) {
  const element = document.activeElement;
  if (!element || !old.contains(element)) return null;
  const form = element.closest("form[id]");
  return {
    id: element.id,
    form: form?.id,
    key: element.dataset.key,
    tag: element.localName,
    name: element.getAttribute("name"),
    value: "value" in element && element.localName !== "button" ? element.value : null,
    from: element.selectionStart ?? null,
    to: element.selectionEnd ?? null,
  };
}

function refocus(was, fresh) {
  if (!was) return;
  const within = (was.form && document.getElementById(was.form)) || fresh;
  const target = (was.id && document.getElementById(was.id))
    || (was.name && within.querySelector(`${was.tag}[name="${CSS.escape(was.name)}"]`))
    || (was.form && fresh.contains(within) && within.querySelector(was.tag))
    || (was.key && fresh.querySelector(`[data-key="${CSS.escape(was.key)}"]`))
    || fresh.querySelector("h1[tabindex], h2[tabindex]");
  if (!target) return;
  if (was.value && "value" in target && !["hidden", "radio", "checkbox", "submit"].includes(target.type)) {
    target.value = was.value;
  }
  target.focus({ preventScroll: true });
  if (was.from !== null && target.setSelectionRange) {
    try { target.setSelectionRange(was.from, was.to); } catch { /* not a text field */ }
  }
}

// What somebody typed or chose stays, also in a field that hasn't the focus just now.
function keepTyped(old, fresh) {
  for (const field of old.querySelectorAll("textarea[id], input[id]:not([type=hidden])")) {
    const same = fresh.querySelector(`#${CSS.escape(field.id)}`);
    if (!same) continue;
    if (["radio", "checkbox"].includes(field.type)) {
      if (field.checked !== field.defaultChecked && !same.disabled) same.checked = field.checked;
    } else if ("defaultValue" in same && field.value !== field.defaultValue) same.value = field.value;
  }
}

function keepOpen(old, fresh) {
  const folds = (root) => [root, ...root.querySelectorAll("details")].filter((e) => e.localName === "details");
  const now = folds(fresh);
  folds(old).forEach((fold, index) => { if (now[index]) now[index].open = fold.open; });
}
