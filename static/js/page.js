// What every page needs and nothing live: the CSRF header for htmx, copying, the theme switch,
// folds that start open on a wide screen, times on the device's clock, menus and panels that close with Escape.

const root = document.documentElement;

document.addEventListener("htmx:configRequest", (event) => {
  const meta = document.querySelector('meta[name="csrf-token"]');
  if (meta) event.detail.headers["X-CSRFToken"] = meta.content;
});

// <button data-copy="#id" | data-copy-text="…" data-done="Copied">: says so on itself.
async function copy(button) {
  const from = button.dataset.copy && document.querySelector(button.dataset.copy);
  const text = from ? from.dataset.full || from.textContent.trim() : button.dataset.copyText;
  const label = button.querySelector("[data-label]") || button;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain HTTP pages have no clipboard: select the text so that one key copies it.
    if (from?.select) from.select();
    else if (from) getSelection().selectAllChildren(from);
    return;
  }
  label.textContent = button.dataset.done || label.textContent;
  button.querySelector("use")?.setAttribute("href", "#i-check");
}

function switchTheme() {
  const day = matchMedia("(prefers-color-scheme: light)").matches;
  const now = root.dataset.theme || (day ? "day" : "night");
  root.dataset.theme = now === "day" ? "night" : "day";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* storage may be refused */ }
}

// A tool button opens its panel (aria-controls) and closes the others; the panel takes the focus
// and gives it back.
function togglePanel(button) {
  const open = button.getAttribute("aria-expanded") !== "true";
  for (const other of document.querySelectorAll("[data-opens][aria-expanded=true]")) shutPanel(other, false);
  if (!open) return;
  const panel = document.getElementById(button.getAttribute("aria-controls"));
  button.setAttribute("aria-expanded", "true");
  panel.hidden = false;
  panel.querySelector("input, textarea, select, button")?.focus();
}

function shutPanel(button, refocus) {
  button.setAttribute("aria-expanded", "false");
  const panel = document.getElementById(button.getAttribute("aria-controls"));
  if (panel) panel.hidden = true;
  if (refocus) button.focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-copy], [data-copy-text]")) copy(button);
  else if (button.matches("[data-theme-switch]")) switchTheme();
  else if (button.matches("[data-opens]")) togglePanel(button);
  else if (button.matches("[data-shuts]")) {
    const panel = button.closest(".panel");
    const opener = document.querySelector(`[aria-controls="${panel.id}"]`);
    if (opener) shutPanel(opener, true);
  }
});

// A panel whose command is done is done with: what was typed in it isn't sent again by mistake.
document.addEventListener("live:done", (event) => {
  if (!event.target.matches("form.panel")) return;
  const opener = document.querySelector(`[aria-controls="${event.target.id}"]`);
  event.target.reset();
  if (opener) shutPanel(opener, true);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const opener of document.querySelectorAll("[data-opens][aria-expanded=true]")) shutPanel(opener, true);
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// Times come as UTC instants and are read on the device's own clock.
function localTimes() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const style = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    if (time.closest(".log, .moves")) style.second = "2-digit";
    time.textContent = at.toLocaleTimeString(root.lang, style);
  }
}
localTimes();
document.addEventListener("live:applied", localTimes);

function openOnWide(within) {
  if (!matchMedia("(min-width: 1120px)").matches) return;
  for (const fold of within.querySelectorAll("details[data-open-wide]")) fold.open = true;
}
openOnWide(document);
document.addEventListener("htmx:load", (event) => openOnWide(event.detail.elt));
