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

/** Undefined where the decoder refuses the bytes, warns about them, or sees another size. What is returned lies in memory of its own. */
export async function decodeTurbo(
  bytes: Uint8Array,
  width: number,
  height: number,
  format: keyof typeof FORMATS,
): Promise<Uint8Array | undefined> {
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
): Uint8Array | undefined {
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
  return status === 0 ? new Uint8Array(jpeg.memory.buffer, output, width * height * 4) : undefined;
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
