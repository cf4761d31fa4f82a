// Vertices as rows of 32-bit words, so that welding, reordering and copying do not depend on the meaning of a word.
// Words: position 0–2, normal 3–5, uv 6–7, tangent 8–11, then, if the layout has them, skinning (two words of joints, four weights), color, further
// sets of uvs and colors, and the motion group of a morphing vertex. Missing attributes of a primitive are zero. A bare layout has neither uv nor
// tangent: a scan then takes half the memory.

import type { ColorFormat, VertexGrid } from '@assetc/formats';
import { sharedWords } from './shared-words.js';

export const NORMAL = 3;
export const UV = 6;
export const TANGENT = 8;
const PLAIN_WORDS = 12;
const BARE_WORDS = 6;
const SKIN_WORDS = 6;
const COLOR_WORDS = 4;
const UV_WORDS = 2;

/** How compact vertices are packed. */
export interface CompactLayout {
  readonly grid: VertexGrid;
  readonly jointCount: number;
}

export interface RowLayout {
  readonly words: number;
  /** Whether rows have no words for the first uv and the tangent: both are zero. */
  readonly isBare: boolean;
  /** First word of joints and weights; −1 without a skin. */
  readonly skin: number;
  /** First word of the color; −1 without one. */
  readonly color: number;
  /** First words of the uv and color sets beyond the first. */
  readonly moreUvs: readonly number[];
  readonly moreColors: readonly number[];
  /** How colors are packed. */
  readonly colorFormat: ColorFormat;
  /** How compact vertices are packed, if they are. */
  readonly compact?: CompactLayout;
  /** The word that keeps vertices separate that morph differently (motion-groups.ts); −1 without one. */
  readonly morph: number;
}

export interface VertexRows {
  readonly layout: RowLayout;
  readonly count: number;
  readonly bits: Uint32Array;
  /** The same bytes as floats. */
  readonly floats: Float32Array;
}

/** Triangles over rows. */
export interface IndexedRows {
  readonly rows: VertexRows;
  readonly indices: Uint32Array;
}

export function rowLayout(options: {
  readonly skin: boolean;
  readonly color: boolean;
  readonly moreUvs?: number;
  readonly moreColors?: number;
  readonly colorFormat?: ColorFormat;
  readonly morph?: boolean;
  readonly isBare?: boolean;
}): RowLayout {
  const { isBare = false } = options;
  let words = isBare ? BARE_WORDS : PLAIN_WORDS;
  const next = (count: number): number => {
    words += count;
    return words - count;
  };
  const skin = options.skin ? next(SKIN_WORDS) : -1;
  const color = options.color ? next(COLOR_WORDS) : -1;
  const moreUvs = Array.from({ length: options.moreUvs ?? 0 }, () => next(UV_WORDS));
  const moreColors = Array.from({ length: options.moreColors ?? 0 }, () => next(COLOR_WORDS));
  const morph = options.morph === true ? next(1) : -1;
  return { words, isBare, skin, color, moreUvs, moreColors, colorFormat: options.colorFormat ?? 'float16', morph };
}

/** First word of a set of texture coordinates in the layout; set 0 is the first. */
export function uvColumn({ isBare, moreUvs }: RowLayout, set: number): number {
  const column = set > 0 ? moreUvs[set - 1] : isBare ? undefined : UV;
  if (column === undefined) throw new Error(`the rows have no set ${set} of texture coordinates`);
  return column;
}

export function rowsOf(layout: RowLayout, bits: Uint32Array): VertexRows {
  return {
    layout,
    count: bits.length / layout.words,
    bits,
    floats: new Float32Array(bits.buffer, bits.byteOffset, bits.length),
  };
}

/** Row i of the result is row `order[i]`. */
export function gatherRows(rows: VertexRows, order: Uint32Array): VertexRows {
  const { words } = rows.layout;
  const bits = sharedWords(order.length * words);
  for (let i = 0, to = 0; i < order.length; i++) {
    let from = (order[i] ?? 0) * words;
    for (const end = from + words; from < end; ) bits[to++] = rows.bits[from++] ?? 0;
  }
  return rowsOf(rows.layout, bits);
}

/** Some words of each row, packed: positions, normals, uvs. */
export function columns(
  rows: VertexRows,
  first: number,
  count: number,
  out: Float32Array = new Float32Array(rows.count * count),
): Float32Array {
  const { words } = rows.layout;
  for (let row = 0, to = 0; row < rows.count; row++)
    for (let c = 0; c < count; c++) out[to++] = rows.floats[row * words + first + c] ?? 0;
  return out;
}

/** The same for each corner of an index list. */
export function cornerColumns(rows: VertexRows, indices: Uint32Array, first: number, count: number): Float32Array {
  const out = new Float32Array(indices.length * count);
  readCorners(rows, indices, first, count, out);
  return out;
}

export function readCorners(
  rows: VertexRows,
  indices: Uint32Array,
  first: number,
  count: number,
  out: Float32Array,
): void {
  const { words } = rows.layout;
  for (let i = 0, to = 0; i < indices.length; i++) {
    const from = (indices[i] ?? 0) * words + first;
    for (let c = 0; c < count; c++) out[to++] = rows.floats[from + c] ?? 0;
  }
}
