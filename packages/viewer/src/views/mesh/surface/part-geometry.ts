// Geometries in which every meshlet or cluster has its own vertices and color; and one with tangents, which a draw lacks if its material
// does not use them. The draw's object draws them instead of its own.

import {
  type Hmesh,
  unpackSkinVertices,
  unpackStoredVertices,
  unpackVertices,
  type VertexAttributes,
} from '@assetc/formats';
import * as THREE from 'three';
import { partColor } from './part-color.js';

/** Words per row of `meshlets`. */
const MESHLET_WORDS = 4;

/** A list of pieces. Each has entries in a list of vertices, and triangles with indices into these entries. */
export interface Pieces {
  readonly count: number;
  readonly vertices: Uint16Array | Uint32Array;
  /** Three indices per triangle, local to the piece. */
  readonly triangles: Uint8Array;
  /** First entry, number of entries, first triangle and number of triangles of a piece. */
  place(piece: number): readonly [number, number, number, number];
}

/** The vertices of a mesh, unpacked once for all geometries. */
export class MeshVertices {
  readonly mesh: Hmesh;
  /** Positions are in the units of a draw: its object, or its skin, has the step and the offset of compact vertices. */
  readonly unpacked: VertexAttributes;
  readonly skin: ReturnType<typeof unpackSkinVertices> | undefined;

  /** Units of the mesh per unit of a draw's positions: the step of compact vertices, else 1. */
  readonly step: number;

  constructor(mesh: Hmesh) {
    this.mesh = mesh;
    const grid = mesh.stored?.compact?.grid;
    const vertices = mesh.stored ? unpackStoredVertices(mesh.stored) : unpackVertices(mesh.vertices);
    this.step = grid && grid.step > 0 ? grid.step : 1;
    this.unpacked = grid ? { ...vertices, positions: inSteps(vertices.positions, grid.offset, this.step) } : vertices;
    this.skin = mesh.skin && unpackSkinVertices(mesh.skin.vertices);
  }

  /** A geometry with the attributes of these vertices, in this order. */
  pick(list: ArrayLike<number>): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    const { positions, normals, tangents, uvs } = this.unpacked;
    geometry.setAttribute('position', new THREE.BufferAttribute(gather(positions, 3, list), 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(gather(normals, 3, list), 3));
    geometry.setAttribute('tangent', new THREE.BufferAttribute(gather(tangents, 4, list), 4));
    geometry.setAttribute('uv', new THREE.BufferAttribute(gather(uvs, 2, list), 2));
    if (this.skin !== undefined) {
      const joints = new Uint16Array(list.length * 4);
      for (let i = 0; i < list.length; i++)
        for (let k = 0; k < 4; k++) joints[i * 4 + k] = this.skin.joints[(list[i] ?? 0) * 4 + k] ?? 0;
      geometry.setAttribute('skinIndex', new THREE.BufferAttribute(joints, 4));
      geometry.setAttribute('skinWeight', new THREE.BufferAttribute(gather(this.skin.weights, 4, list), 4));
    }
    return geometry;
  }
}

const inSteps = (positions: Float32Array, offset: readonly number[], step: number): Float32Array =>
  positions.map((value, i) => (value - (offset[i % 3] ?? 0)) / step);

function gather(values: Float32Array, width: number, list: ArrayLike<number>): Float32Array {
  const out = new Float32Array(list.length * width);
  for (let i = 0; i < list.length; i++) {
    const from = (list[i] ?? 0) * width;
    for (let k = 0; k < width; k++) out[i * width + k] = values[from + k] ?? 0;
  }
  return out;
}

const meshletsOf = ({ meshlets, meshletVertices, meshletTriangles }: Hmesh): Pieces => ({
  count: meshlets.length / MESHLET_WORDS,
  vertices: meshletVertices,
  triangles: meshletTriangles,
  place: (piece) => {
    const [first = 0, entries = 0, triangle = 0, triangles = 0] = meshlets.subarray(piece * 4, piece * 4 + 4);
    return [first, entries, triangle, triangles];
  },
});

/** The meshlets of a submesh, each with its own color. */
export function meshletGeometry(all: MeshVertices, submesh: number): THREE.BufferGeometry {
  const pieces = meshletsOf(all.mesh);
  const { firstMeshlet = 0, meshletCount = 0 } = all.mesh.submeshes[submesh] ?? {};
  return pieceGeometry(
    all,
    pieces,
    Array.from({ length: meshletCount }, (_, i) => firstMeshlet + i),
  ).geometry;
}

interface PieceGeometry {
  readonly geometry: THREE.BufferGeometry;
  /** First index and number of indices of each piece in the list. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** A geometry of these pieces, in order. */
export function pieceGeometry(all: MeshVertices, pieces: Pieces, list: readonly number[]): PieceGeometry {
  const vertices: number[] = [];
  const index: number[] = [];
  const owner: number[] = [];
  const ranges = list.map((piece) => {
    const [first, entries, triangle, triangles] = pieces.place(piece);
    const base = vertices.length;
    for (let i = 0; i < entries; i++) {
      vertices.push(pieces.vertices[first + i] ?? 0);
      owner.push(piece);
    }
    const start = index.length;
    for (let i = 0; i < triangles * 3; i++) index.push(base + (pieces.triangles[triangle * 3 + i] ?? 0));
    return [start, triangles * 3] as const;
  });
  const geometry = all.pick(vertices);
  geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(index), 1));
  const colors = new Float32Array(owner.length * 3);
  for (let i = 0; i < owner.length; i++) partColor(owner[i] ?? 0, colors, i * 3);
  geometry.setAttribute('part', new THREE.BufferAttribute(colors, 3));
  return { geometry, ranges };
}

/** A submesh with all attributes, at one level; 0 is the full mesh. `colors`: of each vertex of the mesh. */
export function fullGeometry(
  all: MeshVertices,
  submesh: number,
  level: number,
  colors?: Float32Array,
): THREE.BufferGeometry {
  const indices = indicesOf(all.mesh, submesh, level);
  const used = [...new Set(indices)];
  const at = new Map(used.map((vertex, i) => [vertex, i]));
  const geometry = all.pick(used);
  geometry.setIndex(
    new THREE.BufferAttribute(
      Uint32Array.from(indices, (vertex) => at.get(vertex) ?? 0),
      1,
    ),
  );
  if (colors !== undefined) geometry.setAttribute('part', new THREE.BufferAttribute(gather(colors, 3, used), 3));
  return geometry;
}

/** A stalled level equals the one before it. */
export function indicesOf(
  { lods, indices, submeshes }: Hmesh,
  submesh: number,
  level: number,
): Uint16Array | Uint32Array {
  for (let each = level; each > 0 && lods !== undefined; each--) {
    const row = submesh * lods.lodCount + each - 1;
    const [first = 0, count = 0] = lods.ranges.subarray(row * 2, row * 2 + 2);
    if (count > 0) return lods.indices.subarray(first, first + count);
  }
  const { firstIndex = 0, indexCount = 0 } = submeshes[submesh] ?? {};
  return indices.subarray(firstIndex, firstIndex + indexCount);
}
