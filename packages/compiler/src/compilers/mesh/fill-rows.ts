// Attributes of a primitive → the words of vertex rows. Bulk loops only: what a row means is said in vertex-rows.ts.
// −0 becomes 0, here (by `+ 0`) and wherever rows are placed: it is the same number, and its other bits kept equal vertices apart.

import type { PrimitiveModel } from '../../model/scene.js';
import { faceNormals } from './face-normals.js';
import { NORMAL, type RowLayout, TANGENT, UV } from './vertex-rows.js';

export interface FillOptions {
  /** Whether joints and weights of the source are wanted; else a skinned layout's words stay zero. */
  readonly skin?: boolean;
  /** For each row the number of what it moves like: morph-movers.ts. */
  readonly movers?: Uint32Array | undefined;
}

const FILL_DEFAULTS: Required<Pick<FillOptions, 'skin'>> = { skin: true };

/**
 * Row i is source vertex `vertices[i]`. Without normals `vertices` must be the corners of the triangles: flat normals belong
 * to corners and not to vertices.
 */
export function fillRows(
  bits: Uint32Array,
  floats: Float32Array,
  layout: RowLayout,
  primitive: PrimitiveModel,
  vertices: Uint32Array,
  options: FillOptions = {},
): void {
  const { skin, movers } = { ...FILL_DEFAULTS, ...options };
  const { words } = layout;
  bits.fill(0);
  copy(floats, words, 0, primitive.positions, 3, vertices);
  if (primitive.normals === undefined) fillFlatNormals(floats, words, primitive, vertices.length);
  else copy(floats, words, NORMAL, primitive.normals, 3, vertices);
  if (primitive.uvs !== undefined) copy(floats, words, UV, primitive.uvs, 2, vertices);
  if (primitive.tangents !== undefined) copy(floats, words, TANGENT, primitive.tangents, 4, vertices);
  if (layout.color >= 0) copyColors(floats, words, layout.color, primitive.colors, vertices);
  for (const [set, column] of layout.moreUvs.entries()) {
    const uvs = primitive.moreUvs?.[set];
    if (uvs !== undefined) copy(floats, words, column, uvs, 2, vertices);
  }
  for (const [set, column] of layout.moreColors.entries())
    copyColors(floats, words, column, primitive.moreColors?.[set], vertices);
  if (movers !== undefined) for (let i = 0; i < movers.length; i++) bits[i * words + layout.morph] = movers[i] ?? 0;
  if (skin && layout.skin >= 0) copySkin(bits, floats, layout, primitive, vertices);
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
    for (let c = 0; c < components; c++) rows[to + c] = (source[from + c] ?? 0) + 0;
  }
}

function fillFlatNormals(rows: Float32Array, words: number, primitive: PrimitiveModel, corners: number): void {
  const normals = faceNormals(primitive.positions, primitive.indices);
  for (let i = 0; i < corners; i++) {
    const to = i * words + NORMAL;
    const from = Math.floor(i / 3) * 3;
    rows[to] = (normals[from] ?? 0) + 0;
    rows[to + 1] = (normals[from + 1] ?? 0) + 0;
    rows[to + 2] = (normals[from + 2] ?? 0) + 0;
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
    for (let c = 0; c < 4; c++) floats[to + 2 + c] = (weights[from + c] ?? 0) / sum + 0;
  }
}
