// Keyboard shortcuts of a canvas.

/** Runs the action of a key. Unknown keys, and keys with modifiers, are left to the browser. */
export function actOnKey(event: KeyboardEvent, acts: Readonly<Record<string, () => void>>): void {
  const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}
