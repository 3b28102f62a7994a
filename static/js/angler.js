// Angler & Fish: what a form's choice says on its button. The fish are staked by one slider, with a
// button at each end; a bait and a card are two groups of radios. Without this the forms work too.

const words = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

function showStake(form) {
  const slider = form.querySelector("input[type=range]");
  const fish = Number(slider.value);
  form.querySelector("[data-label]").textContent = JSON.parse(form.dataset.labels)[fish];
  const hand = JSON.parse(form.dataset.hands)[fish];
  form.querySelector("[data-hand]").textContent = hand;
  slider.setAttribute("aria-valuetext", hand);
  for (const one of form.querySelectorAll("[data-fish]")) {
    one.toggleAttribute("data-on", Number(one.dataset.fish) <= fish);
  }
  for (const step of form.querySelectorAll("[data-step]")) {
    const next = fish + Number(step.dataset.step);
    if (next < 0 || next > Number(slider.max)) step.setAttribute("aria-disabled", "true");
    else step.removeAttribute("aria-disabled");
  }
}

function showCast(form) {
  const button = form.querySelector("[type=submit]");
  const chosen = (name) => form.querySelector(`[name=${name}]:checked`)?.dataset.word;
  const [bait, card] = [chosen("value"), chosen("bite")];
  const whole = bait !== undefined && card !== undefined;
  form.querySelector("[data-label]").textContent = whole
    ? words(form.dataset.label, { bait, card })
    : button.dataset.off;
  // Off only until both are chosen; while it is being sent, command.js has it off.
  if (!whole) button.setAttribute("aria-disabled", "true");
  else if (!button.hasAttribute("data-busy")) button.removeAttribute("aria-disabled");
}

function showAll() {
  for (const form of document.querySelectorAll(".stakeform")) showStake(form);
  for (const form of document.querySelectorAll(".castform")) showCast(form);
}

document.addEventListener("input", (event) => {
  if (event.target.closest?.(".stakeform, .castform")) showAll();
});

document.addEventListener("click", (event) => {
  const step = event.target.closest?.(".stakeform [data-step]");
  if (!step || step.getAttribute("aria-disabled") === "true") return;
  const slider = step.closest("form").querySelector("input[type=range]");
  slider.value = Number(slider.value) + Number(step.dataset.step);
  showAll();
});

document.addEventListener("live:applied", showAll);
showAll();
