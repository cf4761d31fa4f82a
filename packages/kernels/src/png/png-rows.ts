// Undoes the filters of PNG rows and expands samples to RGBA. One image at a time per thread; memory is reused.

import { wasmBase64 } from '../generated/png-wasm.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';

interface PngExports extends KernelExports {
  unfilter(src: number, dst: number, prior: number, rows: number, rowBytes: number, bpp: number): number;
  expandIndexed(src: number, dst: number, count: number, bits: number, table: number): number;
  expandRgb8(src: number, dst: number, count: number, key: number): void;
  expandGrayAlpha8(src: number, dst: number, count: number): void;
  expand16(src: number, dst: number, count: number, channels: number, keyR: number, keyG: number, keyB: number): void;
}

const createKernel = kernelFactory<PngExports>(wasmBase64, [
  'unfilter',
  'expandIndexed',
  'expandRgb8',
  'expandGrayAlpha8',
  'expand16',
]);

/** The instance of the last image: a new memory takes longer than a small image. */
let idle: Kernel<PngExports> | undefined;
const KEEP_BYTES = 1 << 23;

/** How samples become RGBA. Indexed rows (palette, and gray up to 8 bits) use a table of 256 pixels. */
export type PngSamples =
  | { readonly as: 'indexed'; readonly bits: number; readonly table: Uint8Array }
  | { readonly as: 'rgb8'; readonly key: number | undefined }
  | { readonly as: 'gray-alpha8' }
  | { readonly as: 'rgba8' }
  | { readonly as: 'wide'; readonly channels: number; readonly key: readonly number[] | undefined };

const SLACK = 16;

/** Rows of one image or interlace pass, passed in batches from the top. `release` ends it. */
export class PngRows {
  readonly #kernel: Kernel<PngExports>;
  readonly #src: number;
  readonly #prior: number;
  readonly #raw: number;
  readonly #out: number;
  readonly #table: number;
  readonly #mark: number;
  /** Maximum rows of a batch. */
  readonly batchRows: number;
  /** The largest sample of indexed rows so far. */
  largestIndex = 0;

  constructor(
    readonly width: number,
    readonly rowBytes: number,
    readonly bytesPerPixel: number,
    readonly samples: PngSamples,
    maxBatchRows: number,
  ) {
    this.#kernel = idle ?? createKernel();
    idle = undefined;
    this.#mark = this.#kernel.mark();
    this.batchRows = Math.max(1, Math.min(maxBatchRows, Math.floor((1 << 20) / (rowBytes + 1))));
    const pixelBytes = samples.as === 'wide' ? 8 : 4;
    this.#src = this.#kernel.reserve(this.batchRows * (rowBytes + 1) + SLACK);
    this.#prior = this.#kernel.reserve(rowBytes + SLACK);
    this.#raw = this.#kernel.reserve(this.batchRows * rowBytes + SLACK);
    this.#out = this.#kernel.reserve(this.batchRows * width * pixelBytes + SLACK);
    this.#table = this.#kernel.reserve(1024);
    // The row above the first one counts as zeros.
    this.#kernel.u8(this.#prior, rowBytes + SLACK).fill(0);
    if (samples.as === 'indexed') this.#kernel.u8(this.#table, 1024).set(samples.table);
  }

  /** Returned pixels must not be used afterward. Without a release the next image allocates a new memory. */
  release(): void {
    this.#kernel.release(this.#mark);
    if (this.#kernel.memory.buffer.byteLength <= KEEP_BYTES) idle = this.#kernel;
  }

  /** Write the next batch here: a filter byte and `rowBytes` bytes per row. */
  input(): Uint8Array {
    return this.#kernel.u8(this.#src, this.batchRows * (this.rowBytes + 1));
  }

  /**
   * Decodes the first `rows` rows of `input()`. Returns the pixels (RGBA, 8 bit, or 16 bit little-endian for wide samples), which stay
   * valid until the next call; or the row of the batch whose filter is unknown.
   */
  decode(rows: number): Uint8Array | number {
    const { exports } = this.#kernel;
    const bad = exports.unfilter(this.#src, this.#raw, this.#prior, rows, this.rowBytes, this.bytesPerPixel);
    if (bad !== 0) return bad - 1;
    const raw = this.#kernel.u8(this.#raw, rows * this.rowBytes);
    this.#kernel.u8(this.#prior, this.rowBytes).set(raw.subarray((rows - 1) * this.rowBytes));
    const { samples, width } = this;
    if (samples.as === 'rgba8') return raw;
    if (samples.as === 'indexed') {
      // Rows of packed samples begin on a byte, so they are expanded one by one.
      for (let y = 0; y < rows; y++) {
        const largest = exports.expandIndexed(
          this.#raw + y * this.rowBytes,
          this.#out + y * width * 4,
          width,
          samples.bits,
          this.#table,
        );
        this.largestIndex = Math.max(this.largestIndex, largest);
      }
      return this.#kernel.u8(this.#out, rows * width * 4);
    }
    const count = rows * width;
    if (samples.as === 'wide') {
      const [r = NO_KEY, g = NO_KEY, b = NO_KEY] = samples.key ?? [];
      exports.expand16(this.#raw, this.#out, count, samples.channels, r, g, b);
      return this.#kernel.u8(this.#out, count * 8);
    }
    if (samples.as === 'rgb8') exports.expandRgb8(this.#raw, this.#out, count, samples.key ?? -1);
    else exports.expandGrayAlpha8(this.#raw, this.#out, count);
    return this.#kernel.u8(this.#out, count * 4);
  }
}

const NO_KEY = 0x10000;
