// Clocks: [data-deadline] in epoch milliseconds, [data-limit] in seconds, the text in [data-clock],
// the ring through --p from 1 to 0. They stop while the line is down, and decide nothing: what
// happens at zero, the server says.

import { now } from "./clock.js";
import { say } from "./voice.js";
import { word } from "./words.js";

const WARNINGS = [20, 10, 5];
const warned = new Map();
let frozen = false;

export function freeze(yes) {
  frozen = yes;
  if (!yes) tick();
}

// Nobody counts the seconds of a wait of hours, and "119:59:59" reads as no time at all.
const DAYS_FROM = 48;

function text(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= DAYS_FROM) return word("days", { n: Math.floor(hours / 24) });
  if (hours) return word("hours", { h: hours, m: minutes });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

// One's own clock is the one beside a button that can be pressed.
function isOwn(clock) {
  if (clock.dataset.own !== undefined) return true;
  return Boolean(clock.closest("#reach, #matchdeck, #deck, #me")?.querySelector(
    "form[data-command] button:not([aria-disabled=true])",
  ));
}

function warn(clock, seconds) {
  const key = clock.dataset.deadline;
  const step = WARNINGS.findLast((s) => seconds <= s);
  if (step === undefined || seconds <= 0 || step >= (warned.get(key) ?? Infinity)) return;
  const first = !warned.has(key);
  warned.set(key, step);
  // A page opened with three seconds left shouldn't read out all the steps it missed.
  if (first && seconds < step - 2) return;
  say(word("seconds", { n: seconds }));
}

export function tick() {
  if (frozen) return;
  const time = now();
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Number(clock.dataset.deadline) - time);
    const seconds = Math.ceil(left / 1000);
    const face = clock.querySelector("[data-clock]");
    // A ring counts seconds alone.
    const shown = face?.dataset.plain === undefined ? text(seconds) : String(seconds);
    if (face && face.textContent !== shown) {
      face.textContent = shown;
      face.toggleAttribute("data-long", shown.length > 5);
    }
    const limit = Number(clock.dataset.limit) * 1000;
    if (limit > 0) clock.style.setProperty("--p", Math.min(1, left / limit).toFixed(3));
    if (isOwn(clock)) warn(clock, seconds);
  }
}

setInterval(tick, 250);
document.addEventListener("live:applied", tick);
