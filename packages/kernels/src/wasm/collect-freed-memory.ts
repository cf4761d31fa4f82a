// Memory of wasm instances goes when the engine collects garbage, and the engine does not hurry: it sees a few small objects. Where a
// program lends its collector (`globalThis.gc`, as Node's --expose-gc does), large memory goes at once.

/** Below this a collection costs more than it frees. */
const LARGE_BYTES = 1 << 25;

/** To be called when nothing refers to them any more: not even a variable of the calling function. */
export function letGo(bytes: number): void {
  if (bytes < LARGE_BYTES) return;
  const { gc }: { readonly gc?: unknown } = globalThis;
  if (typeof gc === 'function') gc();
}
