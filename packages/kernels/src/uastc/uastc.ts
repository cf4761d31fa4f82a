// UASTC LDR 4×4 in wasm: encodes strips of an image, decodes blocks, packs one block from its fields.

import { type BlockOptions, numbersOf } from '../blocks/block-options.js';
import { type EncodeArguments, encodeStrip, rowsPerCall } from '../blocks/block-strips.js';
import { applyRdo, RDO_ROWS, type RdoExports } from '../blocks/rdo.js';
import { wasmBase64 } from '../generated/uastc-wasm.js';
import { type Kernel, kernelFactory } from '../wasm/kernel.js';
import type { UastcBlockFields } from './block-fields.js';

export interface UastcOptions extends Pick<BlockOptions, 'level' | 'metric'> {
  /** `rg` reads every texel as R, G, 0, 255. */
  readonly channels: 'rgba' | 'rg';
  /** False leaves out the hints for transcoders to ETC and EAC: for blocks that become ASTC, in two thirds of the time. */
  readonly hints?: boolean;
}

interface UastcExports extends RdoExports {
  encode(...args: [...EncodeArguments, level: number, perceptual: number, twoChannels: number, hints: number]): void;
  decode(src: number, columns: number, rows: number, out: number, stride: number): void;
  packFields(at: number, out: number): void;
}

const BLOCK_BYTES = 16;

const createKernel = kernelFactory<UastcExports>(wasmBase64, [
  'encode',
  'rdo',
  'rdoScratchBytes',
  'decode',
  'packFields',
]);

/** One instance per worker. */
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
    const strip = { rgba, width, height, firstBlockRow, blockRowCount };
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (args) => {
      this.#kernel.exports.encode(
        ...args,
        level,
        perceptual,
        twoChannelsNumber(options),
        options.hints === false ? 0 : 1,
      );
    });
  }
}

const twoChannelsNumber = ({ channels }: UastcOptions): number => (channels === 'rg' ? 1 : 0);

let shared: Kernel<UastcExports> | undefined;

function sharedKernel(): Kernel<UastcExports> {
  shared ??= createKernel();
  return shared;
}

/** Decodes all blocks of an image to RGBA8. Invalid blocks become magenta. */
export function decodeUastc(blocks: Uint8Array, width: number, height: number): Uint8Array {
  const columns = Math.ceil(width / 4);
  const blockRows = Math.ceil(height / 4);
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`an image of ${width} × ${height} texels cannot be decoded`);
  if (blocks.length < columns * blockRows * BLOCK_BYTES)
    throw new RangeError(
      `${width} × ${height} texels need ${columns * blockRows * BLOCK_BYTES} bytes, got ${blocks.length}`,
    );
  const kernel = sharedKernel();
  const mark = kernel.mark();
  const stride = columns * 16;
  const maxRows = rowsPerCall(columns, blockRows);
  const src = kernel.reserve(columns * BLOCK_BYTES * maxRows);
  const dst = kernel.reserve(stride * 4 * maxRows);
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < blockRows; row += maxRows) {
    const rows = Math.min(maxRows, blockRows - row);
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

/** Block rows that `applyUastcRdo` treats as a unit, counted from the top. A strip that begins and ends at multiples of it (or at the
 *  image's lower edge) can be passed alone. */
export const UASTC_RDO_ROWS = RDO_ROWS;

/**
 * Changes encoded blocks in place so that Zstd compresses them better. λ = 0.5 is hardly measurable, 1 a fair trade, 4 about the limit:
 * no block gets worse than about four times its error. 0 changes nothing.
 */
export function applyUastcRdo(
  blocks: Uint8Array,
  rgba: Uint8Array,
  width: number,
  height: number,
  lambda: number,
  options: UastcOptions,
): void {
  const flags = [numbersOf(options).perceptual, twoChannelsNumber(options)] as const;
  applyRdo(sharedKernel, blocks, { rgba, width, height }, lambda, flags);
}

/** Packs one block from its fields. */
export function packUastcBlock(fields: UastcBlockFields, out: Uint8Array, at: number): void {
  const kernel = sharedKernel();
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
