// JPEGs of four components, CMYK or YCCK: libjpeg-turbo gives the inks, and light is what they let through, red = (1 − C)(1 − K) and so on.
// The package's own decode() asks for RGBA, which such a file does not have, so its wasm is called here as the package calls it.

import { readPackaged } from '../../bundled/load-bundled.js';
import { sharedBytes } from '../../model/image.js';

type Call = (...args: number[]) => number;

interface TurboJpeg {
  readonly memory: WebAssembly.Memory;
  readonly malloc: Call;
  readonly tjInitDecompress: Call;
  readonly tjDecompress2: Call;
}

const TJPF_CMYK = 11;

let loading: Promise<WebAssembly.Module> | undefined;

/** `isInverted`: full values mean no ink, as Adobe's programs write them. Undefined where the decoder refuses the bytes. */
export async function decodeCmyk(
  bytes: Uint8Array,
  width: number,
  height: number,
  isInverted: boolean,
): Promise<Uint8Array | undefined> {
  loading ??= readPackaged('@cwasm/jpeg-turbo', 'jpeg-turbo.wasm').then((wasm) => new WebAssembly.Module(wasm));
  const { exports } = new WebAssembly.Instance(await loading, imports);
  if (!isTurboJpeg(exports)) throw new Error('libjpeg-turbo does not offer what it should');
  const inks = decodeInks(exports, bytes, width, height);
  return inks === undefined ? undefined : lightOf(inks, isInverted);
}

function decodeInks(jpeg: TurboJpeg, bytes: Uint8Array, width: number, height: number): Uint8Array | undefined {
  try {
    const input = jpeg.malloc(bytes.length);
    const output = jpeg.malloc(width * height * 4);
    const decompressor = jpeg.tjInitDecompress();
    if (input === 0 || output === 0 || decompressor === 0) return undefined;
    new Uint8Array(jpeg.memory.buffer, input, bytes.length).set(bytes);
    const status = jpeg.tjDecompress2(
      ...[decompressor, input, bytes.length, output, width, width * 4, height, TJPF_CMYK, 0],
    );
    return status === 0 ? new Uint8Array(jpeg.memory.buffer, output, width * height * 4) : undefined;
  } catch (error) {
    if (error instanceof Refused || error instanceof WebAssembly.RuntimeError) return undefined;
    throw error;
  }
}

function lightOf(inks: Uint8Array, isInverted: boolean): Uint8Array {
  const out = sharedBytes(inks.length);
  const flip = isInverted ? 0 : 255;
  for (let i = 0; i < inks.length; i += 4) {
    const key = (inks[i + 3] ?? 0) ^ flip;
    for (let c = 0; c < 3; c++) out[i + c] = Math.round((((inks[i + c] ?? 0) ^ flip) * key) / 255);
    out[i + 3] = 255;
  }
  return out;
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
