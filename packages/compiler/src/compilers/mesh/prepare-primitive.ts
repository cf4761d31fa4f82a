// One source primitive → unique vertex rows and indices over them, still in the source's own space.
// Tangents are made on unwelded corners, as MikkTSpace wants it. Welding goes in two steps: source vertices first, then
// corners as (vertex, tangent) pairs, which gives the same classes as welding whole corners at under half the memory.

import { weldRows } from '@assetc/kernels';
import type { PrimitiveModel } from '../../model/scene.js';
import { faceNormals } from './face-normals.js';
import { makeTangents, type TangentMethod } from './tangents.js';
import { usedVertices } from './used-vertices.js';
import { NORMAL, type RowLayout, rowsOf, TANGENT, UV, type VertexRows } from './vertex-rows.js';

export interface Prepared {
  readonly rows: VertexRows;
  readonly indices: Uint32Array;
  readonly hasTangents: boolean;
}

/** `withSkin`: whether joints and weights of the source are wanted; else a skinned layout's words stay zero. */
export async function preparePrimitive(
  primitive: PrimitiveModel,
  layout: RowLayout,
  withSkin: boolean,
  tangents: TangentMethod | 'none',
): Promise<Prepared> {
  const welded = weldSource(primitive, layout, withSkin);
  if (primitive.tangents !== undefined) return { ...welded, hasTangents: true };
  if (primitive.uvs === undefined || tangents === 'none') return { ...welded, hasTangents: false };
  const { rows, indices } = welded;
  const split = await makeTangents(rows, indices, tangents, (made) => splitByTangent(rows, indices, made));
  return { ...split, hasTangents: true };
}

function weldSource(
  primitive: PrimitiveModel,
  layout: RowLayout,
  withSkin: boolean,
): { readonly rows: VertexRows; readonly indices: Uint32Array } {
  const flat = primitive.normals === undefined;
  // Flat normals belong to corners, so every corner becomes a vertex until welding joins what is equal.
  const { vertices, indices } = flat
    ? { vertices: primitive.indices, indices: undefined }
    : usedVertices(primitive.indices);
  const normals = primitive.normals ?? faceNormals(primitive.positions, primitive.indices);
  const { remap, rows } = weldRows(vertices.length, layout.words, (bits, floats) => {
    bits.fill(0);
    copy(floats, layout.words, 0, primitive.positions, 3, vertices);
    if (flat) copyPerFace(floats, layout.words, normals, vertices.length);
    else copy(floats, layout.words, NORMAL, normals, 3, vertices);
    if (primitive.uvs !== undefined) copy(floats, layout.words, UV, primitive.uvs, 2, vertices);
    if (primitive.tangents !== undefined) copy(floats, layout.words, TANGENT, primitive.tangents, 4, vertices);
    if (layout.color >= 0) copyColors(floats, layout.words, layout.color, primitive.colors, vertices);
    for (const [set, column] of layout.moreUvs.entries()) {
      const uvs = primitive.moreUvs?.[set];
      if (uvs !== undefined) copy(floats, layout.words, column, uvs, 2, vertices);
    }
    for (const [set, column] of layout.moreColors.entries())
      copyColors(floats, layout.words, column, primitive.moreColors?.[set], vertices);
    if (withSkin && layout.skin >= 0) copySkin(bits, floats, layout, primitive, vertices);
  });
  return { rows: rowsOf(layout, rows), indices: indices === undefined ? remap : through(remap, indices) };
}

function through(remap: Uint32Array, indices: Uint32Array): Uint32Array {
  const out = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) out[i] = remap[indices[i] ?? 0] ?? 0;
  return out;
}

function copy(
  rows: Float32Array,
  words: number,
  column: number,
  source: Float32Array,
  components: number,
  vertices: Uint32Array,
): void {
  for (let i = 0; i < vertices.length; i++) {
    const to = i * words + column;
    const from = (vertices[i] ?? 0) * components;
    for (let c = 0; c < components; c++) rows[to + c] = source[from + c] ?? 0;
  }
}

function copyPerFace(rows: Float32Array, words: number, normals: Float32Array, corners: number): void {
  for (let i = 0; i < corners; i++) {
    const to = i * words + NORMAL;
    const from = Math.floor(i / 3) * 3;
    rows[to] = normals[from] ?? 0;
    rows[to + 1] = normals[from + 1] ?? 0;
    rows[to + 2] = normals[from + 2] ?? 0;
  }
}

/** White, where only other primitives of the file have colours. */
function copyColors(
  rows: Float32Array,
  words: number,
  column: number,
  colors: Float32Array | undefined,
  vertices: Uint32Array,
): void {
  if (colors !== undefined) copy(rows, words, column, colors, 4, vertices);
  else for (let i = 0; i < vertices.length; i++) rows.fill(1, i * words + column, i * words + column + 4);
}

/** Weights are normalised here; a vertex without any is bound to joint 0. */
function copySkin(
  bits: Uint32Array,
  floats: Float32Array,
  layout: RowLayout,
  { joints, weights }: PrimitiveModel,
  vertices: Uint32Array,
): void {
  if (joints === undefined || weights === undefined) return;
  for (let i = 0; i < vertices.length; i++) {
    const to = i * layout.words + layout.skin;
    const from = (vertices[i] ?? 0) * 4;
    let sum = 0;
    for (let c = 0; c < 4; c++) sum += weights[from + c] ?? 0;
    if (!(sum > 0)) {
      floats[to + 2] = 1;
      continue;
    }
    bits[to] = (joints[from] ?? 0) | ((joints[from + 1] ?? 0) << 16);
    bits[to + 1] = (joints[from + 2] ?? 0) | ((joints[from + 3] ?? 0) << 16);
    for (let c = 0; c < 4; c++) floats[to + 2 + c] = (weights[from + c] ?? 0) / sum;
  }
}

function splitByTangent(
  rows: VertexRows,
  indices: Uint32Array,
  tangents: Float32Array,
): { readonly rows: VertexRows; readonly indices: Uint32Array } {
  const { words } = rows.layout;
  const pair = 5;
  const welded = weldRows(indices.length, pair, (bits, floats) => {
    for (let i = 0; i < indices.length; i++) {
      bits[i * pair] = indices[i] ?? 0;
      for (let c = 0; c < 4; c++) floats[i * pair + 1 + c] = tangents[i * 4 + c] ?? 0;
    }
  });
  const bits = new Uint32Array(welded.uniqueCount * words);
  for (let i = 0; i < welded.uniqueCount; i++) {
    const from = (welded.rows[i * pair] ?? 0) * words;
    const to = i * words;
    for (let w = 0; w < words; w++) bits[to + w] = rows.bits[from + w] ?? 0;
    for (let c = 0; c < 4; c++) bits[to + TANGENT + c] = welded.rows[i * pair + 1 + c] ?? 0;
  }
  return { rows: rowsOf(rows.layout, bits), indices: welded.remap };
}
