// The input of the mips kernel and its reference: a band of target rows, filtered from a whole source level.

/** Per target position, `taps` source positions and their weights; a weight may be 0. */
export interface AxisTaps {
  readonly taps: number;
  readonly indices: Uint32Array;
  readonly weights: Float32Array;
}

/** Tables from stored codes to linear values: 256 entries for 8-bit sources, 65536 for 16-bit ones. */
export interface TexelLoad {
  readonly rgb: Float32Array;
  readonly alpha: Float32Array;
  readonly premultiply: boolean;
}

export interface TexelStore {
  /** `unit`: 0 … 1 unchanged; `srgb`: linear light to sRGB codes; `normal`: −1 … 1, normalized. */
  readonly as: 'unit' | 'srgb' | 'normal';
  readonly premultiplied: boolean;
  /** For `srgb`: the smallest linear value of each code (257 entries, the last above every value). */
  readonly thresholds: Float32Array;
  /** For `srgb`: the code at each 1/4096 of linear light (4097 entries). */
  readonly starts: Uint8Array;
}

export interface MipBand {
  /** RGBA rows. Float sources are linear values already. */
  readonly source: Uint8Array | Uint16Array | Float32Array;
  readonly sourceWidth: number;
  readonly targetWidth: number;
  readonly columns: AxisTaps;
  readonly rows: AxisTaps;
  /** Target rows of this band. */
  readonly firstRow: number;
  readonly endRow: number;
  readonly load: TexelLoad;
  readonly store: TexelStore;
  /** The whole target level as linear values, and as stored texels. Only this band's rows are written. */
  readonly floats: Float32Array | undefined;
  readonly bytes: Uint8Array | undefined;
}

/** The source rows that a band reads, ascending. */
export function rowsOfBand(band: MipBand): readonly number[] {
  const { taps, indices } = band.rows;
  return [...new Set(indices.subarray(band.firstRow * taps, band.endRow * taps))].sort((a, b) => a - b);
}
