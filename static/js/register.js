// This browser's own randomness for the draw: 128 bits, made anew for each form. It joins the
// frozen list, so no draw can be worked out before the list is. Also after a card was swapped in.
(() => {
  function fill() {
    for (const input of document.querySelectorAll("input[data-client-seed]")) {
      if (input.value) continue;
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      input.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }

  // A refusal with another status than 409 or 422 is an answer to be read as well.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    if (target?.id !== "join" || xhr.status < 400 || xhr.status >= 500) return;
    if (xhr.responseText.trimStart().startsWith("<aside")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    } else {
      event.detail.shouldSwap = false;
      tell(event.detail.requestConfig.elt.closest("form"), xhr.responseText);
    }
  });

  // A whole page that says why not: its sentence goes above the form, where what was typed still
  // stands. The form isn't sent again for it: that would be another try, and count as one.
  function tell(form, html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const says = page.querySelector("main .body") ?? page.querySelector("main h1");
    if (!form || !says) return;
    const note = form.querySelector("[data-refused]") ?? document.createElement("div");
    note.dataset.refused = "";
    note.className = "note";
    note.dataset.kind = "bad";
    note.setAttribute("role", "alert");
    const line = document.createElement("p");
    line.textContent = says.textContent.trim();
    note.replaceChildren(line);
    form.prepend(note);
  }

  document.addEventListener("htmx:afterSettle", fill);
  fill();
})();
