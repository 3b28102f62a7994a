// Loading the page anew: when asked to, and by itself when another release serves it than the one that drew it.
// What somebody is sending or has half written is waited for.

import { isSending } from "./command.js";

const SPREAD = 8000;
const AGAIN = 30_000;
const own = document.getElementById("words")?.dataset.release ?? "";
let due = null;

// From the top, where the turn is; and only once the server answers, or the browser's own error
// page would stay.
export async function loadAnew() {
  history.scrollRestoration = "manual";
  for (;;) {
    try {
      if ((await fetch(location.href, { cache: "no-store" })).ok) break;
    } catch { /* not yet */ }
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
  location.reload();
}

// The line says which release it is. A hall's pages hear it together, and come spread out.
export function served(release) {
  if (!own || !release || release === own) {
    clearTimeout(due);
    due = null;
  } else {
    due ??= setTimeout(() => upgrade(release), Math.random() * SPREAD);
  }
}

// While two releases serve side by side the page may be drawn by the older one again: it waits its time then.
function upgrade(release) {
  if (isSending() || isHalfWritten() || isTooSoon(release)) {
    due = setTimeout(() => upgrade(release), 1000);
    return;
  }
  loadAnew();
}

function isTooSoon(release) {
  try {
    const [last, at] = JSON.parse(sessionStorage.getItem("loaded for release") ?? "[]");
    if (last === release && Date.now() - at < AGAIN) return true;
    sessionStorage.setItem("loaded for release", JSON.stringify([release, Date.now()]));
  } catch { /* storage may be refused: then it is loaded as often as it hears of it */ }
  return false;
}

const isChanged = (field) => (["radio", "checkbox"].includes(field.type)
  ? field.checked !== field.defaultChecked
  : "defaultValue" in field && field.type !== "hidden" && field.value !== field.defaultValue);

function isHalfWritten() {
  return [...document.querySelectorAll("main form :is(input, textarea)")].some(isChanged);
}
