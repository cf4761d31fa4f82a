// Packs vertex rows to the GPU layouts of the chunks with one row per vertex. A vertex is what these chunks contain: adding a chunk to the
// list writes it, and keeps vertices separate that differ in it.

import {
  CompactPacker,
  packColors,
  packCompactSkin,
  packCompactUvs1,
  packOctahedral,
  packTangent,
} from '@assetc/formats';
import { CompactVertex, compactSkinSize, GpuSkinVertex, GpuVertex } from '@assetc/formats/layouts';
import { type CompactLayout, columns, NORMAL, type RowLayout, TANGENT, UV, type VertexRows } from './vertex-rows.js';

/** The same memory as words, floats and half words. */
interface PackedWords {
  readonly bits: Uint32Array;
  readonly floats: Float32Array;
  readonly shorts: Int16Array;
}

interface VertexChunk {
  /** Words of a row. */
  words(layout: RowLayout): number;
  isIn(layout: RowLayout): boolean;
  /** Row i goes to word `at + i * stride`. */
  pack(rows: VertexRows, out: PackedWords, at: number, stride: number): void;
}

/** Offsets in a GpuVertex: floats in words, packed directions in half words. */
const TO_NORMAL = GpuVertex.offsetOf('normal') / 2;
const TO_TANGENT = GpuVertex.offsetOf('tangent') / 2;
const TO_UV = GpuVertex.offsetOf('uv') / 4;

/** GpuVertex. Packed directly from the rows: separate columns of a million vertices would take another 50 MB. */
export const VTXS: VertexChunk = {
  words: () => GpuVertex.size / 4,
  isIn: () => true,
  pack(rows, out, at, stride) {
    const { floats, layout, bits } = rows;
    const { words, isBare } = layout;
    for (let p = 0, to = at; p < bits.length; p += words, to += stride) {
      out.floats[to] = floats[p] ?? 0;
      out.floats[to + 1] = floats[p + 1] ?? 0;
      out.floats[to + 2] = floats[p + 2] ?? 0;
      packNormal(rows, p, out, to, stride);
      // No tangent is packed as zeros.
      if (isBare) out.bits[to + TO_TANGENT_WORD] = 0;
      else packTangentOf(rows, p, out, to, stride);
      out.floats[to + TO_UV] = isBare ? 0 : (floats[p + UV] ?? 0);
      out.floats[to + TO_UV + 1] = isBare ? 0 : (floats[p + UV + 1] ?? 0);
    }
  },
};

/** Offset of the packed normal and tangent, a word each. */
const TO_NORMAL_WORD = TO_NORMAL / 2;
const TO_TANGENT_WORD = TO_TANGENT / 2;

/** Most rows of a flat mesh repeat the normal of the row before. */
function packNormal(
  { floats, bits, layout }: VertexRows,
  p: number,
  out: PackedWords,
  to: number,
  stride: number,
): void {
  const n = p + NORMAL;
  const m = n - layout.words;
  if (p > 0 && bits[n] === bits[m] && bits[n + 1] === bits[m + 1] && bits[n + 2] === bits[m + 2])
    out.bits[to + TO_NORMAL_WORD] = out.bits[to - stride + TO_NORMAL_WORD] ?? 0;
  else packOctahedral(floats[n] ?? 0, floats[n + 1] ?? 0, floats[n + 2] ?? 0, out.shorts, to * 2 + TO_NORMAL);
}

/** Rows without tangents repeat the one of the row before. */
function packTangentOf(
  { floats, bits, layout }: VertexRows,
  p: number,
  out: PackedWords,
  to: number,
  stride: number,
): void {
  const t = p + TANGENT;
  const u = t - layout.words;
  const isSame =
    p > 0 &&
    bits[t] === bits[u] &&
    bits[t + 1] === bits[u + 1] &&
    bits[t + 2] === bits[u + 2] &&
    bits[t + 3] === bits[u + 3];
  if (isSame) {
    out.bits[to + TO_TANGENT_WORD] = out.bits[to - stride + TO_TANGENT_WORD] ?? 0;
    return;
  }
  const handedness = floats[t + 3] ?? 0;
  packTangent(floats[t] ?? 0, floats[t + 1] ?? 0, floats[t + 2] ?? 0, handedness, out.shorts, to * 2 + TO_TANGENT);
}

const SKIN_WORDS = GpuSkinVertex.size / 4;

/** GpuSkinVertex: a vertex row contains its words as they are in the file. */
export const SKIN: VertexChunk = {
  words: () => SKIN_WORDS,
  isIn: ({ skin }) => skin >= 0,
  pack({ bits, layout }, out, at, stride) {
    for (let p = layout.skin, to = at; p < bits.length; p += layout.words, to += stride)
      for (let w = 0; w < SKIN_WORDS; w++) out.bits[to + w] = bits[p + w] ?? 0;
  },
};

/** The values of CLR0, in the format of the layout. */
export const CLR0: VertexChunk = {
  words: ({ colorFormat }) => (colorFormat === 'unorm8' ? 1 : 2),
  isIn: ({ color }) => color >= 0,
  pack(rows, out, at, stride) {
    const { values } = packColors(columns(rows, rows.layout.color, 4), rows.layout.colorFormat);
    copyWords(values, rows.count, out, at, stride);
  },
};

/** The second set of texture coordinates. */
export const UVS1: VertexChunk = {
  words: () => 2,
  isIn: ({ moreUvs }) => moreUvs.length > 0,
  pack({ floats, bits, layout }, out, at, stride) {
    const [column = 0] = layout.moreUvs;
    for (let p = column, to = at; p < bits.length; p += layout.words, to += stride) {
      out.floats[to] = floats[p] ?? 0;
      out.floats[to + 1] = floats[p + 1] ?? 0;
    }
  },
};

/** Keeps vertices separate that morph differently. MRPH is derived from it, but has no row per vertex. */
const MORPHS: VertexChunk = {
  words: () => 1,
  isIn: ({ morph }) => morph >= 0,
  pack({ bits, layout }, out, at, stride) {
    for (let p = layout.morph, to = at; p < bits.length; p += layout.words, to += stride) out.bits[to] = bits[p] ?? 0;
  },
};

const gridOf = ({ compact }: RowLayout): CompactLayout => {
  if (compact === undefined) throw new Error('the rows are not compact');
  return compact;
};

/** CompactVertex. */
export const VTXC: VertexChunk = {
  words: () => CompactVertex.size / 4,
  isIn: () => true,
  pack({ floats, layout, bits }, out, at, stride) {
    const from = { positions: floats, normals: floats, tangents: floats, uvs: floats };
    const packer = new CompactPacker(gridOf(layout).grid, from);
    for (let p = 0, to = at; p < bits.length; p += layout.words, to += stride)
      packer.pack(p, p + NORMAL, p + TANGENT, p + UV, out.shorts, to * 2);
  },
};

/** CompactSkinVertex or CompactSkinVertexWide. */
export const SKNC: VertexChunk = {
  words: (layout) => compactSkinSize(gridOf(layout).jointCount) / 4,
  isIn: ({ skin }) => skin >= 0,
  pack(rows, out, at, stride) {
    const { joints, weights } = skinColumns(rows);
    copyWords(packCompactSkin(joints, weights, gridOf(rows.layout).jointCount), rows.count, out, at, stride);
  },
};

/** Four joints and four weights of each row. */
export function skinColumns(rows: VertexRows): { readonly joints: Uint16Array; readonly weights: Float32Array } {
  const { bits, count, layout } = rows;
  const joints = new Uint16Array(count * 4);
  // By their bits: as floats, some would be NaN.
  for (let i = 0; i < joints.length; i++)
    joints[i] = (bits[(i >> 2) * layout.words + layout.skin + ((i >> 1) & 1)] ?? 0) >>> ((i & 1) * 16);
  return { joints, weights: columns(rows, layout.skin + 2, 4) };
}

/** The second set of texture coordinates, compact. */
export const UV1C: VertexChunk = {
  words: () => 1,
  isIn: UVS1.isIn,
  pack(rows, out, at, stride) {
    const [column = 0] = rows.layout.moreUvs;
    const { grid } = gridOf(rows.layout);
    copyWords(packCompactUvs1(columns(rows, column, 2), grid), rows.count, out, at, stride);
  },
};

/** Copies packed rows to their places. */
function copyWords(
  packed: Uint8Array | Uint16Array,
  count: number,
  out: PackedWords,
  at: number,
  stride: number,
): void {
  const bits = new Uint32Array(packed.buffer);
  const words = count === 0 ? 0 : bits.length / count;
  for (let i = 0; i < count; i++)
    for (let w = 0; w < words; w++) out.bits[at + i * stride + w] = bits[i * words + w] ?? 0;
}

const chunksOf = ({ compact }: RowLayout): readonly VertexChunk[] =>
  compact === undefined ? [VTXS, SKIN, CLR0, UVS1, MORPHS] : [VTXC, SKNC, CLR0, UV1C, MORPHS];

/** The payload of one chunk, over the rows of every submesh. */
export function packChunk(chunk: VertexChunk, parts: readonly VertexRows[]): Uint8Array {
  const size = parts.reduce((sum, rows) => sum + rows.count * chunk.words(rows.layout), 0);
  const out = wordsOf(new Uint32Array(size));
  let at = 0;
  for (const rows of parts) {
    const words = chunk.words(rows.layout);
    chunk.pack(rows, out, at, words);
    at += rows.count * words;
  }
  return new Uint8Array(out.bits.buffer);
}

/** Words of a vertex over all of its chunks. */
export function packedWords(layout: RowLayout): number {
  return chunksOf(layout).reduce((sum, chunk) => sum + (chunk.isIn(layout) ? chunk.words(layout) : 0), 0);
}

/** Writes the rows of all chunks side by side: equal ones are the same vertex in the file. */
export function packAllChunks(rows: VertexRows, bits: Uint32Array): void {
  const out = wordsOf(bits);
  const stride = packedWords(rows.layout);
  let at = 0;
  for (const chunk of chunksOf(rows.layout)) {
    if (!chunk.isIn(rows.layout)) continue;
    chunk.pack(rows, out, at, stride);
    at += chunk.words(rows.layout);
  }
}

function wordsOf(bits: Uint32Array): PackedWords {
  const { buffer, byteOffset, length } = bits;
  return {
    bits,
    floats: new Float32Array(buffer, byteOffset, length),
    shorts: new Int16Array(buffer, byteOffset, length * 2),
  };
}
