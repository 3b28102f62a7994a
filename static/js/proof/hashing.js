// SHA-256 and HMAC over ASCII lines, as docs/fairness.md writes them; WebCrypto does the work.

const bytes = (text) => new TextEncoder().encode(text);
const lines = (parts) => bytes(parts.map((part) => `${part}\n`).join(""));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const FIRST_HEAD = "0".repeat(64);

export function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const toHex = hex;

export async function hash(...parts) {
  return hex(await crypto.subtle.digest("SHA-256", lines(parts)));
}

// Of text as it is, or of bytes.
export async function digest(data) {
  return hex(await crypto.subtle.digest("SHA-256", typeof data === "string" ? bytes(data) : data));
}

// A key for HMAC from its bytes.
export function keyOf(raw) {
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export async function mac(key, ...parts) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, lines(parts)));
}

// The one text of a JSON value: keys sorted, no spaces, everything but plain ASCII escaped.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError("not JSON");
  return text.replace(/[\x7f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// --------------------------------------------------------------------------- the derivations

export async function listRoot(event, rows) {
  const sorted = rows.map(([reg, seed]) => `${reg} ${seed}`).sort();
  return hash("fair-v1/list", event, sorted.length, ...sorted);
}

// Numbers in their order, each ranked by an HMAC of its own; the item itself breaks a tie.
async function ranked(items, rank) {
  const ranks = [];
  for (const item of items) ranks.push([hex(await rank(item)), item]);
  ranks.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1));
  return ranks.map(([, item]) => item);
}

export async function drawOrder(seed, event, draw, root, entropy, regs) {
  const key = await keyOf(await mac(await keyOf(unhex(seed)), "fair-v1/draw", event, draw, root, entropy));
  return ranked(regs, (reg) => mac(key, "fair-v1/rank", reg));
}

export async function roll(key, scope, lineup, label, attempt, sides, count) {
  if (!(sides >= 1 && sides <= 256)) throw new TypeError("sides");
  const limit = 256 - (256 % sides);
  const faces = [];
  for (let block = 0; faces.length < count; block += 1) {
    const stream = await mac(key, "fair-v1/roll", scope, lineup, label, attempt, `${count}d${sides}`, block);
    for (const byte of stream) if (byte < limit && faces.length < count) faces.push((byte % sides) + 1);
  }
  return faces;
}

export function shuffle(key, scope, lineup, label, attempt, n) {
  if (!(n >= 0 && n <= 10000)) throw new TypeError("n");
  return ranked([...Array(n).keys()], (index) => mac(key, "fair-v1/shuffle", scope, lineup, label, attempt, index));
}

export function lineupHash(scope, game) {
  return hash("fair-v1/lineup", scope, ...game.lineup.map((row) => row.join(" ")), game.entropy);
}
