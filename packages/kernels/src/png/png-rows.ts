// PNG rows through the png kernel: filters undone, samples widened to RGBA. One instance a thread; buffers are reused.

import { wasmBase64 } from '../generated/png-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

interface PngExports extends KernelExports {
  unfilter(src: number, dst: number, prior: number, rows: number, rowBytes: number, bpp: number): number;
  expandIndexed(src: number, dst: number, count: number, bits: number, table: number): number;
  expandRgb8(src: number, dst: number, count: number, key: number): void;
  expandGreyAlpha8(src: number, dst: number, count: number): void;
  expand16(src: number, dst: number, count: number, channels: number, keyR: number, keyG: number, keyB: number): void;
}

const isPng = (e: WebAssembly.Exports): e is WebAssembly.Exports & PngExports =>
  hasFunctions(e, ['heapBase', 'unfilter', 'expandIndexed', 'expandRgb8', 'expandGreyAlpha8', 'expand16']);

let compiled: WebAssembly.Module | undefined;

/** Of an image that is done: a memory for each small image takes longer than the image. */
let idle: Kernel<PngExports> | undefined;
const KEEP_BYTES = 1 << 23;

/** How samples become RGBA. Indexed rows (palette, and grey up to 8 bits) go through a table of 256 pixels. */
export type PngSamples =
  | { readonly as: 'indexed'; readonly bits: number; readonly table: Uint8Array }
  | { readonly as: 'rgb8'; readonly key: number | undefined }
  | { readonly as: 'grey-alpha8' }
  | { readonly as: 'rgba8' }
  | { readonly as: 'wide'; readonly channels: number; readonly key: readonly number[] | undefined };

const SLACK = 16;

/** Rows of one image or interlace pass, handed over in batches from the top; `release` ends it. */
export class PngRows {
  readonly #kernel: Kernel<PngExports>;
  readonly #src: number;
  readonly #prior: number;
  readonly #raw: number;
  readonly #out: number;
  readonly #table: number;
  readonly #mark: number;
  /** Rows that one batch may hold. */
  readonly batchRows: number;
  /** The largest sample that an indexed row held so far. */
  largestIndex = 0;

  constructor(
    readonly width: number,
    readonly rowBytes: number,
    readonly bytesPerPixel: number,
    readonly samples: PngSamples,
    maxBatchRows: number,
  ) {
    compiled ??= compileKernel(wasmBase64);
    this.#kernel = idle ?? new Kernel(compiled, isPng);
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

  /** Nothing that came from here may be used any more. Rows that are never released cost the next image a memory of its own. */
  release(): void {
    this.#kernel.release(this.#mark);
    if (this.#kernel.memory.buffer.byteLength <= KEEP_BYTES) idle = this.#kernel;
  }

  /** Where the host writes the next batch: a filter byte and `rowBytes` bytes for each row. */
  input(): Uint8Array {
    return this.#kernel.u8(this.#src, this.batchRows * (this.rowBytes + 1));
  }

  /**
   * Decodes the first `rows` rows of `input()`. The pixels (RGBA, 8 bit, or 16 bit little-endian for wide samples) stay
   * valid until the next call. Returns the row, counted within the batch, whose filter is unknown, else the bytes.
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
      // Rows of packed samples begin on a byte, so they are looked up one by one.
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
    else exports.expandGreyAlpha8(this.#raw, this.#out, count);
    return this.#kernel.u8(this.#out, count * 4);
  }
}

const NO_KEY = 0x10000;
