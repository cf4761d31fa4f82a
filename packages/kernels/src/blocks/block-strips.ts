// Passes an RGBA image, of bytes or half floats, to a kernel in strips of whole block rows. A block depends only on its sixteen texels
// and the options, so any division into strips gives the same bytes.

import type { Kernel, KernelExports } from '../wasm/kernel.js';

const CHUNK_BYTES = 1 << 20;
const FOUR = { width: 4, height: 4 } as const;

/** The strip of an image that a call encodes. Texels beyond the right and lower edge repeat the last column and row. */
interface ImageStrip {
  readonly rgba: Uint8Array;
  /** 8 for half floats. */
  readonly texelBytes?: 4 | 8;
  readonly width: number;
  readonly height: number;
  /** Texels per block; 4 × 4 if undefined. */
  readonly blockSize?: { readonly width: number; readonly height: number };
  readonly firstBlockRow: number;
  readonly blockRowCount: number;
}

/** The first arguments of a kernel's `encode`: texels at `src`, rows `stride` bytes apart; blocks go to `out`. */
export type EncodeArguments = [src: number, stride: number, columns: number, rows: number, out: number];

export function checkImage(byteLength: number, width: number, height: number, texelBytes = 4): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
    throw new RangeError(`an image of ${width} × ${height} texels cannot be encoded`);
  const wanted = width * height * texelBytes;
  if (byteLength < wanted) throw new RangeError(`${width} × ${height} texels need ${wanted} bytes, got ${byteLength}`);
}

/** Block rows of `columns` blocks of `blockTexels` texels that are passed in one call. */
export const rowsPerCall = (columns: number, blockRows: number, blockTexels = 16): number =>
  Math.min(Math.max(1, Math.floor(CHUNK_BYTES / (columns * blockTexels * 4))), Math.max(1, blockRows));

/** Copies texel rows into a strip of whole blocks, repeating the last column and row. */
export function copyRows(
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
  // Rows without padding are copied at once.
  const joined = rowBytes === stride ? Math.min(rowCount, height - firstRow) : 0;
  to.set(rgba.subarray(firstRow * rowBytes, (firstRow + joined) * rowBytes));
  for (let y = joined; y < rowCount; y++) {
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
  encodeRows: (args: EncodeArguments) => void,
): void {
  const { rgba, width, height, firstBlockRow, blockRowCount, texelBytes = 4, blockSize = FOUR } = strip;
  checkImage(rgba.length, width, height, texelBytes);
  const columns = Math.ceil(width / blockSize.width);
  const last = firstBlockRow + blockRowCount;
  if (firstBlockRow < 0 || blockRowCount < 0 || last > Math.ceil(height / blockSize.height))
    throw new RangeError(`block rows ${firstBlockRow} to ${last} are outside an image ${height} texels high`);
  const rowBytes = columns * blockBytes;
  if (out.length < rowBytes * blockRowCount)
    throw new RangeError(`${columns * blockRowCount} blocks need ${rowBytes * blockRowCount} bytes`);
  const mark = kernel.mark();
  const stride = columns * blockSize.width * texelBytes;
  const maxRows = rowsPerCall(columns, blockRowCount, blockSize.width * blockSize.height);
  const src = kernel.reserve(stride * blockSize.height * maxRows);
  const dst = kernel.reserve(rowBytes * maxRows);
  try {
    for (let row = firstBlockRow; row < last; row += maxRows) {
      const rows = Math.min(maxRows, last - row);
      const texelRows = rows * blockSize.height;
      const to = kernel.u8(src, stride * texelRows);
      copyRows(rgba, width, height, row * blockSize.height, texelRows, to, stride, texelBytes);
      encodeRows([src, stride, columns, rows, dst]);
      out.set(kernel.u8(dst, rowBytes * rows), (row - firstBlockRow) * rowBytes);
    }
  } finally {
    kernel.release(mark);
  }
}
