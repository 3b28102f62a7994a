// After a refusal the first field that is marked takes the focus; its sentence is read with it.
(() => {
  function refocus() {
    const fault = document.querySelector('[aria-invalid="true"]');
    const field = fault?.matches("fieldset") ? fault.querySelector("input") : fault;
    field?.focus();
  }
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "join") refocus();
  });
  refocus();
})();
