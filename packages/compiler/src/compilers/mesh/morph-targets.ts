// Computes the morph targets of a submesh with final vertices: which of them each target moves, and its transformed deltas.
//
// A transformed vertex has the position M·p, so a delta is transformed by the linear part of M: exact. Its normal is the normalized C·n, with C the
// cofactors of M, so the delta is C·d / |C·n|: the sum has the direction of C·(n + w·d) for every weight, which is exact once it is
// normalized again. Tangents use the linear part in the same way.

import type { MorphDeltas } from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { roundUp } from '../../encoding/round-up.js';
import type { Matrix, MorphTargetModel, PrimitiveModel } from '../../model/scene/scene.js';
import { keptDeltas } from './scene/motion-groups.js';
import { linearPart, normalPart } from './vertices/transform-rows.js';
import type { VertexRows } from './vertices/vertex-rows.js';

interface Morphing {
  readonly rows: VertexRows;
  readonly primitive: Pick<PrimitiveModel, 'normals' | 'tangents' | 'targets' | 'origin'>;
  /** See motion-groups.ts. */
  readonly morphSources: Uint32Array;
  readonly copies: readonly Matrix[];
  /** Default weights of the targets; missing ones are 0. */
  readonly weights: readonly number[];
}

export interface SubmeshMorphs {
  readonly extent: number;
  /** Vertex indices are relative to the submesh. */
  readonly targets: readonly MorphDeltas[];
}

/** `file`: for diagnostics. */
export function morphTargets(morphing: Morphing, file: string): SubmeshMorphs {
  const { primitive, weights } = morphing;
  const moving = findMovingVertices(morphing);
  let extent = 0;
  const targets = (primitive.targets ?? []).map((target, i) => {
    const defaultWeight = weights[i] ?? 0;
    const { farthest, ...deltas } = transformTarget(keptDeltas(primitive, target), moving, morphing);
    extent += farthest * Math.max(1, Math.abs(defaultWeight));
    return { ...deltas, defaultWeight };
  });
  const rounded = roundUp(extent);
  if (!Number.isFinite(rounded))
    throw new AssetError({
      code: 'mesh/overflow',
      file,
      where: primitive.origin,
      message: "a morph target moves vertices out of the range of 32-bit floats after its node's transform is applied",
    });
  return { extent: rounded, targets };
}

interface MovingVertices {
  readonly vertices: Uint32Array;
  /** For each, the source vertex that represents its group, and the copy that it belongs to. */
  readonly sources: Uint32Array;
  readonly copies: Uint32Array;
}

function findMovingVertices({ rows, morphSources }: Morphing): MovingVertices {
  const { layout, bits, count } = rows;
  const numberOf = (vertex: number): number =>
    layout.morph < 0 ? 0 : (bits[vertex * layout.words + layout.morph] ?? 0);
  let length = 0;
  for (let vertex = 0; vertex < count; vertex++) if (numberOf(vertex) > 0) length++;
  const [vertices, sources, copies] = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  for (let vertex = 0, at = 0; vertex < count; vertex++) {
    const number = numberOf(vertex);
    if (number === 0) continue;
    vertices[at] = vertex;
    sources[at] = morphSources[(number - 1) % morphSources.length] ?? 0;
    copies[at++] = Math.floor((number - 1) / morphSources.length);
  }
  return { vertices, sources, copies };
}

/** Includes only vertices that it moves after the transform. */
function transformTarget(target: MorphTargetModel, moving: MovingVertices, { primitive, copies }: Morphing) {
  const length = moving.vertices.length * 3;
  const transformed = {
    positions: new Float32Array(length),
    normals: target.normals === undefined ? undefined : new Float32Array(length),
    tangents: target.tangents === undefined ? undefined : new Float32Array(length),
  };
  for (const [copy, matrix] of copies.entries()) {
    const [linear, forNormals] = [linearPart(matrix), normalPart(matrix)];
    for (let i = 0; i < moving.vertices.length; i++) {
      if (moving.copies[i] !== copy) continue;
      const source = moving.sources[i] ?? 0;
      if (target.positions) transformDelta(target.positions, source, linear, 1, transformed.positions, i * 3);
      if (target.normals && transformed.normals) {
        const scale = inverseLength(primitive.normals, source * 3, forNormals);
        transformDelta(target.normals, source, forNormals, scale, transformed.normals, i * 3);
      }
      if (target.tangents && transformed.tangents) {
        const scale = inverseLength(primitive.tangents, source * 4, linear);
        transformDelta(target.tangents, source, linear, scale, transformed.tangents, i * 3);
      }
    }
  }
  return removeStatic(moving.vertices, transformed);
}

interface TransformedDeltas {
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly tangents: Float32Array | undefined;
}

function removeStatic(vertices: Uint32Array, { positions, normals, tangents }: TransformedDeltas) {
  const lists = [positions, normals, tangents].flatMap((list) => list ?? []);
  const isNonZero = (list: Float32Array, i: number): boolean =>
    list[i * 3] !== 0 || list[i * 3 + 1] !== 0 || list[i * 3 + 2] !== 0;
  const kept: number[] = [];
  let farthest = 0;
  for (let i = 0; i < vertices.length; i++) {
    if (!lists.some((list) => isNonZero(list, i))) continue;
    kept.push(i);
    const [x = 0, y = 0, z = 0] = positions.subarray(i * 3, i * 3 + 3);
    farthest = Math.max(farthest, Math.sqrt(x * x + y * y + z * z));
  }
  const gather = (list: Float32Array): Float32Array => {
    const out = new Float32Array(kept.length * 3);
    for (const [to, from] of kept.entries()) out.set(list.subarray(from * 3, from * 3 + 3), to * 3);
    return out;
  };
  const gatherIfNonZero = (list: Float32Array | undefined): Float32Array | undefined =>
    list !== undefined && kept.some((i) => isNonZero(list, i)) ? gather(list) : undefined;
  return {
    vertices: Uint32Array.from(kept, (i) => vertices[i] ?? 0),
    positions: gather(positions),
    normals: gatherIfNonZero(normals),
    tangents: gatherIfNonZero(tangents),
    farthest,
  };
}

/** `out[at…]` = scale · matrix · the delta of a vertex. */
function transformDelta(
  deltas: Float32Array,
  vertex: number,
  m: Float64Array,
  scale: number,
  out: Float32Array,
  at: number,
): void {
  const [x = 0, y = 0, z = 0] = deltas.subarray(vertex * 3, vertex * 3 + 3);
  for (let row = 0; row < 3; row++)
    out[at + row] = ((m[row] ?? 0) * x + (m[row + 3] ?? 0) * y + (m[row + 6] ?? 0) * z) * scale + 0;
}

/** 1 / |matrix · direction|, or 0 if that has no length. */
function inverseLength(directions: Float32Array | undefined, at: number, m: Float64Array): number {
  const [x = 0, y = 0, z = 0] = directions?.subarray(at, at + 3) ?? [];
  let squared = 0;
  for (let row = 0; row < 3; row++) {
    const n = (m[row] ?? 0) * x + (m[row + 3] ?? 0) * y + (m[row + 6] ?? 0) * z;
    squared += n * n;
  }
  const length = Math.sqrt(squared);
  return length > 0 && length < Number.POSITIVE_INFINITY ? 1 / length : 0;
}
