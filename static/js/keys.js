// Keys: Space for the big action, 1 to 6 for dice and choices. Never while somebody types, and
// never beside another key, so nothing of the browser's or a screen reader's is taken.

const CONTROLS = "a[href], button, input, select, textarea, summary, [contenteditable], [role=button]";

function press(button) {
  if (!button || button.getAttribute("aria-disabled") === "true" || button.disabled) return false;
  button.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
  const typing = event.target.closest?.("input, select, textarea, [contenteditable]");
  if (typing) return;
  if (event.key === " " && !event.target.closest?.(CONTROLS)) {
    if (press(document.querySelector(":is(#reach, #matchdeck, #deck, #me):not([hidden]) .roll"))) event.preventDefault();
  } else if (/^[1-6]$/.test(event.key)) {
    if (press(document.querySelector(`[data-key="${event.key}"]`))) event.preventDefault();
  } else if (event.key === "Escape") {
    for (const panel of document.querySelectorAll("details[data-panel][open]")) panel.open = false;
  }
});
