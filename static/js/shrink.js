// Photographs are larger than a prize's picture may be: what is chosen in a form[data-shrinks] is drawn
// smaller before it is sent. Where that can't be done the file goes as it is, and the server says what it thinks.

const LONGER_SIDE = 1024;
const MOST_BYTES = 2 * 1024 * 1024;

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/webp", 0.9); });
}

document.addEventListener("change", async (event) => {
  const field = event.target;
  const file = field.matches?.("form[data-shrinks] input[type=file]") && field.files[0];
  if (!file || file.size <= MOST_BYTES) return;
  const button = field.form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    const drawn = await smaller(file);
    // A browser that can't write WebP writes PNG, which may be larger than what there was.
    if (drawn && drawn.size <= MOST_BYTES && field.files[0] === file) {
      const files = new DataTransfer();
      files.items.add(new File([drawn], file.name, { type: drawn.type }));
      field.files = files.files;
    }
  } catch { /* no picture, or none this browser can read */ }
  button.disabled = false;
});
