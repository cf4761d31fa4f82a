// What every reduction of clusters reads of a mesh, in memory that all threads see: positions, what steers the simplifier, which
// vertices lie at one place, and which of those are kept apart by a seam that must stay one.

import { type HmeshModel, morphTargetAt, unpackColors, unpackVertices } from '@assetc/formats';
import { GpuSkinVertex, GpuVertex } from '@assetc/formats/layouts';
import { weldRows } from '@assetc/kernels';
import { unitPositions } from '../../../encoding/unit-positions.js';
import { sharedBytes, sharedFloats, sharedWords } from '../shared-words.js';

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
  /** Three a vertex, multiplied by `scale`. */
  readonly positions: Float32Array;
  readonly scale: number;
  /** As many a vertex as there are weights. */
  readonly attributes: Float32Array;
  readonly weights: readonly number[];
  /** Vertex → place: equal for vertices at one position of one space. */
  readonly places: Uint32Array;
  readonly placeCount: number;
  /** Vertex → the first that differs from it in normals and tangents at most. */
  readonly firsts: Uint32Array;
  /** What breaks at the place of each vertex: nothing but normals, texture coordinates and the like, or materials. */
  readonly seams: Uint8Array;
  /** Vertex → submesh. */
  readonly submeshes: Uint32Array;
}

/** Relative to the extent of what is reduced. */
const NORMAL_WEIGHT = 0.5;
const UV_WEIGHT = 1;
const COLOR_WEIGHT = 1;
const SKIN_WEIGHT = 1;
/** More numbers than this a vertex the simplifier does not take. */
const MOST = 32;
/** Of more kinds of vertices at one place than this some stay apart: a million corners of a fan would take hours. */
const MOST_KINDS = 64;

/** `spaces`: which space each submesh is in; what is in different spaces is not near. */
export function clusterSource(mesh: Clusterable, spaces: readonly number[]): ClusterSource {
  const vertexCount = mesh.vertices.length / GpuVertex.size;
  const { positions, normals, uvs } = unpackVertices(mesh.vertices);
  const submeshes = submeshOfVertices(mesh, vertexCount);
  const welded = weldRows(vertexCount, 4, (bits, floats) => {
    for (let i = 0; i < vertexCount; i++) {
      // Adding zero turns −0 into 0: the same place.
      for (let axis = 0; axis < 3; axis++) floats[i * 4 + axis] = (positions[i * 3 + axis] ?? 0) + 0;
      bits[i * 4 + 3] = spaces[submeshes[i] ?? 0] ?? 0;
    }
  });
  const places = sharedWords(vertexCount);
  places.set(welded.remap);
  const shared = sharedFloats(positions.length);
  shared.set(positions);
  const unit = unitPositions(shared);
  const sets = attributeSets(mesh, normals, uvs, vertexCount, unit.scale);
  return {
    vertexCount,
    positions: unit.positions,
    scale: unit.scale,
    ...interleave(sets, vertexCount),
    places,
    placeCount: welded.uniqueCount,
    ...findSeams(mesh, places, welded.uniqueCount, submeshes),
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
    const taken = sets.reduce((sum, { width }) => sum + width, 0);
    const slots = Math.min(Math.floor((MOST - taken) / 3), mesh.morphs.targets.length);
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

/** What targets do to positions; where there are more targets than slots, several are added up in one. */
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

/** Vertices at one place are held against those there that came before. */
function findSeams(
  mesh: Clusterable,
  places: Uint32Array,
  placeCount: number,
  submeshes: Uint32Array,
): Pick<ClusterSource, 'firsts' | 'seams'> {
  const heads = new Int32Array(placeCount).fill(-1);
  const next = new Int32Array(places.length).fill(-1);
  const atPlace = new Uint8Array(placeCount);
  const firsts = sharedWords(places.length);
  const columns = seamColumns(mesh);
  for (let i = 0; i < places.length; i++) {
    const place = places[i] ?? 0;
    firsts[i] = i;
    let at = heads[place] ?? -1;
    for (let looked = 0; at >= 0 && looked < MOST_KINDS; at = next[at] ?? -1, looked++) {
      if (submeshes[i] !== submeshes[at]) atPlace[place] = MATERIAL_SEAM;
      else if (columns.every((column) => column(i, at))) {
        firsts[i] = at;
        break;
      } else if (atPlace[place] === 0) atPlace[place] = UV_SEAM;
    }
    if (firsts[i] !== i) continue;
    next[i] = heads[place] ?? -1;
    heads[place] = i;
  }
  const seams = sharedBytes(places.length);
  for (let i = 0; i < places.length; i++) seams[i] = atPlace[places[i] ?? 0] ?? 0;
  return { firsts, seams };
}

/** Each tells whether two vertices agree. */
function seamColumns({ vertices, skin, colors, uvs1 }: Clusterable): readonly ((a: number, b: number) => boolean)[] {
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
