// The memory of wasm modules. Addresses have 32 bits and wrap around, so input that does not fit is rejected before anything is written.
// What the machine refuses to allocate is reported with its size: the engine's own error does not contain it.

export const PAGE_BYTES = 65536;
/** Without the last page: an end in it could not be distinguished from an address that wrapped around. */
const MODULE_BYTES = 65535 * PAGE_BYTES;

/** The input needs more memory than a wasm module can have on any machine. */
export class TooLargeForModule extends RangeError {}

/** The machine has not enough memory or address space for a wasm module. */
export class NoModuleMemory extends Error {
  constructor(bytes: number, options?: ErrorOptions) {
    super(`a WebAssembly memory of ${megabytes(bytes)} MB could not be allocated`, options);
    this.name = 'NoModuleMemory';
  }
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

export function checkModuleBytes(bytes: number, what: string): void {
  if (bytes > MODULE_BYTES)
    throw new TooLargeForModule(`${what} would take ${megabytes(bytes)} MB; a wasm module has 4096`);
}

/** `bytes`: what `act` allocates. Throws NoModuleMemory if the engine cannot. */
function allocating<T>(bytes: number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    // Everything else that an engine refuses is another type of error.
    throw error instanceof RangeError ? new NoModuleMemory(bytes, { cause: error }) : error;
  }
}

/** Can grow to all that a module can have. */
export const createMemory = (pages: number, isShared = false): WebAssembly.Memory =>
  allocating(pages * PAGE_BYTES, () => new WebAssembly.Memory({ initial: pages, maximum: 65536, shared: isShared }));

/** Does nothing if the memory has that many bytes already. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const pages = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
  if (pages > 0) allocating(bytes, () => memory.grow(pages));
}
