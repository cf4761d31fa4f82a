// Calls libwebp's wasm directly.

import { abortDecode, startInstance, undefinedIfAborted } from '../package-wasm.js';

type Call = (...args: number[]) => number;

interface Libwebp {
  readonly memory: WebAssembly.Memory;
  readonly malloc: Call;
  readonly WebPDecodeRGBA: Call;
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** RGBA, in its own memory. */
  readonly pixels: Uint8Array;
}

/** Undefined if the decoder rejects the bytes. */
export async function decodeLibwebp(bytes: Uint8Array): Promise<Decoded | undefined> {
  const exports = await startInstance('@cwasm/webp', 'webp.wasm', imports);
  if (!isLibwebp(exports)) throw new Error('libwebp does not offer what it should');
  return undefinedIfAborted(() => decode(exports, bytes));
}

function decode(webp: Libwebp, bytes: Uint8Array): Decoded | undefined {
  const input = webp.malloc(bytes.length);
  const size = webp.malloc(8);
  if (input === 0 || size === 0) return undefined;
  new Uint8Array(webp.memory.buffer, input, bytes.length).set(bytes);
  const output = webp.WebPDecodeRGBA(input, bytes.length, size, size + 4);
  if (output === 0) return undefined;
  const [width = 0, height = 0] = new Uint32Array(webp.memory.buffer, size, 2);
  return { width, height, pixels: new Uint8Array(webp.memory.buffer, output, width * height * 4) };
}

const imports: WebAssembly.Imports = {
  wasi_snapshot_preview1: { fd_close: abortDecode, fd_seek: abortDecode, fd_write: abortDecode },
};

const isLibwebp = (value: object): value is Libwebp =>
  ['memory', 'malloc', 'WebPDecodeRGBA'].every((name) => name in value);
