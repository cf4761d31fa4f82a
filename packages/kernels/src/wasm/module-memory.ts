// The memory limit of wasm modules. Addresses have 32 bits and wrap around, so input that does not fit is rejected before anything is
// written.

const PAGE_BYTES = 65536;
/** Without the last page: an end in it could not be distinguished from an address that wrapped around. */
const MODULE_BYTES = 65535 * PAGE_BYTES;

/** The input needs more memory than a wasm module can have on any machine. */
export class TooLargeForModule extends RangeError {}

export function checkModuleBytes(bytes: number, what: string): void {
  if (bytes > MODULE_BYTES)
    throw new TooLargeForModule(`${what} would take ${Math.ceil(bytes / 2 ** 20)} MB; a wasm module has 4096`);
}
