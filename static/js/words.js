// Every sentence that scripts say, from the page: <meta id="words" data-…>, translated there.

const words = document.getElementById("words")?.dataset ?? {};

export function word(name, values = {}) {
  return (words[name] ?? "").replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
