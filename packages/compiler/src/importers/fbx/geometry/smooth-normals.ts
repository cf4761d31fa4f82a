// Normals for geometry without any, by its smoothing groups or hard edges. Corners of a point share a normal if smooth edges connect
// their faces.

import { faceNormal } from '../../../model/polygons/face-normal.js';
import { childOf, type FbxNode, numbersOf } from '../file/fbx-node.js';
import { faceValues, mappingOf } from './layer-element.js';

interface Faces {
  readonly positions: Float32Array;
  readonly corners: Int32Array;
  readonly faceStarts: Int32Array;
}

/** Three numbers per corner. Undefined if nothing states which edges are smooth: then every face is flat. */
export function smoothNormals(geometry: FbxNode, element: FbxNode | undefined, faces: Faces): Float32Array | undefined {
  if (element === undefined) return undefined;
  const isSmooth = mappingOf(element) === 'edge' ? byEdge(geometry, element, faces) : byGroup(element, faces);
  return isSmooth === undefined ? undefined : sumNormals(faces, joinCorners(faces, isSmooth));
}

/** Whether the edge between two corners' faces is smooth. `key`: of the edge. */
type IsSmooth = (key: number, faceA: number, faceB: number) => boolean;

const keyOf = (faces: Faces, a: number, b: number): number =>
  Math.min(a, b) * (faces.positions.length / 3) + Math.max(a, b);

function byEdge(geometry: FbxNode, element: FbxNode, faces: Faces): IsSmooth | undefined {
  const edges = numbersOf(childOf(geometry, 'Edges'));
  const flags = numbersOf(childOf(element, 'Smoothing'));
  if (edges.length === 0 || flags.length === 0) return undefined;
  const next = nextCorners(faces);
  const hard = new Set<number>();
  for (let edge = 0; edge < edges.length; edge++) {
    const corner = edges[edge] ?? -1;
    const end = next[corner];
    if (flags[edge] !== 0 || end === undefined) continue;
    hard.add(keyOf(faces, faces.corners[corner] ?? 0, faces.corners[end] ?? 0));
  }
  return (key) => !hard.has(key);
}

/** Groups are bits: two faces are smooth if they share one. */
function byGroup(element: FbxNode, { faceStarts }: Faces): IsSmooth | undefined {
  const groups = faceValues(element, 'Smoothing', faceStarts.length - 1);
  return groups === undefined ? undefined : (_, a, b) => ((groups[a] ?? 0) & (groups[b] ?? 0)) !== 0;
}

/** The following corner of the same face. */
function nextCorners({ corners, faceStarts }: Faces): Int32Array {
  const next = new Int32Array(corners.length);
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const [first, end] = [faceStarts[face] ?? 0, faceStarts[face + 1] ?? 0];
    for (let corner = first; corner < end; corner++) next[corner] = corner + 1 === end ? first : corner + 1;
  }
  return next;
}

/** For each corner, a corner that stands for all that share its normal. */
function joinCorners(faces: Faces, isSmooth: IsSmooth): Int32Array {
  const { corners, faceStarts } = faces;
  const next = nextCorners(faces);
  const joined = Int32Array.from(corners.keys());
  const rootOf = (corner: number): number => {
    let root = corner;
    while (joined[root] !== root) {
      joined[root] = joined[joined[root] ?? 0] ?? 0;
      root = joined[root] ?? 0;
    }
    return root;
  };
  const join = (a: number, b: number): void => {
    joined[rootOf(a)] = rootOf(b);
  };
  /** The last face with an edge, and its corner there. */
  const seen = new Map<number, { readonly face: number; readonly corner: number }>();
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    for (let corner = faceStarts[face] ?? 0; corner < (faceStarts[face + 1] ?? 0); corner++) {
      const end = next[corner] ?? 0;
      const key = keyOf(faces, corners[corner] ?? 0, corners[end] ?? 0);
      const other = seen.get(key);
      seen.set(key, { face, corner });
      if (other === undefined || !isSmooth(key, face, other.face)) continue;
      const otherEnd = next[other.corner] ?? 0;
      const isReversed = corners[other.corner] !== corners[corner];
      join(corner, isReversed ? otherEnd : other.corner);
      join(end, isReversed ? other.corner : otherEnd);
    }
  }
  for (let corner = 0; corner < joined.length; corner++) joined[corner] = rootOf(corner);
  return joined;
}

function sumNormals({ positions, corners, faceStarts }: Faces, joined: Int32Array): Float32Array {
  const sums = new Float64Array(corners.length * 3);
  const normal = new Float64Array(3);
  const polygons = { positions, corners, stride: 1 };
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const [first, end] = [faceStarts[face] ?? 0, faceStarts[face + 1] ?? 0];
    faceNormal(polygons, first, end - first, normal);
    for (let corner = first; corner < end; corner++) {
      const at = (joined[corner] ?? 0) * 3;
      for (let i = 0; i < 3; i++) sums[at + i] = (sums[at + i] ?? 0) + (normal[i] ?? 0);
    }
  }
  const out = new Float32Array(corners.length * 3);
  for (let corner = 0; corner < corners.length; corner++) {
    const at = (joined[corner] ?? 0) * 3;
    const [x, y, z] = [sums[at] ?? 0, sums[at + 1] ?? 0, sums[at + 2] ?? 0];
    const length = Math.sqrt(x * x + y * y + z * z);
    out[corner * 3] = length > 0 ? x / length : 0;
    out[corner * 3 + 1] = length > 0 ? y / length : 0;
    out[corner * 3 + 2] = length > 0 ? z / length : 1;
  }
  return out;
}
