// Each match: its log's chain, who sat there, and every die and draw of chance.
import { canonical, digest, hash, keyOf, lineupHash, roll, shuffle, unhex } from "./hashing.js";
import { need, same } from "./lines.js";
import { chained, checkEntropy } from "./shared.js";

export async function checkMatches(lines, facts) {
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
    need(!made.rest.length, made.rest[0]);
    const scopes = games.map((game) => `${facts.scope}/game/${game.game_no}`);
    need(same(scopes, made.parts.map((part) => part.scope)), "not the next seal");
    for (const [at, game] of games.entries()) {
      checkLineup(facts, game, made.seats);
      const { lineup } = made.parts[at];
      need(game.entropy === (lineup ? games.at(-1).entropy : ""), "the line-up");
      need(!lineup || lineup === (await lineupHash(scopes[at], game)), "the line-up");
    }
  });
  await checkEntropy(lines, facts, "Match {number}", { number }, `match ${made.match}`, games.at(-1) ?? {}, 3);
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
const FACES = ["face", "faces"];

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
    const lineup = part.lineup && (await lineupHash(part.scope, game));
    for (let n = part.after + 1; n <= ends[at]; n += 1) {
      for (const [kind, label, attempt, sides, count, values] of rows.get(n).chance) {
        need(lineup, `entry ${n}`);
        let derived;
        if (kind === "roll") derived = await roll(key, part.scope, lineup, label, attempt, sides, count);
        else derived = (await shuffle(key, part.scope, lineup, label, attempt, sides)).slice(0, count);
        need(same(derived, values), `entry ${n}`);
      }
      await lines.tick();
    }
  }
}

// The dice that entries tell of are those that were rolled for their command. An entry with `dice` has pictures
// for `faces`: a side shows one picture in all of the match.
function checkFaces(rows) {
  const pictures = new Map();
  const starts = [...rows.keys()].filter((n) => rows.get(n).chance.length).sort((a, b) => a - b);
  starts.forEach((n, at) => {
    const fell = rows.get(n).chance.filter(([kind]) => kind === "roll").flatMap((record) => record[5]);
    const told = [];
    let throws = 0;
    for (let m = n; m < (starts[at + 1] ?? rows.size + 1); m += 1) {
      const { data } = rows.get(m);
      for (const name of FACES) told.push(...[data[name] ?? []].flat());
      if (!("dice" in data)) continue;
      throws += 1;
      need(data.faces.length === fell.length, `entry ${n}`);
      fell.forEach((side, die) => {
        const key = `${data.type} ${side}`;
        if (!pictures.has(key)) pictures.set(key, data.faces[die]);
        need(same(pictures.get(key), data.faces[die]), `entry ${n}`);
      });
    }
    for (const value of throws ? [] : fell) {
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
