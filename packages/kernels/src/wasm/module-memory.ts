// How much memory a wasm module can have: addresses have 32 bits. Those of the modules wrap around beyond it, so that what would not fit is
// refused before anything is written.

const PAGE_BYTES = 65536;
/** The last page is left alone: nothing that ends in it can be told from what wraps around. */
const MODULE_BYTES = 65535 * PAGE_BYTES;

/** What was given takes more memory than a wasm module has, whatever the machine has. */
export class TooLargeForModule extends RangeError {}

export function checkModuleBytes(bytes: number, what: string): void {
  if (bytes > MODULE_BYTES)
    throw new TooLargeForModule(`${what} would take ${Math.ceil(bytes / 2 ** 20)} MB; a wasm module has 4096`);
}
