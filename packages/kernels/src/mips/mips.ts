// Filters bands of a mip level with the mips kernel. One instance per thread.

import { wasmBase64 } from '../generated/mips-wasm.js';
import { type KernelExports, kernelFactory } from '../wasm/kernel.js';
import { type AxisTaps, type MipBand, rowsOfBand } from './mip-band.js';

interface MipExports extends KernelExports {
  loadTexels(
    src: number,
    dst: number,
    count: number,
    bytes: number,
    rgb: number,
    alpha: number,
    premultiply: number,
  ): void;
  filterColumns(src: number, dst: number, width: number, taps: number, indices: number, weights: number): void;
  filterRows(rows: number, weights: number, taps: number, dst: number, width: number): void;
  storeTexels(
    src: number,
    dst: number,
    count: number,
    mode: number,
    premultiplied: number,
    thresholds: number,
    starts: number,
  ): void;
}

const createKernel = kernelFactory<MipExports>(wasmBase64, [
  'loadTexels',
  'filterColumns',
  'filterRows',
  'storeTexels',
]);

const MODES = { unit: 0, srgb: 1, normal: 2 } as const;

export class MipKernel {
  readonly #kernel = createKernel();

  /** Fills the band's rows of `floats` and `bytes`. */
  filter(band: MipBand): void {
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const { targetWidth: width, rows, columns } = band;
    const rowBytes = width * 16;
    const sourceRows = rowsOfBand(band);
    const columnTaps = this.#reserveTaps(columns);
    const narrowed = kernel.reserve(sourceRows.length * rowBytes);
    this.#filterSourceRows(band, sourceRows, columnTaps, narrowed);

    const slot = new Map(sourceRows.map((row, i) => [row, narrowed + i * rowBytes]));
    const addresses = kernel.reserve(rows.taps * 4);
    const weights = kernel.reserve(rows.taps * 4);
    const out = kernel.reserve(rowBytes);
    const stored = kernel.reserve(width * 4);
    const thresholds = kernel.reserve(band.store.thresholds.byteLength);
    const starts = kernel.reserve(band.store.starts.byteLength);
    kernel.f32(thresholds, band.store.thresholds.length).set(band.store.thresholds);
    kernel.u8(starts, band.store.starts.length).set(band.store.starts);
    const mode = MODES[band.store.as];
    for (let y = band.firstRow; y < band.endRow; y++) {
      const addressView = kernel.u32(addresses, rows.taps);
      for (let t = 0; t < rows.taps; t++) addressView[t] = slot.get(rows.indices[y * rows.taps + t] ?? 0) ?? 0;
      kernel.f32(weights, rows.taps).set(rows.weights.subarray(y * rows.taps, (y + 1) * rows.taps));
      kernel.exports.filterRows(addresses, weights, rows.taps, out, width);
      band.floats?.set(kernel.f32(out, width * 4), y * width * 4);
      if (band.bytes === undefined) continue;
      kernel.exports.storeTexels(out, stored, width, mode, band.store.premultiplied ? 1 : 0, thresholds, starts);
      band.bytes.set(kernel.u8(stored, width * 4), y * width * 4);
    }
    kernel.release(mark);
  }

  #reserveTaps(taps: AxisTaps): { indices: number; weights: number } {
    const indices = this.#kernel.reserve(taps.indices.byteLength);
    const weights = this.#kernel.reserve(taps.weights.byteLength);
    this.#kernel.u32(indices, taps.indices.length).set(taps.indices);
    this.#kernel.f32(weights, taps.weights.length).set(taps.weights);
    return { indices, weights };
  }

  /** Loads each source row once and filters it horizontally. */
  #filterSourceRows(
    band: MipBand,
    sourceRows: readonly number[],
    taps: { indices: number; weights: number },
    narrowed: number,
  ): void {
    const kernel = this.#kernel;
    const { source, sourceWidth } = band;
    const samples = sourceWidth * 4;
    const raw = kernel.reserve(samples * 4);
    const row = kernel.reserve(samples * 4);
    const rgb = kernel.reserve(band.load.rgb.byteLength);
    const alpha = kernel.reserve(band.load.alpha.byteLength);
    kernel.f32(rgb, band.load.rgb.length).set(band.load.rgb);
    kernel.f32(alpha, band.load.alpha.length).set(band.load.alpha);
    const premultiply = band.load.premultiply ? 1 : 0;
    for (const [i, y] of sourceRows.entries()) {
      if (source instanceof Float32Array) kernel.f32(row, samples).set(source.subarray(y * samples, (y + 1) * samples));
      else {
        const bytes = source.BYTES_PER_ELEMENT;
        const view = new Uint8Array(source.buffer, source.byteOffset + y * samples * bytes, samples * bytes);
        kernel.u8(raw, samples * bytes).set(view);
        kernel.exports.loadTexels(raw, row, sourceWidth, bytes, rgb, alpha, premultiply);
      }
      const to = narrowed + i * band.targetWidth * 16;
      kernel.exports.filterColumns(row, to, band.targetWidth, band.columns.taps, taps.indices, taps.weights);
    }
  }
}
