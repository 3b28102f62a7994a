// The server's time, as far as this page knows it: counted on from the last frame with
// performance.now(), so a device's wrong or changed clock plays no part.

let server = null;
let seen = 0;

export function setNow(epochMs) {
  const at = performance.now();
  // A frame that was under way for long would set us back: the latest reading of all counts.
  if (server === null || epochMs > now() || now() - epochMs > 2000) {
    server = epochMs;
    seen = at;
  }
}

export function now() {
  return server === null ? Date.now() : server + (performance.now() - seen);
}

// What the server's clock shows, for what is told to it; null while this page hasn't heard it.
export function serverNow() {
  return server === null ? null : Math.round(now());
}
