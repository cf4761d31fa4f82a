// Keys of a canvas.

/** Does what a key stands for; one that stands for nothing, or is held with another, is left to the browser. */
export function actOnKey(event: KeyboardEvent, acts: Readonly<Record<string, () => void>>): void {
  const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}
