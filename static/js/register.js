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
      // A whole page, a sentence: send the form as if there were no script, and show that.
      event.detail.shouldSwap = false;
      event.detail.requestConfig.elt.closest("form")?.submit();
    }
  });

  document.addEventListener("htmx:afterSettle", fill);
  fill();
})();
