// What every block encoder shares: an RGBA image of bytes or of half floats handed to a kernel in strips of whole block rows. Blocks depend on their own sixteen texels
// and the options only, so any division into strips gives the same bytes.

import type { Kernel, KernelExports } from '../wasm/kernel.js';

const CHUNK_BYTES = 1 << 20;

/** The strip of an image that a call encodes. Texels beyond the right and lower edge repeat the last column and row. */
interface ImageStrip {
  readonly rgba: Uint8Array;
  /** Four, or eight of half floats. */
  readonly texelBytes?: 4 | 8;
  readonly width: number;
  readonly height: number;
  readonly firstBlockRow: number;
  readonly blockRowCount: number;
}

/** One call of a kernel: texels at `src`, rows of them `stride` bytes apart, blocks to `dst`. */
type EncodeRows = (src: number, stride: number, columns: number, rows: number, dst: number) => void;

export function checkImage(byteLength: number, width: number, height: number, texelBytes = 4): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`an image of ${width} × ${height} texels cannot be encoded`);
  const wanted = width * height * texelBytes;
  if (byteLength < wanted) throw new RangeError(`${width} × ${height} texels need ${wanted} bytes, got ${byteLength}`);
}

/** Block rows of `columns` blocks that are handed over at once. */
export const rowsAtOnce = (columns: number, blockRows: number): number =>
  Math.min(Math.max(1, Math.floor(CHUNK_BYTES / (columns * 64))), Math.max(1, blockRows));

/** Copies texel rows into a strip of whole blocks, repeating the last column and row. */
function copyRows(
  rgba: Uint8Array,
  width: number,
  height: number,
  firstRow: number,
  rowCount: number,
  to: Uint8Array,
  stride: number,
  texelBytes = 4,
): void {
  const rowBytes = width * texelBytes;
  for (let y = 0; y < rowCount; y++) {
    const from = Math.min(firstRow + y, height - 1) * rowBytes;
    const at = y * stride;
    to.set(rgba.subarray(from, from + rowBytes), at);
    for (let x = rowBytes; x < stride; x += texelBytes)
      to.copyWithin(at + x, at + rowBytes - texelBytes, at + rowBytes);
  }
}

/** Encodes a strip into `out`, row-major, `blockBytes` a block. */
export function encodeStrip<E extends KernelExports>(
  kernel: Kernel<E>,
  strip: ImageStrip,
  blockBytes: number,
  out: Uint8Array,
  encodeRows: EncodeRows,
): void {
  const { rgba, width, height, firstBlockRow, blockRowCount, texelBytes = 4 } = strip;
  checkImage(rgba.length, width, height, texelBytes);
  const columns = Math.ceil(width / 4);
  const last = firstBlockRow + blockRowCount;
  if (firstBlockRow < 0 || blockRowCount < 0 || last > Math.ceil(height / 4))
    throw new RangeError(`block rows ${firstBlockRow} to ${last} lie outside an image ${height} texels high`);
  const rowBytes = columns * blockBytes;
  if (out.length < rowBytes * blockRowCount)
    throw new RangeError(`${columns * blockRowCount} blocks need ${rowBytes * blockRowCount} bytes`);
  const mark = kernel.mark();
  const stride = columns * 4 * texelBytes;
  const most = rowsAtOnce(columns, blockRowCount);
  const src = kernel.reserve(stride * 4 * most);
  const dst = kernel.reserve(rowBytes * most);
  try {
    for (let row = firstBlockRow; row < last; row += most) {
      const rows = Math.min(most, last - row);
      copyRows(rgba, width, height, row * 4, rows * 4, kernel.u8(src, stride * 4 * rows), stride, texelBytes);
      encodeRows(src, stride, columns, rows, dst);
      out.set(kernel.u8(dst, rowBytes * rows), (row - firstBlockRow) * rowBytes);
    }
  } finally {
    kernel.release(mark);
  }
}

/** Block rows that rate-distortion treats as a unit, counted from the top. */
export const RDO_ROWS = 64;

/** One call of a kernel: blocks at `dst` are changed in place. */
type ImproveRows = (src: number, stride: number, columns: number, rows: number, dst: number, scratch: number) => void;

/** Hands blocks of sixteen bytes and the texels they stand for to a kernel, RDO_ROWS block rows at a time. */
export function improveBlocks<E extends KernelExports>(
  kernel: Kernel<E>,
  blocks: Uint8Array,
  image: Pick<ImageStrip, 'rgba' | 'width' | 'height'>,
  scratchBytes: number,
  improveRows: ImproveRows,
): void {
  const { rgba, width, height } = image;
  const columns = Math.ceil(width / 4);
  const blockRows = Math.ceil(height / 4);
  const rowBytes = columns * 16;
  const mark = kernel.mark();
  const stride = columns * 16;
  const most = Math.min(RDO_ROWS, blockRows);
  const src = kernel.reserve(stride * 4 * most);
  const dst = kernel.reserve(rowBytes * most);
  const scratch = kernel.reserve(scratchBytes);
  for (let row = 0; row < blockRows; row += RDO_ROWS) {
    const rows = Math.min(RDO_ROWS, blockRows - row);
    const bytes = rowBytes * rows;
    copyRows(rgba, width, height, row * 4, rows * 4, kernel.u8(src, stride * 4 * rows), stride);
    kernel.u8(dst, bytes).set(blocks.subarray(row * rowBytes, row * rowBytes + bytes));
    improveRows(src, stride, columns, rows, dst, scratch);
    blocks.set(kernel.u8(dst, bytes), row * rowBytes);
  }
  kernel.release(mark);
}

/** Checks that `blocks` holds all blocks of an image, sixteen bytes each. */
export function checkBlocks(byteLength: number, width: number, height: number): void {
  const count = Math.ceil(width / 4) * Math.ceil(height / 4);
  if (byteLength < count * 16) throw new RangeError(`${count} blocks need ${count * 16} bytes`);
}
