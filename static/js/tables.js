// A round at several tables: which of them this page shows, and the mark on its name. Each table's name
// bears its topic in data-at; <main data-keeps-to> is the number of the one somebody chose.

const TURN = 20_000;

const main = document.querySelector("main[data-topic]");
const names = () => [...document.querySelectorAll("[data-at]")];
const goesOn = (name) => !("over" in name.dataset);
let wanted = main?.dataset.match ?? "";
let shown = wanted;

// The topic of the table to show; "" in a round that has one. What was chosen stays, and so does what a
// page shows already; the wall leaves a table that is over for one that goes on.
export function tableToShow() {
  const all = names();
  if (!all.length) return "";
  const chosen = all[Number(main.dataset.keepsTo) - 1];
  const current = all.find((name) => name.dataset.at === wanted);
  const stays = [chosen, current].find((name) => name && (main.dataset.surface !== "screen" || goesOn(name)));
  wanted = (stays ?? all.find(goesOn) ?? current ?? all[0]).dataset.at;
  return wanted;
}

// The wall goes on to the next table every TURN, unless it was opened for one that still goes on.
export function inTurn(look) {
  setInterval(() => {
    const open = names().filter(goesOn);
    const chosen = names()[Number(main.dataset.keepsTo) - 1];
    if (open.length < 2 || (chosen && goesOn(chosen))) return;
    const at = open.findIndex((name) => name.dataset.at === wanted);
    wanted = open[(at + 1) % open.length].dataset.at;
    look();
  }, TURN);
}

function mark() {
  for (const name of names()) {
    if (name.dataset.at === shown) name.setAttribute("aria-current", "true");
    else name.removeAttribute("aria-current");
  }
}

// Marked is what stands on the page: a table asked for is shown once it has come.
document.addEventListener("live:applied", ({ detail: frame }) => {
  if (frame.topic.startsWith("match/")) shown = frame.topic;
  mark();
});
mark();
