// libjpeg-turbo's wasm, called as its package calls it, for what the package's own decode() cannot do: inks, which are no RGBA, and factors of sampling that
// TurboJPEG has no name for (three across, or others for each colour).

import { readPackaged } from '../../bundled/load-bundled.js';

type Call = (...args: number[]) => number;

interface TurboJpeg {
  readonly memory: WebAssembly.Memory;
  readonly malloc: Call;
  readonly tjInitDecompress: Call;
  readonly tjDecompress2: Call;
}

/** TurboJPEG's numbers of pixel formats: four bytes a pixel in both. */
const FORMATS = { rgba: 7, cmyk: 11 } as const;

let loading: Promise<WebAssembly.Module> | undefined;

/** Undefined where the decoder refuses the bytes, or warns about them. What is returned lies in memory of its own. */
export async function decodeTurbo(
  bytes: Uint8Array,
  width: number,
  height: number,
  format: keyof typeof FORMATS,
): Promise<Uint8Array | undefined> {
  loading ??= readPackaged('@cwasm/jpeg-turbo', 'jpeg-turbo.wasm').then((wasm) => new WebAssembly.Module(wasm));
  const { exports } = new WebAssembly.Instance(await loading, imports);
  if (!isTurboJpeg(exports)) throw new Error('libjpeg-turbo does not offer what it should');
  return decompress(exports, bytes, width, height, FORMATS[format]);
}

function decompress(
  jpeg: TurboJpeg,
  bytes: Uint8Array,
  width: number,
  height: number,
  format: number,
): Uint8Array | undefined {
  try {
    const input = jpeg.malloc(bytes.length);
    const output = jpeg.malloc(width * height * 4);
    const decompressor = jpeg.tjInitDecompress();
    if (input === 0 || output === 0 || decompressor === 0) return undefined;
    new Uint8Array(jpeg.memory.buffer, input, bytes.length).set(bytes);
    const status = jpeg.tjDecompress2(
      ...[decompressor, input, bytes.length, output, width, width * 4, height, format, 0],
    );
    return status === 0 ? new Uint8Array(jpeg.memory.buffer, output, width * height * 4) : undefined;
  } catch (error) {
    if (error instanceof Refused || error instanceof WebAssembly.RuntimeError) return undefined;
    throw error;
  }
}

/** What the decoder calls where it gives up. */
class Refused extends Error {}

const refused = (): never => {
  throw new Refused();
};

const imports: WebAssembly.Imports = {
  env: { setjmp: () => 0, longjmp: refused },
  wasi_snapshot_preview1: {
    environ_sizes_get: () => 0,
    ...{ environ_get: refused, proc_exit: refused, fd_close: refused, fd_seek: refused, fd_write: refused },
  },
};

const isTurboJpeg = (value: object): value is TurboJpeg =>
  ['memory', 'malloc', 'tjInitDecompress', 'tjDecompress2'].every((name) => name in value);
