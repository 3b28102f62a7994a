// Countdowns on a page without a live line. Its own clock may be wrong: the page says the server's.
import { setNow } from "./clock.js";
import { tick } from "./countdown.js";

const sent = Number(document.getElementById("words")?.dataset.now);
if (sent) setNow(sent);
tick();
