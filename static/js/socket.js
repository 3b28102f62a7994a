// The line to the server. It brings frames; commands never go over it. It comes back by itself:
// after every closing but "sign in", "not yours" and "gone", after sleep, after silence.

import { setNow } from "./clock.js";
import { apply, have, seqOf } from "./fragments.js";
import { served } from "./release.js";

const BEAT = 10_000;
const SILENT = 12_000;
const DEAD = 20_000;
const FINAL = new Set([4401, 4403, 4404]);

export class Line {
  // `shows(state, code)`: "on" | "back" | "off". `watches()`: the match topic to show, or "".
  constructor(url, { shows, watches }) {
    Object.assign(this, { url, shows, watches });
    this.tries = 0;
    this.heard = performance.now();
    this.wanted = new Map();
    setInterval(() => this.beat(), BEAT);
    setInterval(() => this.guard(), 1000);
    for (const [target, name] of [
      [document, "visibilitychange"], [window, "pageshow"], [window, "online"], [document, "resume"],
    ]) target.addEventListener(name, () => { if (!document.hidden) this.wake(); });
    window.addEventListener("offline", () => this.shows("off"));
    window.addEventListener("pagehide", () => this.socket?.close(1000));
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.final) return;
    this.opened = performance.now();
    const socket = new WebSocket(this.url);
    this.drop();
    this.socket = socket;
    this.watched = "";
    socket.onopen = () => { if (socket === this.socket) this.beat(); };
    socket.onmessage = (event) => { if (socket === this.socket) this.hear(event.data); };
    socket.onclose = (event) => { if (socket === this.socket) this.closed(event.code); };
  }

  drop() {
    const old = this.socket;
    this.socket = null;
    old?.close(1000);
  }

  closed(code) {
    this.socket = null;
    if (FINAL.has(code)) {
      this.final = true;
      this.shows("off", code);
      return;
    }
    this.shows(performance.now() - this.heard > DEAD ? "off" : "back", code);
    this.retry();
  }

  // Full jitter: a hall of phones that lost the server together comes back spread out. Never longer
  // than 4 s, so that all are back within five of the server.
  retry() {
    if (this.timer || this.final) return;
    const wait = this.tries === 0 ? Math.random() * 2000
      : 500 + Math.random() * (Math.min(4000, 1000 * 2 ** this.tries) - 500);
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  hear(data) {
    this.heard = performance.now();
    let frame;
    try { frame = JSON.parse(data); } catch { return; }
    if (frame === null || typeof frame !== "object") return;
    if (frame.bye) {
      this.shows("back");
      return;
    }
    this.tries = 0;
    this.shows("on");
    if (frame.topic) {
      if (apply(frame) === "missing") this.want(frame.topic);
      else this.wanted.delete(frame.topic);
    } else if (frame.seqs) {
      if (Number.isFinite(frame.now)) setNow(frame.now);
      this.compare(frame.seqs);
      served(frame.release);
    }
    this.watch();
  }

  // Behind at two heartbeats in a row: the push is lost, not under way.
  compare(seqs) {
    const behind = Object.keys(seqs).filter((topic) => seqs[topic] > seqOf(topic));
    for (const topic of behind) if (this.behind?.includes(topic)) this.want(topic);
    this.behind = behind;
  }

  want(topic) {
    const asked = this.wanted.get(topic) ?? -Infinity;
    if (performance.now() - asked < 1000) return;
    this.wanted.set(topic, performance.now());
    this.send({ want: topic });
  }

  watch() {
    const topic = this.watches();
    // While the line is opening nothing is sent: the first frame asks again.
    if (!topic || topic === this.watched || this.socket?.readyState !== WebSocket.OPEN) return;
    this.watched = topic;
    this.send({ watch: topic });
  }

  beat() {
    this.send({ ping: Math.round(performance.now()), have: have() });
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // A page that slept may hold a socket that is dead without knowing it.
  wake() {
    if (this.final) return;
    const quiet = performance.now() - this.heard;
    // A page that has just been loaded "shows" as well.
    if (this.socket && performance.now() - this.opened < 3000) return;
    if (this.socket?.readyState === WebSocket.OPEN && quiet < BEAT) {
      for (const topic of Object.keys(have())) this.want(topic);
    } else {
      this.tries = 0;
      this.open();
    }
  }

  guard() {
    if (this.final) return;
    const quiet = performance.now() - this.heard;
    if (quiet > DEAD) this.shows("off");
    else if (quiet > SILENT) this.shows("back");
    // Heartbeats are answered at once, so silence means that the line is dead.
    if (quiet > SILENT && performance.now() - this.opened > SILENT) this.open();
  }
}
