// Checking a proof.json in this browser: what an evening claims, worked out again from its seeds.
import { FIRST_HEAD, canonical, digest, drawOrder, hash, keyOf, lineupHash, listRoot, roll, shuffle, unhex } from "./hashing.js";
import { Lines, need, same } from "./lines.js";
import { read } from "./reading.js";

const GENESIS = 1692803367;
const PERIOD = 3;

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

async function chained(lines, items) {
  let head = FIRST_HEAD;
  for (const [at, item] of items.entries()) {
    head = await hash("fair-v1/log", head, await digest(canonical(item.entry)));
    need(item.entry.n === items[0].entry.n + at && item.hash === head, `entry ${item.entry.n}`);
    await lines.tick();
  }
  return head;
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

// Public randomness was named before it could be known, and is what was named.
async function checkEntropy(lines, facts, what, values, key, shown, wait) {
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

// ------------------------------------------------------------------------------------ matches

async function checkMatches(lines, facts) {
  const { proof } = facts;
  if (facts.flat) {
    for (const game of proof.games) await checkGame(lines, facts, game);
    return;
  }
  const logs = new Map(proof.matches.map((match) => [match.match, match.log]));
  let number = 0;
  for (const made of facts.matches.values()) {
    number += 1;
    if (!made.made) lines.later("Match {number}: waits for its public randomness.", { number });
    else await checkMatch(lines, facts, number, made, proof.games.filter((game) => game.match === made.match), logs.get(made.match) ?? []);
  }
}

async function checkMatch(lines, facts, number, made, games, log) {
  await lines.about(
    made.ended
      ? "Match {number}: a log of {count} entries, each following on the one before."
      : "Match {number}: a log of {count} entries so far, each following on the one before.",
    { number, count: log.length },
    async () => {
      const ends = [await chained(lines, log), log.length];
      need(!made.ended || same(made.ended, ends), "the last entries are missing");
    },
  );
  await lines.about(SEATED, { number, count: made.seats.length }, async () => {
    need(!made.problem, made.problem);
    const scopes = games.map((game) => `${facts.scope}/game/${game.game_no}`);
    need(same(scopes, made.parts.map((part) => part.scope)), "not the next seal");
    for (const [at, game] of games.entries()) {
      checkLineup(facts, game, made.seats);
      need(made.lineups.has(await lineupHash(scopes[at], game)), "the line-up");
    }
  });
  await checkEntropy(lines, facts, "Match {number}", { number }, `match ${made.match}`, games[0] ?? {}, 3);
  const rows = new Map(log.map((row) => [row.entry.n, opened(row)]));
  const count = [...rows.values()].reduce((sum, row) => sum + row.chance.length, 0);
  if (games.length && !games.every((game) => game.seed)) {
    lines.later("Match {number}: its rolls, {count} so far, can be checked when its seed is open.", { number, count });
  } else {
    await lines.about(DRAWN, { number, count }, async () => {
      await checkChance(lines, made, games, rows);
      checkFaces(rows);
    });
  }
  await lines.about(UNDONE, { number }, () => checkUndone(rows));
  const sealed = log.filter((row) => "sealed" in row.entry);
  if (!sealed.length) return;
  await lines.about(CHOICES, { number, count: sealed.length }, async () => {
    for (const row of sealed) {
      const where = `entry ${row.entry.n}`;
      if (!row.opened) {
        need(!facts.over, where);
        continue;
      }
      const { salt, data, chance } = row.opened;
      const made_ = await hash("fair-v1/sealed", made.match, row.entry.n, salt, await digest(canonical({ data, chance })));
      need(made_ === row.entry.sealed, where);
    }
  });
}

const SEATED = "Match {number}: {count} players, seated as they were drawn and answered.";
const DRAWN = "Match {number}: all rolls and draws, {count} of them, come from its sealed seed.";
const UNDONE = "Match {number}: nothing was rolled again that wasn’t undone first.";
const CHOICES = "Match {number}: what was sealed is what was opened, {count} in all.";
const FACES = ["face", "faces", "dice"];

// What an entry says, as far as it is public; nothing while it is sealed.
function opened(row) {
  const { data, chance } = "sealed" in row.entry ? row.opened ?? { data: {}, chance: [] } : row.entry;
  if (typeof data !== "object" || !Array.isArray(chance)) throw new TypeError("not an entry");
  return { data, chance };
}

function checkLineup(facts, game, seats) {
  need(same(game.lineup.map(([, reg]) => reg), seats), "others sat there");
  for (const [, reg, seed] of game.lineup) need(facts.clientSeeds.get(reg) === seed, "the line-up");
}

async function checkChance(lines, made, games, rows) {
  const ends = [...made.parts.slice(1).map((part) => part.after), rows.size];
  for (const [at, part] of made.parts.entries()) {
    const game = games[at];
    const key = await keyOf(unhex(game.seed));
    const lineup = await lineupHash(part.scope, game);
    for (let n = part.after + 1; n <= ends[at]; n += 1) {
      for (const [kind, label, attempt, sides, count, values] of rows.get(n).chance) {
        let derived;
        if (kind === "roll") derived = await roll(key, part.scope, lineup, label, attempt, sides, count);
        else derived = (await shuffle(key, part.scope, lineup, label, attempt, sides)).slice(0, count);
        need(same(derived, values), `entry ${n}`);
      }
      await lines.tick();
    }
  }
}

// The dice that entries tell of are those that were rolled for their command.
function checkFaces(rows) {
  const starts = [...rows.keys()].filter((n) => rows.get(n).chance.length).sort((a, b) => a - b);
  starts.forEach((n, at) => {
    const told = [];
    for (let m = n; m < (starts[at + 1] ?? rows.size + 1); m += 1) {
      for (const name of FACES) told.push(...[rows.get(m).data[name] ?? []].flat());
    }
    for (const value of rows.get(n).chance.filter(([kind]) => kind === "roll").flatMap((record) => record[5])) {
      const found = told.indexOf(value);
      need(found >= 0, `entry ${n}`);
      told.splice(found, 1);
    }
  });
}

// A label is used again only after an undo of the move that used it before.
function checkUndone(rows) {
  const undone = new Set();
  const seen = new Set();
  for (const n of [...rows.keys()].sort((a, b) => a - b)) {
    for (const seq of rows.get(n).data.seqs ?? []) {
      for (const [, label, attempt] of rows.get(seq).chance) if (seq < n) undone.add(`${label} ${attempt}`);
    }
    for (const [, label, attempt] of rows.get(n).chance) {
      need(!seen.has(`${label} ${attempt}`), label);
      need(attempt === 0 || undone.has(`${label} ${attempt - 1}`), label);
      seen.add(`${label} ${attempt}`);
    }
  }
}

// A game of the older, flat form, which has no log of its own.
async function checkGame(lines, facts, game) {
  const number = game.game_no;
  const scope = `${facts.scope}/game/${number}`;
  const [draw] = facts.proof.draws;
  const skipped = new Set(facts.proof.log.filter(({ entry }) => entry.kind === "skipped").map(({ entry }) => entry.reg));
  const seats = draw.order.filter((reg) => !skipped.has(reg)).slice(0, draw.places);
  await lines.about(SEATED, { number, count: seats.length }, () => checkLineup(facts, game, seats));
  await lines.about(DRAWN, { number, count: game.rolls.length + game.shuffles.length }, async () => {
    const key = await keyOf(unhex(game.seed));
    const lineup = await lineupHash(scope, game);
    for (const { label, attempt, sides, count, dice } of game.rolls) {
      need(same(await roll(key, scope, lineup, label, attempt, sides, count), dice), label);
    }
    for (const { label, attempt, n, order } of game.shuffles) {
      need(same(await shuffle(key, scope, lineup, label, attempt, n), order), label);
    }
  });
  await lines.about(UNDONE, { number }, () => {
    const seen = new Set();
    for (const { label, attempt } of [...game.rolls, ...game.shuffles]) {
      need(!seen.has(`${label} ${attempt}`), label);
      need(attempt === 0 || facts.voided.has(`${number} ${label} ${attempt - 1}`), label);
      seen.add(`${label} ${attempt}`);
    }
  });
  if (!game.choices.length) return;
  await lines.about(CHOICES, { number, count: game.choices.length }, async () => {
    for (const { label, seat, salt, code, commit } of game.choices) {
      need((await hash("fair-v1/choice", scope, label, seat, salt, code)) === commit, label);
    }
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
