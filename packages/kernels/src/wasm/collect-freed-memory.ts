// The memory of a wasm instance is freed when the engine collects garbage. The engine does not hurry, because it counts only a few small
// objects. If the program exposes its collector (`globalThis.gc`, Node's --expose-gc), large memory is freed at once.

/** Below this a collection costs more than it frees. */
const LARGE_BYTES = 1 << 25;
/** From here on, memory must be free before anything else is allocated. */
const HUGE_BYTES = 1 << 27;

/** Call it when nothing refers to the memory anymore, not even a variable of the calling function. */
export function collectFreedMemory(bytes: number): void {
  if (bytes < LARGE_BYTES) return;
  const { gc }: { readonly gc?: unknown } = globalThis;
  if (typeof gc !== 'function') return;
  gc();
  // A collection leaves buffers to a thread of the engine, which a busy machine may run much later. The next collection waits for it.
  if (bytes >= HUGE_BYTES) gc();
}
