// Checking a proof.json in this browser: what an evening claims, worked out again from its seeds.
import { digest, drawOrder, hash, listRoot, unhex } from "./hashing.js";
import { Lines, need, same } from "./lines.js";
import { checkMatches } from "./matches.js";
import { read } from "./reading.js";
import { chained, checkEntropy } from "./shared.js";

// The lines, as {state, text, values, detail}. Never throws.
export async function check(proof, receipt, tell, tick) {
  const lines = new Lines(tell, tick);
  let facts;
  try {
    facts = await read(proof);
    await checkLedger(lines, facts);
    for (const number of [...facts.draws.keys()].sort((a, b) => a - b)) await checkDraw(lines, facts, facts.draws.get(number));
    await checkMatches(lines, facts);
    if (receipt) await checkReceipt(lines, facts, receipt);
  } catch {
    lines.say({ state: "WRONG", text: "This file is a proof of the scheme fair-v1.", values: {}, detail: "can't be read" });
  }
  return lines.said;
}

export const holds = (lines) => lines.every((line) => line.state !== "WRONG");

// How much there is to do, in `tick`s.
export function work(proof) {
  const logs = (proof.matches ?? []).reduce((sum, match) => sum + 2 * match.log.length, 0);
  return proof.log.length + (proof.seals ?? []).length + proof.registered.length + logs;
}

async function checkLedger(lines, facts) {
  const { proof, scope } = facts;
  const count = proof.log.length;
  await lines.about("The log: {count} entries, each following on the one before.", { count }, async () => {
    need(count, "there is none");
    const head = await chained(lines, proof.log);
    need((proof.head ?? head) === head, "the last entries are missing");
  });
  await lines.about("The seals: {count} were published before anybody registered.", { count: facts.seals.size }, () => {
    need(!facts.sealProblem, facts.sealProblem);
    const first = Math.min(...[...facts.seals.values()].map(([, n]) => n));
    need(facts.seals.size === 0 || first < facts.firstRegistered, `entry ${first}`);
  });
  const shown = [
    ...(proof.seals ?? []).map((seal) => [seal.scope, seal.seed]),
    ...proof.draws.map((draw) => [`${scope}/draw/${draw.draw_no}`, draw.seed]),
    ...proof.games.map((game) => [`${scope}/game/${game.game_no}`, game.seed]),
  ].filter(([, seed]) => seed);
  const opened = new Set(shown.map(([one]) => one));
  await lines.about("The seeds: {count} are open, and each fits its seal.", { count: opened.size }, async () => {
    for (const [one, seed] of shown) {
      unhex(seed);
      need((await hash("fair-v1/commit", one, seed.toLowerCase())) === facts.seals.get(one)?.[0], one);
      await lines.tick();
    }
    need(!facts.over || same([...opened].sort(), [...facts.seals.keys()].sort()), "some are still closed");
  });
  const rows = proof.registered;
  await lines.about("The registrations: {count}, each with the receipt that was given for it.", { count: rows.length }, async () => {
    for (const row of rows) {
      if (row.client_seed) {
        const made = await hash("fair-v1/receipt", scope, row.reg, row.client_seed);
        need(facts.receipts.get(facts.flat ? made : row.reg) === made, row.reg);
      }
      if (row.salt) {
        const names = [];
        for (const name of row.names) names.push(await hash("fair-v1/name", row.reg, row.salt, await digest(name)));
        need(same(names, facts.names.get(row.reg)), row.reg);
      }
      await lines.tick();
    }
    need(facts.clientSeeds.size === rows.length && rows.length === facts.receipts.size, "somebody is missing");
  });
  if (!facts.frozen || facts.flat) return;
  await lines.about("The list: everybody who had entered by the closing, {count} in all, and nobody else.", { count: facts.listed.length }, async () => {
    need((await rootOf(facts, facts.listed)) === facts.frozen.root && facts.listed.length === facts.frozen.count, "the frozen list");
  });
}

function rootOf(facts, regs) {
  need(regs.every((reg) => facts.clientSeeds.has(reg)) && new Set(regs).size === regs.length, "the list");
  return listRoot(facts.scope, regs.map((reg) => [reg, facts.clientSeeds.get(reg)]));
}

async function checkDraw(lines, facts, drawn) {
  const { number } = drawn;
  if (!drawn.order && !facts.flat) {
    lines.later("Draw {number}: was called off, or waits for its public randomness.", { number });
    return;
  }
  const draw = facts.proof.draws.find((one) => one.draw_no === number) ?? {};
  const order = drawn.order ?? [...facts.clientSeeds.keys()];
  const values = { number, count: order.length };
  await lines.about("Draw {number}: made from the next seal, which was published before.", values, () => {
    need("draw_no" in draw, "not in the file");
    need(!drawn.problem, drawn.problem);
    need(facts.seals.get(`${facts.scope}/draw/${number}`)[1] < drawn.n, `entry ${drawn.n}`);
  });
  await lines.about("Draw {number}: {count} could be drawn; whoever could not is listed with a reason.", values, async () => {
    need((await rootOf(facts, order)) === drawn.root, "the list");
    need(!drawn.listProblem, drawn.listProblem);
    const others = order.some((reg) => drawn.excluded.includes(reg) || !(facts.flat || facts.listed.includes(reg)));
    need(!others, "others than could be drawn");
    const known = new Set([...order, ...drawn.excluded]);
    const missing = facts.listed.find((reg) => !known.has(reg));
    need(missing === undefined, missing);
  });
  await checkEntropy(lines, facts, "Draw {number}", { number }, `draw ${number}`, draw, 30);
  await lines.about("Draw {number}: the order of all {count} is the one that the seed gives.", values, async () => {
    const ranked = await drawOrder(draw.seed, facts.scope, number, drawn.root, draw.entropy, order);
    need(same(ranked, draw.order) && same(ranked, drawn.order ?? ranked), "another order");
  });
}

// ----------------------------------------------------------------------------------- receipts

// What one registrant kept: that they are on the list, and that the log still holds what was seen of it.
async function checkReceipt(lines, facts, receipt) {
  const { reg } = receipt;
  const logged = facts.proof.registered.map((row) => row.reg);
  const listed = logged.filter((one) => facts.flat || facts.listed.includes(one));
  let text = "Your registration is one of the {count} on the list.";
  if (listed.includes(reg)) text = "Your registration is number {number} of {count} on the list.";
  else if (logged.includes(reg)) text = "Your registration is in the log, and left the list again.";
  await lines.about(text, { number: listed.indexOf(reg) + 1, count: listed.length }, async () => {
    need(logged.includes(reg), "it is missing");
    const made = await hash("fair-v1/receipt", facts.scope, reg, receipt.client_seed);
    need(made === receipt.receipt && [...facts.receipts.values()].includes(made), "the receipt");
    need(["", receipt.client_seed].includes(facts.clientSeeds.get(reg)), "the receipt");
  });
  if (!receipt.head) return;
  await lines.about("What your browser saw of the log is still in it.", {}, () => {
    need(facts.proof.log.some((item) => item.hash === receipt.head), receipt.head);
  });
}
