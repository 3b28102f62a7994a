// What a check says: a line for each thing looked at, in the same words wherever a proof is checked.

export class Wrong extends Error {}

export function need(holds, detail) {
  if (!holds) throw new Wrong(detail);
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// `text` has places in braces; `values` fill them, in whatever language the page puts the text.
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export class Lines {
  said = [];

  // `tell` is given each line as it comes, `tick` is called for each piece of work.
  constructor(tell = () => {}, tick = () => {}) {
    this.tell = tell;
    this.tick = tick;
  }

  async about(text, values, check) {
    let state = "ok";
    let detail = "";
    try {
      await check();
    } catch (wrong) {
      state = "WRONG";
      detail = wrong instanceof Wrong ? wrong.message : "can't be read";
    }
    this.say({ state, text, values, detail });
  }

  later(text, values) { this.say({ state: "later", text, values, detail: "" }); }

  say(line) {
    this.said.push(line);
    this.tell(line);
  }
}
