// UASTC LDR 4×4 in wasm: encode strips of an image, decode blocks, pack one block from its fields. One instance a worker.
// Blocks depend on their own sixteen texels and the options only, so any division into strips gives the same bytes.

import { type BlockOptions, numbersOf } from '../blocks/block-options.js';
import { checkBlocks, checkImage, encodeStrip, improveBlocks, RDO_ROWS, rowsAtOnce } from '../blocks/block-strips.js';
import { wasmBase64 } from '../generated/uastc-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';
import type { UastcBlockFields } from './block-fields.js';

export interface UastcOptions extends Pick<BlockOptions, 'level' | 'metric'> {
  /** `rg` reads every texel as R, G, 0, 255. */
  readonly channels: 'rgba' | 'rg';
}

interface UastcExports extends KernelExports {
  encode(
    src: number,
    stride: number,
    columns: number,
    rows: number,
    out: number,
    level: number,
    perceptual: number,
    twoChannels: number,
  ): void;
  rdoScratchBytes(): number;
  rdo(
    src: number,
    stride: number,
    columns: number,
    rows: number,
    blocks: number,
    scratch: number,
    lambda: number,
    perceptual: number,
    twoChannels: number,
  ): void;
  decode(src: number, columns: number, rows: number, out: number, stride: number): void;
  packFields(at: number, out: number): void;
}

const BLOCK_BYTES = 16;

function isUastcExports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & UastcExports {
  return hasFunctions(exports, ['heapBase', 'encode', 'rdo', 'rdoScratchBytes', 'decode', 'packFields']);
}

let compiled: WebAssembly.Module | undefined;

function createKernel(): Kernel<UastcExports> {
  compiled ??= compileKernel(wasmBase64);
  return new Kernel(compiled, isUastcExports);
}

export class UastcEncoder {
  readonly #kernel = createKernel();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an RGBA8 image into `out`, 16 bytes a block,
   * row-major. Texels beyond the right and lower edge repeat the last column and row.
   */
  encode(
    rgba: Uint8Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    options: UastcOptions,
  ): void {
    const { level, perceptual } = numbersOf(options);
    const twoChannels = options.channels === 'rg' ? 1 : 0;
    const strip = { rgba, width, height, firstBlockRow, blockRowCount };
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (src, stride, columns, rows, dst) => {
      this.#kernel.exports.encode(src, stride, columns, rows, dst, level, perceptual, twoChannels);
    });
  }
}

let shared: Kernel<UastcExports> | undefined;

/** Decodes all blocks of an image to RGBA8. Blocks that are not valid come out magenta. */
export function decodeUastc(blocks: Uint8Array, width: number, height: number): Uint8Array {
  const columns = Math.ceil(width / 4);
  const blockRows = Math.ceil(height / 4);
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`an image of ${width} × ${height} texels cannot be decoded`);
  if (blocks.length < columns * blockRows * BLOCK_BYTES)
    throw new RangeError(
      `${width} × ${height} texels need ${columns * blockRows * BLOCK_BYTES} bytes, got ${blocks.length}`,
    );
  shared ??= createKernel();
  const kernel = shared;
  const mark = kernel.mark();
  const stride = columns * 16;
  const most = rowsAtOnce(columns, blockRows);
  const src = kernel.reserve(columns * BLOCK_BYTES * most);
  const dst = kernel.reserve(stride * 4 * most);
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < blockRows; row += most) {
    const rows = Math.min(most, blockRows - row);
    const from = row * columns * BLOCK_BYTES;
    kernel.u8(src, columns * BLOCK_BYTES * rows).set(blocks.subarray(from, from + columns * BLOCK_BYTES * rows));
    kernel.exports.decode(src, columns, rows, dst, stride);
    const texels = kernel.u8(dst, stride * 4 * rows);
    for (let y = 0; y < rows * 4 && row * 4 + y < height; y++)
      rgba.set(texels.subarray(y * stride, y * stride + width * 4), (row * 4 + y) * width * 4);
  }
  kernel.release(mark);
  return rgba;
}

/** Block rows that `applyUastcRdo` treats as a unit, counted from the top: a strip that begins and ends at multiples of it (or at
 *  the image's lower edge) may be handed over alone. */
export const UASTC_RDO_ROWS = RDO_ROWS;

/** Squared error, summed over a block, that a saved bit is worth at λ = 1: takes a quarter off photographs for 0.4 dB. */
const RDO_ERROR_PER_BIT = 16;

/**
 * Changes encoded blocks in place so that Zstd packs them better. λ = 0.5 is hardly measurable, 1 a fair trade, 4 about as far as it
 * goes: no block gets worse than four times its error. 0 changes nothing.
 */
export function applyUastcRdo(
  blocks: Uint8Array,
  rgba: Uint8Array,
  width: number,
  height: number,
  lambda: number,
  options: UastcOptions,
): void {
  checkImage(rgba.length, width, height);
  checkBlocks(blocks.length, width, height);
  if (!(lambda > 0)) return;
  shared ??= createKernel();
  const { exports } = shared;
  const { perceptual } = numbersOf(options);
  const twoChannels = options.channels === 'rg' ? 1 : 0;
  const worth = lambda * RDO_ERROR_PER_BIT;
  const image = { rgba, width, height };
  improveBlocks(shared, blocks, image, exports.rdoScratchBytes(), (src, stride, columns, rows, dst, scratch) => {
    exports.rdo(src, stride, columns, rows, dst, scratch, worth, perceptual, twoChannels);
  });
}

/** Packs one block from its fields; the twin of the reference packer. */
export function packUastcBlock(fields: UastcBlockFields, out: Uint8Array, at: number): void {
  shared ??= createKernel();
  const kernel = shared;
  const mark = kernel.mark();
  const src = kernel.reserve(80);
  const dst = kernel.reserve(BLOCK_BYTES);
  const record = kernel.u8(src, 80);
  record.fill(0);
  record[0] = fields.mode;
  if (fields.mode === 8) {
    const { diff, table, shade, base } = fields.etc1;
    record.set([...fields.color, diff, table, shade, ...base], 1);
  } else {
    const { flip, diff, tables, bias } = fields.etc1;
    record.set([fields.bc1[0], fields.bc1[1], flip, diff, tables[0], tables[1], bias], 1);
    record.set([fields.eac.table, fields.eac.multiplier, fields.pattern, fields.channel], 8);
    record.set(fields.endpoints, 16);
    record.set(fields.weights[0], 40);
    record.set(fields.weights[1], 56);
  }
  kernel.exports.packFields(src, dst);
  out.set(kernel.u8(dst, BLOCK_BYTES), at);
  kernel.release(mark);
}
