// Calls libjpeg-turbo's wasm directly. Its package has no call for CMYK, nor for sampling factors that TurboJPEG has no name for (three
// across, or different ones per chroma component).

import { abortDecode, startInstance, undefinedIfAborted } from '../package-wasm.js';

type Call = (...args: number[]) => number;

interface TurboJpeg {
  readonly memory: WebAssembly.Memory;
  readonly malloc: Call;
  readonly tjInitDecompress: Call;
  readonly tjDecompressHeader3: Call;
  readonly tjDecompress2: Call;
}

/** TurboJPEG's pixel format numbers; both have four bytes per pixel. */
const FORMATS = { rgba: 7, cmyk: 11 } as const;

export interface TurboPixels {
  /** Four bytes each, in their own memory. */
  readonly pixels: Uint8Array;
  /** Number of stray bytes between the image and its end marker, which some cameras leave. */
  readonly strayBytes: number;
}

/** More may be the rest of an image that was misread and ended early. */
const MAX_STRAY_BYTES = 32;
/** The decoder's static data and its first allocations, which contain its messages. */
const LOW_MEMORY_BYTES = 1 << 22;

/** Undefined if the decoder rejects the bytes, warns about anything but a few bytes before the end, or finds another size. */
export async function decodeTurbo(
  bytes: Uint8Array,
  width: number,
  height: number,
  format: keyof typeof FORMATS,
): Promise<TurboPixels | undefined> {
  const exports = await startInstance('@cwasm/jpeg-turbo', 'jpeg-turbo.wasm', imports);
  if (!isTurboJpeg(exports)) throw new Error('libjpeg-turbo does not offer what it should');
  return undefinedIfAborted(() => decompress(exports, bytes, width, height, FORMATS[format]));
}

function decompress(
  jpeg: TurboJpeg,
  bytes: Uint8Array,
  width: number,
  height: number,
  format: number,
): TurboPixels | undefined {
  const input = jpeg.malloc(bytes.length);
  const headerFields = jpeg.malloc(16);
  const decompressor = jpeg.tjInitDecompress();
  if (input === 0 || headerFields === 0 || decompressor === 0) return undefined;
  new Uint8Array(jpeg.memory.buffer, input, bytes.length).set(bytes);
  // Fails after reading the size if it has no name for the sampling.
  jpeg.tjDecompressHeader3(
    decompressor,
    input,
    bytes.length,
    headerFields,
    headerFields + 4,
    headerFields + 8,
    headerFields + 12,
  );
  const [decodedWidth, decodedHeight] = new Uint32Array(jpeg.memory.buffer, headerFields, 2);
  if (decodedWidth !== width || decodedHeight !== height) return undefined;
  const output = jpeg.malloc(width * height * 4);
  if (output === 0) return undefined;
  const status = jpeg.tjDecompress2(
    ...[decompressor, input, bytes.length, output, width, width * 4, height, format, 0],
  );
  const strayBytes = status === 0 ? 0 : strayBytesIn(jpeg.memory);
  if (strayBytes > MAX_STRAY_BYTES) return undefined;
  return { pixels: new Uint8Array(jpeg.memory.buffer, output, width * height * 4), strayBytes };
}

/**
 * Reads the decoder's warning from its memory, because no call of the module returns it. Only the first warning is kept: if it is about bytes
 * before the end, everything before them was decoded without one.
 */
function strayBytesIn({ buffer }: WebAssembly.Memory): number {
  const low = Buffer.from(buffer, 0, Math.min(buffer.byteLength, LOW_MEMORY_BYTES));
  const start = 'Corrupt JPEG data: ';
  for (let at = low.indexOf(start); at >= 0; at = low.indexOf(start, at + 1)) {
    const text = low.toString('latin1', at + start.length, at + start.length + 64);
    const count = /^(\d+) extraneous bytes before marker 0xd9\0/.exec(text)?.[1];
    if (count !== undefined) return Number(count);
  }
  return Number.POSITIVE_INFINITY;
}

const imports: WebAssembly.Imports = {
  env: { setjmp: () => 0, longjmp: abortDecode },
  wasi_snapshot_preview1: {
    environ_sizes_get: () => 0,
    ...{
      environ_get: abortDecode,
      proc_exit: abortDecode,
      fd_close: abortDecode,
      fd_seek: abortDecode,
      fd_write: abortDecode,
    },
  },
};

const isTurboJpeg = (value: object): value is TurboJpeg =>
  ['memory', 'malloc', 'tjInitDecompress', 'tjDecompressHeader3', 'tjDecompress2'].every((name) => name in value);
