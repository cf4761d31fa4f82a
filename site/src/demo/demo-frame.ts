// The demo's inspector is loaded when the reader asks for it.

const frame = document.querySelector<HTMLIFrameElement>('.demo-frame');
const button = document.querySelector<HTMLButtonElement>('.demo-start');
button?.addEventListener('click', () => {
  if (frame === null) return;
  frame.src = `inspector/index.html#/${button.dataset.asset ?? ''}`;
  frame.hidden = false;
  button.closest('.demo-cover')?.remove();
  frame.focus();
});
