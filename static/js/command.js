// Commands: a form with data-command is sent by fetch and answered with frames. Each intention
// has one id, kept until there is a final answer: sending it again does nothing twice.

import { serverNow } from "./clock.js";
import { apply, have } from "./fragments.js";
import { alert } from "./voice.js";
import { word } from "./words.js";

const TIMEOUT = 4000;
const GIVE_UP = 60_000;
const sending = new Set();

export const isSending = () => sending.size > 0;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The same form with the same fields, sent again before an answer came, is the same intention.
function intention(form, fields) {
  const what = [...fields].filter(([name]) => name !== "csrfmiddlewaretoken");
  const key = `command ${form.action} ${JSON.stringify(what)}`;
  try {
    const kept = sessionStorage.getItem(key);
    const id = kept ?? newId();
    sessionStorage.setItem(key, id);
    return { id, done: () => sessionStorage.removeItem(key) };
  } catch {
    return { id: newId(), done: () => {} };
  }
}

function csrf() {
  const meta = document.querySelector('meta[name="csrf-token"]')?.content;
  return meta ?? document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/)?.[1] ?? "";
}

// Where a message about this form is written: after the field it is about or else right after the
// form, as long as it stands.
function notice(form, text, { loud = true, field = "" } = {}) {
  document.getElementById("notice")?.remove();
  for (const marked of document.querySelectorAll("[data-command] [aria-invalid]")) {
    marked.removeAttribute("aria-invalid");
    marked.removeAttribute("aria-errormessage");
  }
  if (!text) return;
  if (loud) alert(text);
  const note = document.createElement("div");
  note.id = "notice";
  note.className = "note";
  note.dataset.kind = "bad";
  const line = document.createElement("p");
  line.textContent = text;
  note.append(line);
  const at = form.isConnected ? form : form.id && document.getElementById(form.id);
  const named = field && at?.querySelector(`[name="${CSS.escape(field)}"]:not([type=hidden])`);
  if (named) {
    const bearer = named.closest("fieldset") ?? named;
    bearer.setAttribute("aria-invalid", "true");
    bearer.setAttribute("aria-errormessage", "notice");
    (named.closest(".field, fieldset") ?? named).append(note);
    named.focus();
    return;
  }
  const place = at || document.querySelector(":is(#reach, #matchdeck, #deck):not([hidden]), main");
  if (at) place.after(note);
  else place.append(note);
}

async function once(form, body) {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), TIMEOUT);
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": csrf(), Accept: "application/json" },
      credentials: "same-origin",
      signal: cut.signal,
    });
    if (response.status >= 500) return null;
    const json = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
    return { response, data: json ? await response.json() : null };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// The answer, or null after GIVE_UP. Until then the same id goes out again and again.
async function untilAnswered(form, body) {
  const start = performance.now();
  for (let round = 0; performance.now() - start < GIVE_UP; round += 1) {
    const answer = await once(form, body);
    if (answer) return answer;
    notice(form, word("again"), { loud: round === 0 });
    const wait = Math.min(4000, 500 * 2 ** round) * (0.5 + Math.random() / 2);
    await new Promise((resolve) => { setTimeout(resolve, wait); });
  }
  return null;
}

function take(form, { response, data }) {
  if (!data) {
    // Not for a script: a page to go to, or to read.
    if (response.redirected || response.ok) location.assign(response.url);
    else notice(form, word(response.status === 403 ? "reload" : "refused"));
    return;
  }
  for (const frame of data.frames ?? []) apply(frame);
  if (data.url) location.assign(data.url);
  else if (response.status === 401) notice(form, data.message || word("signIn"));
  else notice(form, data.message || (response.ok ? "" : word("refused")), { field: data.field });
  if (response.ok) form.dispatchEvent(new CustomEvent("live:done", { bubbles: true }));
}

async function send(form, button) {
  const name = form.id || form.action;
  if (sending.has(name)) return;
  sending.add(name);
  const fields = new FormData(form, button);
  const { id, done } = intention(form, fields);
  fields.set("command_id", id);
  fields.set("surface", document.querySelector("main")?.dataset.surface ?? "live");
  fields.set("seqs", JSON.stringify(have()));
  // When it was pressed, for rulings: sending it again doesn't change that.
  const pressed = serverNow();
  if (pressed !== null) fields.set("sent_at", pressed);
  busy(button, true);
  try {
    const answer = await untilAnswered(form, fields);
    if (answer) {
      done();
      document.getElementById("notice")?.remove();
      take(form, answer);
    } else {
      notice(form, word("lost"));
    }
  } finally {
    sending.delete(name);
    busy(button, false);
  }
}

// aria-disabled, not disabled: the focus stays where it is.
function busy(button, yes) {
  if (!button) return;
  button.toggleAttribute("data-busy", yes);
  if (yes) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter ?? form.querySelector("[type=submit]");
  if (button?.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    return;
  }
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) {
    event.preventDefault();
    return;
  }
  if (form.dataset.command === undefined) return;
  event.preventDefault();
  send(form, button);
});
