// A live page: where it stands, the line to the server, and what the line's state looks like.
// <main data-topic data-seq [data-match data-match-seq] data-surface> says what it shows.

import "./command.js";
import "./fetched.js";
import "./keys.js";
import { freeze, tick } from "./countdown.js";
import { begin } from "./fragments.js";
import { loadAnew } from "./release.js";
import { Line } from "./socket.js";
import { inTurn, tableToShow } from "./tables.js";
import { alert, say } from "./voice.js";
import { word } from "./words.js";

const root = document.documentElement;
const main = document.querySelector("main[data-topic]");
let state = "";
let awake = null;

// Words follow only after a moment: a line that is back at once is no news.
let telling = null;

function shows(next, code) {
  const ends = { 4401: "signIn", 4403: "notYours", 4404: "gone" }[code];
  if (ends) alert(word(ends));
  if (next === state) return;
  const before = state;
  state = next;
  root.dataset.conn = next;
  const sign = document.getElementById("conn");
  if (sign) sign.dataset.state = next;
  freeze(next === "off");
  clearTimeout(telling);
  if (next === "off" && !ends) telling = setTimeout(() => alert(word("off")), 1000);
  else if (next === "on" && before === "off") say(word("on"));
}

// The match this page shows: of several tables the one chosen, else the one that the event's own fragments
// name, else the page's own.
function watches() {
  const table = tableToShow();
  if (table) return table;
  const named = document.querySelector("#stage[data-match], main [data-watch]")?.dataset;
  const topic = named?.watch ?? named?.match ?? main.dataset.match ?? "";
  return topic === "" || topic.startsWith("match/") ? topic : `match/${topic}`;
}

// A page drawn without a table has no place for one. When a match begins it is loaded anew, once.
document.addEventListener("live:applied", ({ detail: frame }) => {
  const ids = Object.keys(frame.html ?? {});
  if (!frame.snapshot || !ids.length || ids.some((id) => document.getElementById(id))) return;
  try {
    if (sessionStorage.getItem("loaded for") === frame.topic) return;
    sessionStorage.setItem("loaded for", frame.topic);
  } catch { return; }
  loadAnew();
});

async function stayAwake() {
  if (!document.querySelector("[data-awake]") || document.hidden || awake) return;
  try {
    awake = await navigator.wakeLock?.request("screen") ?? null;
    awake?.addEventListener("release", () => { awake = null; });
  } catch { /* refused, on low battery for one: the page works all the same */ }
}

if (main) {
  const topics = { [main.dataset.topic]: Number(main.dataset.seq) || 0 };
  if (main.dataset.match) topics[main.dataset.match] = Number(main.dataset.matchSeq) || 0;
  begin(topics);
  tick();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const event = main.dataset.topic.split("/")[1];
  const surface = main.dataset.surface ?? "live";
  const line = new Line(`${scheme}://${location.host}/ws/${event}/?surface=${surface}`, { shows, watches });
  if (surface === "screen") inTurn(() => line.watch());
  document.addEventListener("visibilitychange", stayAwake);
  // Some phones grant it only to a touch.
  document.addEventListener("pointerdown", stayAwake, { passive: true });
  stayAwake();
}
