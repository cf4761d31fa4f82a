// Writes the attributes of a primitive to vertex rows, whose words are documented in vertex-rows.ts. Bulk loops only.
// −0 becomes 0, here (by `+ 0`) and in all row transforms: the value is equal, but the different bits would keep equal vertices separate.

import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { faceNormals } from '../surface/face-normals.js';
import { NORMAL, type RowLayout, TANGENT, UV } from './vertex-rows.js';

export interface FillOptions {
  /** Whether to write joints and weights of the source; otherwise a skinned layout's words stay zero. */
  readonly skin?: boolean;
  /** The motion group of each row: see motion-groups.ts. */
  readonly motionGroups?: Uint32Array | undefined;
  /** Three numbers per corner of a primitive without normals; if absent, they are flat. */
  readonly cornerNormals?: Float32Array | undefined;
}

const FILL_DEFAULTS: Required<Pick<FillOptions, 'skin'>> = { skin: true };

/**
 * Row i is source vertex `vertices[i]`. Without normals, `vertices` must be the corners of the triangles: computed normals belong to corners,
 * not to vertices.
 */
export function fillRows(
  bits: Uint32Array,
  floats: Float32Array,
  layout: RowLayout,
  primitive: PrimitiveModel,
  vertices: Uint32Array,
  options: FillOptions = {},
): void {
  const { skin, motionGroups, cornerNormals } = { ...FILL_DEFAULTS, ...options };
  const { words } = layout;
  bits.fill(0);
  copyAttribute(floats, words, 0, primitive.positions, 3, vertices);
  if (primitive.normals !== undefined) copyAttribute(floats, words, NORMAL, primitive.normals, 3, vertices);
  else if (cornerNormals !== undefined) fillCornerNormals(floats, words, cornerNormals, vertices.length);
  else fillFlatNormals(floats, words, primitive, vertices.length);
  if (primitive.uvs !== undefined) copyAttribute(floats, words, UV, primitive.uvs, 2, vertices);
  if (primitive.tangents !== undefined) copyAttribute(floats, words, TANGENT, primitive.tangents, 4, vertices);
  if (layout.color >= 0) copyColors(floats, words, layout.color, primitive.colors, vertices);
  for (const [set, column] of layout.moreUvs.entries()) {
    const uvs = primitive.moreUvs?.[set];
    if (uvs !== undefined) copyAttribute(floats, words, column, uvs, 2, vertices);
  }
  for (const [set, column] of layout.moreColors.entries())
    copyColors(floats, words, column, primitive.moreColors?.[set], vertices);
  if (motionGroups !== undefined)
    for (let i = 0; i < motionGroups.length; i++) bits[i * words + layout.morph] = motionGroups[i] ?? 0;
  if (skin && layout.skin >= 0) copySkin(bits, floats, layout, primitive, vertices);
}

function copyAttribute(
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

function fillCornerNormals(rows: Float32Array, words: number, normals: Float32Array, corners: number): void {
  for (let i = 0; i < corners; i++) {
    const to = i * words + NORMAL;
    for (let axis = 0; axis < 3; axis++) rows[to + axis] = (normals[i * 3 + axis] ?? 0) + 0;
  }
}

/** White, if only other primitives of the file have colors. */
function copyColors(
  rows: Float32Array,
  words: number,
  column: number,
  colors: Float32Array | undefined,
  vertices: Uint32Array,
): void {
  if (colors !== undefined) copyAttribute(rows, words, column, colors, 4, vertices);
  else for (let i = 0; i < vertices.length; i++) rows.fill(1, i * words + column, i * words + column + 4);
}

/** Normalizes weights; a vertex without any is bound to joint 0. */
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
