// Decoders that come as packages with one wasm module each. A failed decode unwinds through them without freeing, and their memory never
// shrinks, so each image gets an instance of its own that is then forgotten. Their JavaScript is not used: it makes the module anew
// for each image, and copies the pixels once more.

import { readPackaged } from '../../bundled/load-bundled.js';

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** What the decoder calls where it gives up. */
class Refused extends Error {}

/** For imports that a decoder calls only where it gives up. */
export const giveUp = (): never => {
  throw new Refused();
};

/** A fresh instance of a package's module. */
export async function startInstance(
  packageName: '@cwasm/jpeg-turbo' | '@cwasm/webp',
  file: string,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Exports> {
  const known =
    modules.get(packageName) ?? readPackaged(packageName, file).then((wasm) => new WebAssembly.Module(wasm));
  modules.set(packageName, known);
  return new WebAssembly.Instance(await known, imports).exports;
}

/** Undefined where the decoder gives up or traps: the bytes are refused. */
export function unlessRefused<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Refused || error instanceof WebAssembly.RuntimeError) return undefined;
    throw error;
  }
}
