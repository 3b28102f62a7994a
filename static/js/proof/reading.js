// A ledger read from its first entry to its last. Where an entry breaks a rule of the scheme, the reading
// keeps it for the line it belongs to, and goes on.
import { canonical, digest } from "./hashing.js";

export async function read(proof) {
  const facts = {
    proof, scope: proof.event, flat: !proof.log.some((item) => "data" in item.entry), over: false,
    seals: new Map(), sealProblem: "", firstRegistered: Infinity, receipts: new Map(), names: new Map(), listed: [],
    frozen: null, left: new Set(), draws: new Map(), matches: new Map(), named: new Map(), came: new Map(), voided: new Set(),
    clientSeeds: new Map(proof.registered.map((row) => [row.reg, row.client_seed])),
  };
  const reader = new Reader(facts);
  for (const { entry } of proof.log) {
    const data = entry.data ?? entry;
    reader.entropy(entry, data);
    await reader[TAKES[entry.kind]]?.(data, entry);
  }
  if ((proof.seals ?? []).some((seal) => !facts.seals.has(seal.scope))) facts.sealProblem ||= "more seals than were published";
  return facts;
}

const TAKES = {
  commit: "commit", seals: "sealed", registered: "registered", renamed: "renamed", promoted: "promoted",
  withdrawn: "gone", removed: "gone", disqualified: "gone", reinstated: "back", frozen: "frozen",
  "draw-frozen": "drawn", drawn: "drawn", here: "answer", passed: "answer", skipped: "answer",
  "round-empty": "cleared", "draw-cancelled": "cleared", lineup: "made", "match-made": "made",
  restored: "restored", "match-ended": "ended", voided: "voided", finished: "over", cancelled: "over",
};

class Reader {
  counts = { draw: 0, game: 0 };
  next = { draw: 1, game: 1 };
  answers = new Map();
  orders = [];
  table = null;
  missed = "";

  constructor(facts) {
    this.facts = facts;
    this.commits = new Map((facts.proof.seals ?? []).map((seal) => [seal.scope, seal.commit]));
  }

  entropy(entry, data) {
    const key = "match" in data ? `match ${data.match}` : `draw ${data.draw}`;
    if (data.entropy && typeof data.entropy === "object") {
      const before = this.facts.named.get(key) ?? [];
      this.facts.named.set(key, [...before, { ...data.entropy, n: entry.n, at: Date.parse(entry.at) / 1000 }]);
    }
    if (entry.kind === "entropy") this.facts.came.set(key, { ...data, n: entry.n });
  }

  commit(data, entry) { this.facts.seals.set(data.scope, [data.commit, entry.n]); }

  async sealed(data, entry) {
    let text = "";
    for (const [purpose, count] of [["draw", data.draws], ["game", data.matches]]) {
      for (let i = 0; i < count; i += 1) {
        this.counts[purpose] += 1;
        const scope = `${this.facts.scope}/${purpose}/${this.counts[purpose]}`;
        const commit = this.commits.get(scope) ?? "";
        this.facts.seals.set(scope, [commit, entry.n]);
        text += `${purpose} ${this.counts[purpose]} ${commit}\n`;
      }
    }
    if ((await digest(text)) !== data.hash) this.facts.sealProblem ||= `entry ${entry.n}`;
  }

  registered(data, entry) {
    const { facts } = this;
    facts.firstRegistered = Math.min(facts.firstRegistered, entry.n);
    facts.receipts.set(data.reg ?? data.receipt, data.receipt);
    if ("name" in data) facts.names.set(data.reg, [data.name]);
    if (data.status === "registered") facts.listed.push(data.reg);
  }

  renamed(data) { this.facts.names.set(data.reg, [...(this.facts.names.get(data.reg) ?? []), data.name]); }
  promoted(data) { this.facts.listed.push(data.reg); }
  back(data) { this.facts.left.delete(data.reg); }

  // Whoever leaves before the closing isn't on the list; afterwards the list stays as it is.
  gone(data) {
    this.facts.left.add(data.reg);
    if (!this.facts.frozen) this.facts.listed = this.facts.listed.filter((reg) => reg !== data.reg);
  }

  frozen(data, entry) {
    const { facts } = this;
    facts.frozen = data;
    if (!facts.flat) return;
    facts.draws.set(data.draw_no, { number: data.draw_no, n: entry.n, root: data.root, excluded: [], order: null, problem: "" });
    facts.named.set(`draw ${data.draw_no}`, [{ mode: "drand", round: data.round, at: data.at, n: entry.n }]);
  }

  drawn(data, entry) {
    if (this.facts.flat) return;
    let draw = this.facts.draws.get(data.draw);
    if (!draw) {
      const problem = data.draw === this.next.draw ? "" : `not seal ${this.next.draw}`;
      draw = { number: data.draw, n: entry.n, root: data.root, excluded: data.excluded.map((row) => row.reg), frozen: data.excluded, order: null, problem, listProblem: "" };
      this.facts.draws.set(data.draw, draw);
      this.next.draw = data.draw + 1;
    }
    if (entry.kind === "drawn") {
      draw.order = data.order;
      if (data.root !== draw.root || canonical(data.excluded) !== canonical(draw.frozen)) draw.listProblem = "another list than was frozen";
      this.orders.push(data.order);
    }
  }

  answer(data, entry) { this.answers.set(data.reg, entry.kind); }
  cleared() { this.answers = new Map(); this.orders = []; this.table = null; }

  // A match; its seats are known from the draws and the answers already.
  made(data, entry) {
    let made = this.facts.matches.get(data.match);
    if (!made) {
      made = this.seated(data.match, data.seats.length);
      this.facts.matches.set(data.match, made);
    }
    if (`${data.seats.map((seat) => seat.reg)}` !== `${made.seats}`) made.problem ||= "others were drawn or answered";
    if (entry.kind === "match-made") {
      made.made = true;
      made.parts.at(-1).lineup = data.lineup;
    }
  }

  // The next table: whoever is left of its round, or else of those who answered since.
  seated(match, count) {
    const { facts, table } = this;
    const here = this.orders.length || !table ? this.here() : table.rest.splice(0);
    const scope = `${facts.scope}/game/${this.next.game}`;
    const problem = facts.seals.has(scope) ? this.missed : "not sealed before";
    const made = { match, seats: here.slice(0, count), rest: here.slice(count), parts: [{ after: 0, scope, lineup: "" }], made: false, ended: null, problem };
    this.next.game += 1;
    this.cleared();
    this.table = made;
    return made;
  }

  // Who answered, in the order drawn; without calls, everybody. Nobody before the last of them was left out.
  here() {
    const { answers, facts } = this;
    const wanted = [...answers.values()].includes("here") ? "here" : undefined;
    const seats = this.orders.flat().filter((reg) => answers.get(reg) === wanted && !facts.left.has(reg));
    this.missed = "";
    for (const order of this.orders) {
      const last = Math.max(...order.map((reg, at) => (seats.includes(reg) ? at : 0)));
      const missed = order.slice(0, last).filter((reg) => !facts.left.has(reg) && !answers.has(reg));
      if (wanted && missed.length) [this.missed] = missed;
    }
    return seats;
  }

  // After a backup was put back: new seals for what is left.
  restored(data) {
    this.next = { draw: data.draws_from, game: data.matches_from };
    for (const change of data.matches) {
      const made = this.facts.matches.get(change.match);
      made.parts.at(-1).lineup = change.lineup_before;
      made.parts.push({ after: change.after, scope: `${this.facts.scope}/game/${this.next.game}`, lineup: change.lineup });
      this.next.game += 1;
    }
  }

  ended(data) { this.facts.matches.get(data.match).ended = [data.head, data.seq]; }
  voided(data) { if (this.facts.flat) this.facts.voided.add(`${data.game_no} ${data.label} ${data.attempt}`); }
  over() { this.facts.over = true; }
}
