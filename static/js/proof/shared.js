// What ledger, draws and matches have in common: a chain of entries, and public randomness.
import { FIRST_HEAD, canonical, digest, hash, unhex } from "./hashing.js";
import { need } from "./lines.js";

// drand's quicknet: its first round in seconds since 1970, and the seconds between rounds.
const GENESIS = 1692803367;
const PERIOD = 3;

// The head of a chain; fails at the first entry that doesn't follow on the one before.
export async function chained(lines, items) {
  let head = FIRST_HEAD;
  for (const [at, item] of items.entries()) {
    head = await hash("fair-v1/log", head, await digest(canonical(item.entry)));
    need(item.entry.n === items[0].entry.n + at && item.hash === head, `entry ${item.entry.n}`);
    await lines.tick();
  }
  return head;
}

// Public randomness was named before it could be known, and is what was named.
export async function checkEntropy(lines, facts, what, values, key, shown, wait) {
  const line = String(shown.entropy ?? "");
  const text = line === "none"
    ? `${what}: without public randomness, as was said before.`
    : `${what}: its public randomness was named before anybody could know it.`;
  await lines.about(text, values, async () => {
    const came = facts.came.get(key) ?? {};
    const named = (facts.named.get(key) ?? []).filter((one) => one.n < (came.n ?? Infinity)).at(-1);
    const [mode, ...rest] = line.split(" ");
    need((came.line ?? line) === line, "another one");
    need(mode === (named?.mode ?? "none"), "not the kind that was named");
    if (mode === "drand") {
      const round = Number(rest[1]);
      need(round === named.round && (named.chain ?? rest[0]) === rest[0], `round ${rest[1]}`);
      need(GENESIS + (round - 1) * PERIOD >= named.at + wait, `round ${rest[1]}`);
      need((await digest(unhex(shown.signature ?? came.signature))) === rest[2], "the signature");
    } else if (mode === "public" && "text" in came) {
      need((await digest(came.text)) === rest[0], "the text");
    }
  });
}
