// Transcodes UASTC LDR 4×4 blocks to GPU formats. Blocks are independent: a level may be transcoded in parts.

import { FormatError } from '../core/format-error.js';
import type { BlockFormat } from '../ktx2/block-formats.js';
import type { AstcFootprint } from '../ktx2/vk-format.js';
import { type TranscodeExports, type TranscodeKernel, transcodeKernel } from './kernel.js';

type TranscodedBlocks = Exclude<BlockFormat, `astc-${Exclude<AstcFootprint, '4x4'>}`>;

/** The targets for UASTC. `astc-4x4` and `rgba8` are lossless. */
export type TranscodeTarget = TranscodedBlocks | 'rgba8';

/** One decompressed level, as `readLevel` returns it: one image or several of the same size, each of whole blocks. */
export interface UastcLevel {
  readonly bytes: Uint8Array;
  /** Size of this level, in texels. */
  readonly width: number;
  readonly height: number;
}

/** Options of `transcode`. */
export interface TranscodeOptions {
  readonly to: TranscodeTarget;
  /** The channel of the second value of `bc5` and `eac-rg11`: green, or alpha for textures of channel `rrrg`. */
  readonly second?: 'g' | 'a';
}

const SOURCE_BYTES = 16;
/** Blocks per call: input and output stay in the processor's cache. */
const BLOCKS_AT_ONCE = 4096;

/** The export of a target and the bytes of its blocks. Repeated here: importing the table of formats would double the code around the module. */
const TARGETS: Readonly<
  Record<TranscodedBlocks, readonly [name: Exclude<keyof TranscodeExports, 'heapBase' | 'rgba'>, bytes: number]>
> = {
  bc1: ['bc1', 8],
  bc3: ['bc3', 16],
  bc4: ['bc4', 8],
  bc5: ['bc5', 16],
  bc7: ['bc7', 16],
  'etc2-rgb': ['etc1', 8],
  'etc2-rgba': ['etc2', 16],
  'eac-r11': ['eacR', 8],
  'eac-rg11': ['eacRg', 16],
  'astc-4x4': ['astc', 16],
};

/**
 * Transcodes to blocks of the target, image after image, or with `rgba8` to texels row by row. An invalid block becomes magenta. Throws a
 * FormatError if the bytes are not whole images of that size. Synchronous, and needs only WebAssembly: call it in a worker.
 *
 * @example
 * const blocks = transcode({ bytes: readLevel(level, decompress), width: 512, height: 512 }, { to: 'bc7' });
 */
export function transcode(level: UastcLevel, { to, second = 'g' }: TranscodeOptions): Uint8Array {
  const { bytes, width, height } = level;
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`a level of ${width} × ${height} texels cannot be transcoded`);
  const columns = Math.ceil(width / 4);
  const rows = Math.ceil(height / 4);
  const imageBytes = columns * rows * SOURCE_BYTES;
  if (bytes.byteLength === 0 || bytes.byteLength % imageBytes !== 0) {
    const code = bytes.byteLength < imageBytes ? 'truncated' : 'trailing-bytes';
    const message = `${width} × ${height} texels of UASTC take ${imageBytes} bytes, not ${bytes.byteLength}`;
    throw new FormatError(code, bytes.byteLength, message);
  }
  const kernel = transcodeKernel();
  return to === 'rgba8'
    ? toTexels(kernel, level, columns, rows, bytes.byteLength / imageBytes)
    : toBlocks(kernel, bytes, to, second === 'a' ? 3 : 1);
}

function toBlocks(kernel: TranscodeKernel, blocks: Uint8Array, to: TranscodedBlocks, second: number): Uint8Array {
  const count = blocks.byteLength / SOURCE_BYTES;
  const [name, each] = TARGETS[to];
  const result = new Uint8Array(count * each);
  const { src, out } = kernel.layOut(BLOCKS_AT_ONCE * SOURCE_BYTES, BLOCKS_AT_ONCE * each);
  const from = kernel.bytes(src, BLOCKS_AT_ONCE * SOURCE_BYTES);
  const made = kernel.bytes(out, BLOCKS_AT_ONCE * each);
  const call = kernel.exports[name];
  for (let done = 0; done < count; done += BLOCKS_AT_ONCE) {
    const now = Math.min(BLOCKS_AT_ONCE, count - done);
    from.set(blocks.subarray(done * SOURCE_BYTES, (done + now) * SOURCE_BYTES));
    call(src, now, out, second);
    result.set(now < BLOCKS_AT_ONCE ? made.subarray(0, now * each) : made, done * each);
  }
  return result;
}

function toTexels(
  kernel: TranscodeKernel,
  level: UastcLevel,
  columns: number,
  rows: number,
  images: number,
): Uint8Array {
  const { bytes, width, height } = level;
  const result = new Uint8Array(width * height * 4 * images);
  const stride = columns * 16;
  const rowsAtOnce = Math.min(rows, Math.max(1, Math.floor(BLOCKS_AT_ONCE / columns)));
  const { src, out } = kernel.layOut(columns * rowsAtOnce * SOURCE_BYTES, stride * 4 * rowsAtOnce);
  const from = kernel.bytes(src, columns * rowsAtOnce * SOURCE_BYTES);
  for (let image = 0; image < images; image++)
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const now = Math.min(rowsAtOnce, rows - row);
      const at = (image * rows + row) * columns * SOURCE_BYTES;
      from.set(bytes.subarray(at, at + columns * now * SOURCE_BYTES));
      kernel.exports.rgba(src, columns, now, out, stride);
      const lines = Math.min(now * 4, height - row * 4);
      const to = (image * height + row * 4) * width * 4;
      copyLines(kernel.bytes(out, stride * lines), stride, result, to, width * 4, lines);
    }
  return result;
}

function copyLines(
  from: Uint8Array,
  stride: number,
  result: Uint8Array,
  to: number,
  bytes: number,
  lines: number,
): void {
  if (stride === bytes) {
    result.set(from, to);
    return;
  }
  for (let y = 0; y < lines; y++) result.set(from.subarray(y * stride, y * stride + bytes), to + y * bytes);
}
