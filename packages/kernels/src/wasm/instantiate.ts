// Starts an instance of a module that defines its own memory. If there is none for it, the error contains its size, from the binary: a
// compiled module does not reveal it.

import { NoModuleMemory, PAGE_BYTES } from './module-memory.js';

const MEMORY_SECTION = 5;
const HEAD_BYTES = 8;

/** `wasm` is called only if the memory cannot be allocated. Throws NoModuleMemory. */
export function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  wasm: () => Uint8Array,
): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module, imports);
  } catch (error) {
    throw error instanceof RangeError ? new NoModuleMemory(declaredMemoryBytes(wasm()), { cause: error }) : error;
  }
}

/** Only of memory that the module defines. 0 if it defines none. */
export function declaredMemoryBytes(wasm: Uint8Array): number {
  let at = HEAD_BYTES;
  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; at < wasm.length; scale *= 128) {
      const byte = wasm[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const length = readNumber();
    if (section !== MEMORY_SECTION) {
      at += length;
      continue;
    }
    const count = readNumber();
    // Whether there is a maximum, and whether it is shared.
    readNumber();
    return count === 0 ? 0 : readNumber() * PAGE_BYTES;
  }
  return 0;
}
