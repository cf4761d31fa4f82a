// Runs decoders from packages with one wasm module each. A failed decode does not free memory, and their memory never shrinks, so each
// image gets its own instance. Their JavaScript is not used: it compiles the module again for each image, and copies the pixels once more.

import { instantiate } from '@assetc/kernels';
import { readPackaged } from '../../bundled/load-bundled.js';

interface Packaged {
  readonly wasm: Uint8Array;
  readonly module: WebAssembly.Module;
}

const modules = new Map<string, Promise<Packaged>>();

/** Thrown from an import that the decoder calls when it fails. */
class DecodeAborted extends Error {}

/** For imports that a decoder calls only when it fails. */
export const abortDecode = (): never => {
  throw new DecodeAborted();
};

/** A fresh instance of a package's module. */
export async function startInstance(
  packageName: '@cwasm/jpeg-turbo' | '@cwasm/webp',
  file: string,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Exports> {
  const packaged =
    modules.get(packageName) ??
    readPackaged(packageName, file).then((wasm) => ({ wasm, module: new WebAssembly.Module(wasm) }));
  modules.set(packageName, packaged);
  const { wasm, module } = await packaged;
  return instantiate(module, imports, () => wasm).exports;
}

/** Undefined if the decoder fails or traps: the bytes are then rejected. */
export function undefinedIfAborted<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeAborted || error instanceof WebAssembly.RuntimeError) return undefined;
    throw error;
  }
}
