// Reorders the vertices of a mesh: moves rows, and updates all references to vertices.

import type { HmeshModel, Morphs, StoredVertices } from '@assetc/formats';
import { compactDeltas } from '../compact/stored-forms.js';

type Model = Omit<HmeshModel, 'materials'>;

/** `newIndices`: old index → new index. */
export function reorderVertices(model: Model, newIndices: Uint32Array): Model {
  const { skin, colors, uvs1, lods, lines, morphs, stored } = model;
  const movedMorphs = morphs && reorderMorphs(morphs, newIndices);
  const remap = (indices: ArrayLike<number>): Uint32Array => {
    const out = new Uint32Array(indices.length);
    for (let i = 0; i < out.length; i++) out[i] = newIndices[indices[i] ?? 0] ?? 0;
    return out;
  };
  return {
    ...model,
    vertices: moveRowsOf(model.vertices, newIndices),
    indices: remap(model.indices),
    meshletVertices: remap(model.meshletVertices),
    ...(skin && { skin: { ...skin, vertices: moveRowsOf(skin.vertices, newIndices) } }),
    ...(colors && { colors: { ...colors, values: moveRowsOf(colors.values, newIndices) } }),
    ...(uvs1 && { uvs1: moveRowsOf(uvs1, newIndices) }),
    ...(lods && { lods: { ...lods, indices: remap(lods.indices) } }),
    ...(lines && { lines: { ...lines, indices: remap(lines.indices) } }),
    ...(movedMorphs && { morphs: movedMorphs }),
    ...(stored && { stored: reorderStored(stored, newIndices, movedMorphs) }),
  };
}

/** Before streams are split. */
function reorderStored(
  { streams, compact }: StoredVertices,
  newIndices: Uint32Array,
  morphs: Morphs | undefined,
): StoredVertices {
  const { skin, uvs1 } = compact ?? {};
  return {
    streams: [moveRowsOf(streams[0], newIndices)],
    compact: compact && {
      grid: compact.grid,
      skin: skin && moveRowsOf(skin, newIndices),
      uvs1: uvs1 && moveRowsOf(uvs1, newIndices),
      morphs: morphs && compactDeltas(morphs, compact.grid),
    },
  };
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;

function moveRowsOf<T extends Uint8Array | Uint16Array | Float32Array>(rows: T, newIndices: Uint32Array): T {
  const out = rows.slice() as T;
  const width = newIndices.length === 0 ? 0 : rows.byteLength / newIndices.length;
  const isWords = width % WORD === 0 && rows.byteOffset % WORD === 0;
  if (isWords) moveRows(wordsOf(rows), wordsOf(out), width / WORD, newIndices);
  else moveRows(bytesOf(rows), bytesOf(out), width, newIndices);
  return out;
}

const bytesOf = (rows: ArrayBufferView): Uint8Array => new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
const wordsOf = (rows: ArrayBufferView): Uint32Array =>
  new Uint32Array(rows.buffer, rows.byteOffset, rows.byteLength / WORD);

function moveRows<T extends Uint8Array | Uint32Array>(rows: T, out: T, width: number, newIndices: Uint32Array): void {
  for (let i = 0; i < newIndices.length; i++) {
    const to = (newIndices[i] ?? 0) * width;
    const from = i * width;
    for (let c = 0; c < width; c++) out[to + c] = rows[from + c] ?? 0;
  }
}

/** Vertices of a target stay in ascending order. */
function reorderMorphs(morphs: Morphs, newIndices: Uint32Array): Morphs {
  const vertices = morphs.vertices.slice();
  const positions = morphs.positions.slice();
  const normals = morphs.normals.slice();
  const tangents = morphs.tangents.slice();
  for (const { firstEntry, entryCount, firstNormal, firstTangent, hasNormals, hasTangents } of morphs.targets) {
    const newNumber = (entry: number): number => newIndices[morphs.vertices[firstEntry + entry] ?? 0] ?? 0;
    const order = Uint32Array.from({ length: entryCount }, (_, i) => i).sort((a, b) => newNumber(a) - newNumber(b));
    for (const [to, from] of order.entries()) {
      vertices[firstEntry + to] = newNumber(from);
      copyDelta(morphs.positions, positions, firstEntry, from, to);
      if (hasNormals) copyDelta(morphs.normals, normals, firstNormal, from, to);
      if (hasTangents) copyDelta(morphs.tangents, tangents, firstTangent, from, to);
    }
  }
  return { ...morphs, vertices, positions, normals, tangents };
}

function copyDelta(source: Float32Array, out: Float32Array, first: number, from: number, to: number): void {
  for (let axis = 0; axis < 3; axis++) out[(first + to) * 3 + axis] = source[(first + from) * 3 + axis] ?? 0;
}
