// Loads the scripts of the command line. The build makes them from its modules (scripts/build/make-scripts.mjs): they start faster, because
// Node's module loader is not needed, and because V8 can use code that it compiled in an earlier run. Published as CommonJS, next to them.

import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Code that V8 compiled in an earlier run. Without it, V8 compiles. */
export interface CompiledCode {
  /** Undefined if it is not known for this file and this V8. */
  read(name: string, file: Stats): Uint8Array | undefined;
  /** Called for every script. `isUsed`: V8 accepted what `read` returned. */
  onLoaded(name: string, file: Stats, script: Script, isUsed: boolean): void;
}

type Exports = Readonly<Record<string, unknown>>;

const loaded = new Map<string, Exports>();
let code: CompiledCode | undefined;

/** For scripts that are loaded from now on. */
export function useCompiledCode(compiled: CompiledCode): void {
  code = compiled;
}

/** Runs a script once, and returns what it exports. */
export function load(name: string): Exports {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const path = join(__dirname, `${name}.js`);
  const { text, stat } = read(path);
  const cachedData = code?.read(name, stat);
  const url = pathToFileURL(path).href;
  const script = new Script(text, { filename: url, ...(cachedData === undefined ? {} : { cachedData }) });
  const module: { exports: Exports } = { exports: {} };
  // Modules find files of the package by their place in chunks/.
  const place = pathToFileURL(join(__dirname, '../chunks', `${name}.js`)).href;
  script.runInThisContext()(module.exports, module, required, place, imported, importedFrom);
  loaded.set(name, module.exports);
  code?.onLoaded(name, stat, script, cachedData !== undefined && script.cachedDataRejected !== true);
  return module.exports;
}

/** The build writes ASCII, which need not be decoded. */
function read(path: string): { readonly text: string; readonly stat: Stats } {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    return { text: readFileSync(file, 'latin1'), stat };
  } finally {
    closeSync(file);
  }
}

const required = (specifier: string): unknown =>
  specifier.startsWith('.') ? load(specifier.slice(specifier.lastIndexOf('/') + 1, -'.js'.length)) : require(specifier);

const imported = (specifier: string): Promise<unknown> => import(specifier);

/** `names`: exported name → its name in the script. */
async function importedFrom(name: string, names: Readonly<Record<string, string>>): Promise<Exports> {
  const exports = load(name);
  return Object.fromEntries(Object.entries(names).map(([exported, own]) => [exported, exports[own]]));
}
