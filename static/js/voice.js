// What is said to those who listen rather than look: #say politely, #alert at once; a phone that
// lies on the table shakes, and the tab's title shows it until somebody looks.

const said = new Map();
const title = document.title;

function speak(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  // The same sentence twice in a row is only read out if the region was empty in between.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

export const say = (text) => text && speak("say", text);

export function alert(text) {
  if (!text) return;
  speak("alert", text);
  // Before the first tap browsers refuse to shake, and complain of being asked.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.([120, 60, 120]);
  if (document.hidden) document.title = `● ${text}`;
}

// A fragment's data-say and data-alert are said once for each change of their text.
export function announce(id, root, { silent = false } = {}) {
  for (const [attribute, speaker] of [["say", say], ["alert", alert]]) {
    const bearer = root.matches(`[data-${attribute}]`) ? root : root.querySelector(`[data-${attribute}]`);
    const text = bearer?.dataset[attribute] ?? "";
    const key = `${id} ${attribute}`;
    if (!silent && text !== said.get(key)) speaker(text);
    said.set(key, text);
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = title;
});
