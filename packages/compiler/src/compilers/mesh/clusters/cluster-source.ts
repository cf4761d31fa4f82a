// The data of a mesh that every cluster reduction reads, in shared memory: positions, attributes for the simplifier, which vertices share a
// position, and which of those are separated by a seam that must be kept.

import { type HmeshModel, morphTargetAt, unpackColors, unpackVertices } from '@assetc/formats';
import { GpuSkinVertex, GpuVertex } from '@assetc/formats/layouts';
import { numberRows } from '@assetc/kernels';
import { unitPositions } from '../../../encoding/mesh/unit-positions.js';
import { sharedBytes, sharedFloats, sharedWords } from '../vertices/shared-words.js';

/** What a mesh must have to be clustered. */
export type Clusterable = Pick<
  HmeshModel,
  | 'vertices'
  | 'submeshes'
  | 'meshlets'
  | 'meshletVertices'
  | 'meshletTriangles'
  | 'meshletBounds'
  | 'skin'
  | 'colors'
  | 'uvs1'
  | 'morphs'
>;

/** Values of `seams`. */
export const UV_SEAM = 1;
export const MATERIAL_SEAM = 2;

export interface ClusterSource {
  readonly vertexCount: number;
  /** Three per vertex, multiplied by `scale`. */
  readonly positions: Float32Array;
  readonly scale: number;
  /** One per weight for each vertex. */
  readonly attributes: Float32Array;
  readonly weights: readonly number[];
  /** Vertex → position id: equal for vertices at the same position in the same space. */
  readonly positionIds: Uint32Array;
  readonly positionCount: number;
  /** Vertex → the first vertex that differs from it at most in normals and tangents. */
  readonly representatives: Uint32Array;
  /** What differs at the position of each vertex: at most normals (0), other attributes (UV_SEAM), or materials (MATERIAL_SEAM). */
  readonly seams: Uint8Array;
  /** Vertex → submesh. */
  readonly submeshes: Uint32Array;
}

/** Relative to the extent of what is reduced. */
const NORMAL_WEIGHT = 0.5;
const UV_WEIGHT = 1;
const COLOR_WEIGHT = 1;
const SKIN_WEIGHT = 1;
/** The simplifier supports at most this many numbers per vertex. */
const MAX_ATTRIBUTES = 32;
/** If a position has more distinct vertices, some are not merged: a fan with a million corners would take hours. */
const MAX_CANDIDATES = 64;

/** `spaces`: the space of each submesh; submeshes in different spaces are never neighbors. */
export function buildClusterSource(mesh: Clusterable, spaces: readonly number[]): ClusterSource {
  const vertexCount = mesh.vertices.length / GpuVertex.size;
  const { positions, normals, uvs } = unpackVertices(mesh.vertices);
  const submeshes = submeshOfVertices(mesh, vertexCount);
  const welded = numberRows(vertexCount, 4, (bits, floats) => {
    for (let i = 0; i < vertexCount; i++) {
      // Adding zero converts −0 to 0, the same position.
      for (let axis = 0; axis < 3; axis++) floats[i * 4 + axis] = (positions[i * 3 + axis] ?? 0) + 0;
      bits[i * 4 + 3] = spaces[submeshes[i] ?? 0] ?? 0;
    }
  });
  const positionIds = sharedWords(vertexCount);
  positionIds.set(welded.remap);
  const shared = sharedFloats(positions.length);
  shared.set(positions);
  const unit = unitPositions(shared);
  const sets = attributeSets(mesh, normals, uvs, vertexCount, unit.scale);
  return {
    vertexCount,
    positions: unit.positions,
    scale: unit.scale,
    ...interleave(sets, vertexCount),
    positionIds,
    positionCount: welded.uniqueCount,
    ...findSeams(mesh, positionIds, welded.uniqueCount, submeshes),
    submeshes,
  };
}

function submeshOfVertices({ submeshes, meshlets, meshletVertices }: Clusterable, count: number): Uint32Array {
  const out = sharedWords(count);
  for (const [i, { firstMeshlet, meshletCount }] of submeshes.entries())
    for (let m = firstMeshlet; m < firstMeshlet + meshletCount; m++) {
      const first = meshlets[m * 4] ?? 0;
      const end = first + (meshlets[m * 4 + 1] ?? 0);
      for (let at = first; at < end; at++) out[meshletVertices[at] ?? 0] = i;
    }
  return out;
}

interface AttributeSet {
  readonly values: Float32Array;
  readonly width: number;
  readonly weight: number;
}

function attributeSets(
  mesh: Clusterable,
  normals: Float32Array,
  uvs: Float32Array,
  vertexCount: number,
  scale: number,
): readonly AttributeSet[] {
  const sets: AttributeSet[] = [{ values: normals, width: 3, weight: NORMAL_WEIGHT }];
  if (uvs.some((value) => value !== 0)) sets.push({ values: uvs, width: 2, weight: UV_WEIGHT });
  if (mesh.colors) sets.push({ values: unpackColors(mesh.colors), width: 4, weight: COLOR_WEIGHT });
  if (mesh.uvs1) sets.push({ values: mesh.uvs1, width: 2, weight: UV_WEIGHT });
  if (mesh.skin) sets.push({ values: weightsOf(mesh.skin.vertices, vertexCount), width: 4, weight: SKIN_WEIGHT });
  if (mesh.morphs && mesh.morphs.targets.length > 0) {
    const usedCount = sets.reduce((sum, { width }) => sum + width, 0);
    const slots = Math.min(Math.floor((MAX_ATTRIBUTES - usedCount) / 3), mesh.morphs.targets.length);
    for (const values of morphSums(mesh.morphs, slots, vertexCount, scale)) sets.push({ values, width: 3, weight: 1 });
  }
  return sets;
}

function weightsOf(bytes: Uint8Array, count: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = GpuSkinVertex.offsetOf('weights');
  const out = new Float32Array(count * 4);
  for (let i = 0; i < out.length; i++) out[i] = view.getFloat32((i >> 2) * GpuSkinVertex.size + at + (i & 3) * 4, true);
  return out;
}

/** Position deltas of targets; if there are more targets than slots, several are added up in one. */
function morphSums(
  morphs: NonNullable<Clusterable['morphs']>,
  slots: number,
  count: number,
  scale: number,
): readonly Float32Array[] {
  const sums = Array.from({ length: slots }, () => new Float32Array(count * 3));
  for (let t = 0; t < morphs.targets.length && slots > 0; t++) {
    const { vertices, positions } = morphTargetAt(morphs, t);
    const sum = sums[t % slots];
    for (let i = 0; sum !== undefined && i < vertices.length; i++)
      for (let axis = 0; axis < 3; axis++) {
        const at = (vertices[i] ?? 0) * 3 + axis;
        sum[at] = (sum[at] ?? 0) + (positions[i * 3 + axis] ?? 0) * scale;
      }
  }
  return sums;
}

function interleave(sets: readonly AttributeSet[], count: number): Pick<ClusterSource, 'attributes' | 'weights'> {
  const weights = sets.flatMap(({ width, weight }) => new Array<number>(width).fill(weight));
  const stride = weights.length;
  const attributes = sharedFloats(count * stride);
  let first = 0;
  for (const { values, width } of sets) {
    for (let i = 0; i < count; i++)
      for (let c = 0; c < width; c++) attributes[i * stride + first + c] = values[i * width + c] ?? 0;
    first += width;
  }
  return { attributes, weights };
}

/** Compares the vertices at each position with earlier ones there. */
function findSeams(
  mesh: Clusterable,
  positionIds: Uint32Array,
  positionCount: number,
  submeshes: Uint32Array,
): Pick<ClusterSource, 'representatives' | 'seams'> {
  const heads = new Int32Array(positionCount).fill(-1);
  const next = new Int32Array(positionIds.length).fill(-1);
  const seamAtPosition = new Uint8Array(positionCount);
  const representatives = sharedWords(positionIds.length);
  const comparators = attributeComparators(mesh);
  for (let i = 0; i < positionIds.length; i++) {
    const position = positionIds[i] ?? 0;
    representatives[i] = i;
    let at = heads[position] ?? -1;
    for (let checked = 0; at >= 0 && checked < MAX_CANDIDATES; at = next[at] ?? -1, checked++) {
      if (submeshes[i] !== submeshes[at]) seamAtPosition[position] = MATERIAL_SEAM;
      else if (comparators.every((column) => column(i, at))) {
        representatives[i] = at;
        break;
      } else if (seamAtPosition[position] === 0) seamAtPosition[position] = UV_SEAM;
    }
    if (representatives[i] !== i) continue;
    next[i] = heads[position] ?? -1;
    heads[position] = i;
  }
  const seams = sharedBytes(positionIds.length);
  for (let i = 0; i < positionIds.length; i++) seams[i] = seamAtPosition[positionIds[i] ?? 0] ?? 0;
  return { representatives, seams };
}

/** Each compares one attribute of two vertices. */
function attributeComparators({
  vertices,
  skin,
  colors,
  uvs1,
}: Clusterable): readonly ((a: number, b: number) => boolean)[] {
  const words = (bytes: ArrayBufferView, rowBytes: number, first: number, last: number) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (a: number, b: number): boolean => {
      for (let at = first; at < last; at += 4)
        if (view.getUint32(a * rowBytes + at, true) !== view.getUint32(b * rowBytes + at, true)) return false;
      return true;
    };
  };
  const uv = GpuVertex.offsetOf('uv');
  return [
    words(vertices, GpuVertex.size, uv, uv + 8),
    ...(skin ? [words(skin.vertices, GpuSkinVertex.size, 0, GpuSkinVertex.size)] : []),
    ...(colors
      ? [words(colors.values, 4 * colors.values.BYTES_PER_ELEMENT, 0, 4 * colors.values.BYTES_PER_ELEMENT)]
      : []),
    ...(uvs1 ? [words(uvs1, 8, 0, 8)] : []),
  ];
}
