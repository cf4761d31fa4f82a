// Single morph targets, and applying them to vertices.

import type { Morphs } from './optional-model.js';
import type { VertexAttributes } from './vertex-attributes.js';

/** One target: views of the mesh's arrays. */
export interface MorphDeltas {
  /** Vertices that it moves, ascending. */
  readonly vertices: Uint32Array;
  /** Three floats for each of them. */
  readonly positions: Float32Array;
  readonly normals?: Float32Array | undefined;
  readonly tangents?: Float32Array | undefined;
  readonly defaultWeight: number;
}

/**
 * The target in row `index` of the table: the number that clips and names count by.
 *
 * @example
 * for (let i = 0; i < morphs.targets.length; i++) applyMorph(morphTargetAt(morphs, i), weights[i] ?? 0, attributes);
 */
export function morphTargetAt(morphs: Morphs, index: number): MorphDeltas {
  const target = morphs.targets[index];
  if (target === undefined) throw new RangeError(`there is no morph target ${index}`);
  const { firstEntry, entryCount, firstNormal, firstTangent, hasNormals, hasTangents, defaultWeight } = target;
  const cut = (list: Float32Array, first: number) => list.subarray(first * 3, (first + entryCount) * 3);
  return {
    vertices: morphs.vertices.subarray(firstEntry, firstEntry + entryCount),
    positions: cut(morphs.positions, firstEntry),
    normals: hasNormals ? cut(morphs.normals, firstNormal) : undefined,
    tangents: hasTangents ? cut(morphs.tangents, firstTangent) : undefined,
    defaultWeight,
  };
}

/** Adds a weighted target to the result of `unpackVertices`. Normals and tangents are not normalized again. */
export function applyMorph(target: MorphDeltas, weight: number, vertices: VertexAttributes): void {
  addDeltas(target.vertices, target.positions, weight, vertices.positions, 3);
  if (target.normals) addDeltas(target.vertices, target.normals, weight, vertices.normals, 3);
  if (target.tangents) addDeltas(target.vertices, target.tangents, weight, vertices.tangents, 4);
}

function addDeltas(
  vertices: Uint32Array,
  deltas: Float32Array,
  weight: number,
  into: Float32Array,
  stride: number,
): void {
  for (let i = 0; i < vertices.length; i++)
    for (let axis = 0; axis < 3; axis++) {
      const at = (vertices[i] ?? 0) * stride + axis;
      into[at] = (into[at] ?? 0) + weight * (deltas[i * 3 + axis] ?? 0);
    }
}
