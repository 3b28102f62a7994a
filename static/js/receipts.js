// Receipts: this browser keeps what it was given when somebody registered on it, and on each visit looks
// by itself whether that entry still is on the published list. It needs no help from the page for that:
// a server that forgot somebody would show them no entry, but their browser still has the receipt.

const hasHash = Boolean(globalThis.crypto?.subtle);

function kept(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function keep(key, receipts) {
  try { localStorage.setItem(key, JSON.stringify(receipts)); } catch { /* storage may be refused */ }
}

// SHA-256 in hex over ASCII lines, each ended by a line feed, as fair-v1 hashes everything.
async function hashed(...lines) {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What is to be said of one receipt: a word of the box's data, and numbers for it.
async function verdict(mine, list) {
  const { event, entries, frozen } = list;
  const entry = entries.find((one) => one.receipt === mine.receipt);
  if (!entry) return ["missing"];
  if (hasHash && (await hashed("fair-v1/receipt", event, mine.reg, mine.client_seed)) !== mine.receipt) return ["unfit"];
  const ended = { withdrawn: "withdrawn", removed: "removed", disqualified: "disqualified" }[entry.state];
  if (!frozen) {
    if (mine.root) return ["changed"];
    return [ended ?? entry.state];
  }
  if (mine.root && mine.root !== frozen.root) return ["changed"];
  if (hasHash) {
    const rows = frozen.rows.map(([reg, seed]) => `${reg} ${seed}`);
    if ((await hashed("fair-v1/list", event, String(frozen.rows.length), ...rows)) !== frozen.root) return ["unfit"];
  }
  mine.root = frozen.root;
  const place = frozen.rows.findIndex(([reg, seed]) => reg === mine.reg && seed === mine.client_seed) + 1;
  if (place) return ["frozen", { place, count: frozen.rows.length }];
  // Whoever had a place and left after the freeze is on the frozen list for good.
  return entry.state === "registered" ? ["missing"] : [ended ?? entry.state];
}

const BAD = new Set(["missing", "changed", "unfit"]);

function say(box, key, numbers = {}) {
  const quiet = box.dataset.quiet !== undefined;
  const text = box.dataset[key];
  if (!text || (quiet && !BAD.has(key))) return;
  const line = box.querySelector("p");
  line.textContent = text.replace("{place}", numbers.place).replace("{count}", numbers.count);
  if (!hasHash && !BAD.has(key)) line.textContent += ` ${box.dataset.plain}`;
  box.dataset.verdict = key;
  if (BAD.has(key)) {
    box.dataset.kind = "bad";
    box.setAttribute("role", "alert");
  }
  box.hidden = false;
}

async function look() {
  const box = document.getElementById("receipts");
  if (!box?.hidden) return;
  const key = `receipts ${box.dataset.scope}`;
  const receipts = kept(key);
  const given = document.querySelector("[data-receipt]")?.dataset.receipt;
  if (given) {
    const mine = JSON.parse(given);
    if (!receipts.some((one) => one.receipt === mine.receipt)) receipts.push(mine);
    keep(key, receipts);
  }
  if (!receipts.length) return;
  let list;
  try {
    const answer = await fetch(box.dataset.url, { credentials: "same-origin", headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    list = await answer.json();
  } catch {
    say(box, "failed");
    return;
  }
  const verdicts = [];
  for (const mine of receipts) verdicts.push(await verdict(mine, list));
  keep(key, receipts);
  // The worst is said; otherwise the newest, since whoever withdrew may have come again.
  say(box, ...(verdicts.find(([word]) => BAD.has(word)) ?? verdicts.at(-1)));
}

// A card that was swapped in has a box of its own.
document.addEventListener("htmx:afterSettle", look);
look();
