// Sets the theme a person chose before anything is painted; without a choice the page's own
// attribute or the device's setting holds. Loaded in <head>, not deferred, for that reason.
(() => {
  const root = document.documentElement;
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* storage may be refused */ }
  if ((chosen === "night" || chosen === "day") && !root.dataset.theme) root.dataset.theme = chosen;
})();
