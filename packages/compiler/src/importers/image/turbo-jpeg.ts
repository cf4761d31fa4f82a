// libjpeg-turbo's wasm, called directly: for inks, which are no RGBA, and factors of sampling that TurboJPEG has no name for (three across,
// or others for each colour) its package has no call.

import { giveUp, startInstance, unlessRefused } from './package-wasm.js';

type Call = (...args: number[]) => number;

interface TurboJpeg {
  readonly memory: WebAssembly.Memory;
  readonly malloc: Call;
  readonly tjInitDecompress: Call;
  readonly tjDecompressHeader3: Call;
  readonly tjDecompress2: Call;
}

/** TurboJPEG's numbers of pixel formats: four bytes a pixel in both. */
const FORMATS = { rgba: 7, cmyk: 11 } as const;

export interface TurboPixels {
  /** Four bytes each, in memory of their own. */
  readonly pixels: Uint8Array;
  /** How many bytes lie between the image and its end, as some cameras leave them. */
  readonly strayBytes: number;
}

/** More may be what is left of an image that was read wrongly and ended early. */
const MOST_STRAY_BYTES = 32;
/** The decoder's static data and its first allocations, which its messages are among. */
const LOW_MEMORY_BYTES = 1 << 22;

/** Undefined where the decoder refuses the bytes, warns about other things than a few bytes before the end, or sees another size. */
export async function decodeTurbo(
  bytes: Uint8Array,
  width: number,
  height: number,
  format: keyof typeof FORMATS,
): Promise<TurboPixels | undefined> {
  const exports = await startInstance('@cwasm/jpeg-turbo', 'jpeg-turbo.wasm', imports);
  if (!isTurboJpeg(exports)) throw new Error('libjpeg-turbo does not offer what it should');
  return unlessRefused(() => decompress(exports, bytes, width, height, FORMATS[format]));
}

function decompress(
  jpeg: TurboJpeg,
  bytes: Uint8Array,
  width: number,
  height: number,
  format: number,
): TurboPixels | undefined {
  const input = jpeg.malloc(bytes.length);
  const stated = jpeg.malloc(16);
  const decompressor = jpeg.tjInitDecompress();
  if (input === 0 || stated === 0 || decompressor === 0) return undefined;
  new Uint8Array(jpeg.memory.buffer, input, bytes.length).set(bytes);
  // It fails where it has no name for the sampling, after it has told the size.
  jpeg.tjDecompressHeader3(decompressor, input, bytes.length, stated, stated + 4, stated + 8, stated + 12);
  const [seenWidth, seenHeight] = new Uint32Array(jpeg.memory.buffer, stated, 2);
  if (seenWidth !== width || seenHeight !== height) return undefined;
  const output = jpeg.malloc(width * height * 4);
  if (output === 0) return undefined;
  const status = jpeg.tjDecompress2(
    ...[decompressor, input, bytes.length, output, width, width * 4, height, format, 0],
  );
  const strayBytes = status === 0 ? 0 : strayBytesIn(jpeg.memory);
  if (strayBytes > MOST_STRAY_BYTES) return undefined;
  return { pixels: new Uint8Array(jpeg.memory.buffer, output, width * height * 4), strayBytes };
}

/**
 * What the decoder warned of is told by no call of its module, but its text lies in memory. It keeps the first warning alone: where that is about
 * bytes before the end, all before them was read without one.
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
  env: { setjmp: () => 0, longjmp: giveUp },
  wasi_snapshot_preview1: {
    environ_sizes_get: () => 0,
    ...{ environ_get: giveUp, proc_exit: giveUp, fd_close: giveUp, fd_seek: giveUp, fd_write: giveUp },
  },
};

const isTurboJpeg = (value: object): value is TurboJpeg =>
  ['memory', 'malloc', 'tjInitDecompress', 'tjDecompressHeader3', 'tjDecompress2'].every((name) => name in value);
