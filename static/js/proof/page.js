// The proof page: fetches the record, checks it, and says each line as it comes.
import { check, holds, work } from "./checks.js";
import { filled } from "./lines.js";
import { seenHead } from "./seen.js";
import { alert, say } from "../voice.js";

const box = document.getElementById("proof");
const verdict = document.getElementById("verdict");
const bar = box.querySelector("progress");
const list = box.querySelector("[data-lines]");
const row = box.querySelector("template").content;
const words = new Map(Array.from(box.querySelectorAll("[data-en]"), (one) => [one.dataset.en, one.textContent]));
const ICONS = { ok: "#i-check", WRONG: "#i-cross", later: "#i-clock" };
const OWN = /^(Your|What your) /;
const SLICE_MS = 40;

function conclude(state, text) {
  box.dataset.state = state;
  verdict.textContent = text;
  bar.hidden = true;
  if (state !== "holds") box.querySelector(".verdict use").setAttribute("href", "#i-warn");
}

// The receipts that receipts.js keeps; the newest is this person's.
function receipt(scope) {
  try {
    const mine = JSON.parse(localStorage.getItem(`receipts ${scope}`) ?? "[]").at(-1);
    return mine ? { ...mine, head: seenHead(scope) } : null;
  } catch {
    return null;
  }
}

function tell(line) {
  const item = row.cloneNode(true).firstElementChild;
  item.dataset.state = line.state;
  item.querySelector("use").setAttribute("href", ICONS[line.state]);
  const word = item.querySelector("[data-word]");
  word.textContent = `${box.getAttribute(`data-line-${line.state.toLowerCase()}`)}:`;
  word.classList.toggle("sr", line.state !== "WRONG");
  item.querySelector("[data-text]").textContent = filled(words.get(line.text) ?? line.text, line.values);
  if (line.detail) {
    const detail = item.querySelector("[data-detail]");
    detail.textContent = ` ${box.dataset.sayAt} ${line.detail}`;
    detail.hidden = false;
  }
  // What is about oneself comes first.
  if (OWN.test(line.text)) list.prepend(item);
  else list.append(item);
}

async function run() {
  if (!globalThis.crypto?.subtle) {
    conclude("plain", box.dataset.sayPlain);
    return;
  }
  let proof;
  try {
    const answer = await fetch(box.dataset.url, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    proof = await answer.json();
  } catch {
    conclude("failed", box.dataset.sayFailed);
    return;
  }
  let last = performance.now();
  let done = 0;
  // Long evenings take a while: the page stays alive, and the bar moves.
  const tick = async () => {
    done += 1;
    if (performance.now() - last < SLICE_MS) return;
    bar.value = done;
    await new Promise((resolve) => { setTimeout(resolve); });
    last = performance.now();
  };
  bar.max = work(proof);
  const lines = await check(proof, receipt(box.dataset.scope), tell, tick);
  if (!holds(lines)) {
    conclude("wrong", box.dataset.sayWrong);
    alert(box.dataset.sayWrong);
    return;
  }
  const all = "over" in box.dataset && lines.every((line) => line.state === "ok");
  conclude("holds", all ? box.dataset.sayHolds : box.dataset.saySoFar);
  say(verdict.textContent);
}

run();
