// What a test file can change for the next file in the same process: environment, folder, listeners, globals, servers.

/** Objects whose methods tests may replace. */
const WATCHED = { process, console, Math, JSON, Date, performance, WebAssembly };

/** The getter of a lazy global. Node replaces it by the value at the first read. */
class Getter {
  constructor(readonly get: () => unknown) {}
}

/** Values by a readable name, such as `process.env.HOME`. */
export type ProcessState = ReadonlyMap<string, unknown>;

export function readProcessState(): ProcessState {
  const state = new Map<string, unknown>([
    ['the current folder', process.cwd()],
    ['open servers', process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length],
  ]);
  for (const event of process.eventNames())
    state.set(`listeners of process '${String(event)}'`, process.listenerCount(event));
  for (const [name, value] of Object.entries(process.env)) state.set(`process.env.${name}`, value);
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
    state.set(`globalThis.${name}`, get === undefined ? value : new Getter(get));
  for (const [owner, object] of Object.entries(WATCHED))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object)))
      if (typeof value === 'function') state.set(`${owner}.${name}`, value);
  return state;
}

function isEqual(before: unknown, after: unknown): boolean {
  if (!(before instanceof Getter)) return Object.is(before, after);
  if (after instanceof Getter) return before.get === after.get;
  return before.get.call(globalThis) === after;
}

/** Set once by the first file that loads a library, and harmless: marks of libraries, graceful-fs, the AVIF decoder, our Zstd. */
const isSetOnce = (name: string): boolean =>
  /^(?:globalThis\.(?:__.*|ImageData|assetcZstdStarted)|process\.chdir)$/.test(name);

/** The names of values that differ, in alphabetical order. */
export function changedNames(before: ProcessState, after: ProcessState): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !isEqual(before.get(name), after.get(name)) && !isSetOnce(name))
    .sort();
}
