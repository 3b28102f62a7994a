// A link with data-fetches brings what the page it leads to asks (.ask) into this page's place for it,
// so that nobody leaves the table for it. Without script it is a page.

import { word } from "./words.js";
import { alert } from "./voice.js";

const place = () => document.getElementById("fetched");
let opener = "";

async function open(link) {
  const into = place();
  if (!into) return false;
  opener = link.id;
  try {
    const response = await fetch(link.href, { credentials: "same-origin", cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const asked = page.querySelector("main .ask");
    // What a page without it says is the reason why there is none.
    const says = page.querySelector("main .body, main h1")?.textContent.trim();
    if (!asked) alert(says || word("refused"));
    if (!asked) return true;
    into.replaceChildren(document.importNode(asked, true));
    window.htmx?.process(into);
    into.querySelector("h1")?.focus();
    document.dispatchEvent(new CustomEvent("live:applied", { detail: { topic: "" } }));
    into.scrollIntoView({ block: "nearest" });
  } catch {
    return false;
  }
  return true;
}

function shut() {
  place()?.replaceChildren();
  document.getElementById(opener)?.focus();
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-fetches]");
  if (link && place() && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (!await open(link)) location.assign(link.href);
  } else if (event.target.closest?.("#fetched [data-drops]")) {
    event.preventDefault();
    shut();
  }
});

// Once it is done, what came of it is what to look at.
document.addEventListener("live:done", (event) => {
  if (!place()?.contains(event.target)) return;
  shut();
  document.querySelector("#ruling:not([hidden])")?.scrollIntoView({ block: "center" });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && place()?.firstElementChild) shut();
});
