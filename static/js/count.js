// Countdowns on a page without a live line.
import { tick } from "./countdown.js";

tick();
