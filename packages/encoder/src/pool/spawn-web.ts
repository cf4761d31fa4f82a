// Starts browser workers. Bundlers only recognize the literal text `new Worker(new URL('…', import.meta.url))`.

/** Leaves one core to the page. */
export const defaultWorkers = (): number => Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1);

export function spawnWorker(script: URL | string | undefined): Worker {
  if (script !== undefined) return new Worker(script, { type: 'module' });
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}
