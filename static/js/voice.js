// What is said to those who listen rather than look: #say politely, #alert at once; a phone that
// lies on the table shakes, where it is one's own call it beeps, and the tab's title shows it until
// somebody looks.

const said = new Map();
const title = document.title;

function speak(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  // The same sentence twice in a row is only read out if the region was empty in between.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

// Browsers make no sound before somebody has touched the page, so nothing is prepared before that.
let sound = null;

function prepare() {
  if (!sound && window.AudioContext) sound = new AudioContext();
  if (sound?.state === "suspended") sound.resume();
}
for (const gesture of ["pointerdown", "keydown"]) {
  document.addEventListener(gesture, prepare, { passive: true });
}

// Two short tones, a fifth apart.
function beep() {
  if (sound?.state !== "running") return;
  const volume = sound.createGain();
  volume.connect(sound.destination);
  for (const [pitch, from] of [[587, 0], [880, 0.16]]) {
    const start = sound.currentTime + from;
    const tone = sound.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.setTargetAtTime(0, start + 0.08, 0.03);
    tone.start(start);
    tone.stop(start + 0.15);
  }
}

export const say = (text) => text && speak("say", text);

export function alert(text) {
  if (!text) return;
  speak("alert", text);
  // Before the first tap browsers refuse to shake, and complain of being asked.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.([120, 60, 120]);
  if (document.hidden) document.title = `● ${text}`;
}

// A fragment's data-say and data-alert are said once for each change of their text; data-beep beside
// data-alert lets it sound too.
export function announce(id, root, { silent = false } = {}) {
  for (const [attribute, speaker] of [["say", say], ["alert", alert]]) {
    const bearer = root.matches(`[data-${attribute}]`) ? root : root.querySelector(`[data-${attribute}]`);
    const text = bearer?.dataset[attribute] ?? "";
    const key = `${id} ${attribute}`;
    if (!silent && text !== said.get(key)) {
      speaker(text);
      if (text && attribute === "alert" && bearer.dataset.beep !== undefined) beep();
    }
    said.set(key, text);
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = title;
});
