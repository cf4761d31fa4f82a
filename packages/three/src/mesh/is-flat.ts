// Whether the normals of a draw equal its triangle normals, bit for bit. The compiler writes such normals for sources without normals,
// which glTF requires to be shaded flat even if joints and morph targets move the triangles; transformed normals would be wrong. Flat
// normals by an artist rarely match every bit, and follow the joints as usual.

import { packOctahedral, type VertexAttributes } from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';

const SIZE = GpuVertex.size;
const NORMAL = GpuVertex.offsetOf('normal');
const packed = new Int16Array(2);

/** `vertices`: packed rows. `positions`: the same, unpacked. */
export function isFlat(vertices: Uint8Array, positions: Float32Array, indices: Uint16Array | Uint32Array): boolean {
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  const normalOf = (vertex: number): number => view.getInt32(vertex * SIZE + NORMAL, true);
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0] as const;
    const [a, b, c] = corners;
    const normal = normalOf(a);
    if (normalOf(b) !== normal || normalOf(c) !== normal) return false;
    // The first corner in the source is unknown, and rounding depends on it.
    const turns = [corners, [b, c, a], [c, a, b]] as const;
    if (!turns.some((turn) => packedFaceNormal(positions, turn) === normal)) return false;
  }
  return true;
}

/** The cosine of 3 degrees: rounding to a grid turns small triangles. */
const NEARLY_PARALLEL = 0.9986;

/** The same for positions on a grid, whose triangle normals differ a little. */
export function isNearlyFlat({ positions, normals }: VertexAttributes, indices: Uint16Array | Uint32Array): boolean {
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0] as const;
    let [product, length, hasOneNormal] = [0, 0, true];
    const face = faceNormal(positions, corners);
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = corners.map((corner) => normals[corner * 3 + axis] ?? 0);
      hasOneNormal &&= a === b && b === c;
      product += (a ?? 0) * (face[axis] ?? 0);
      length += (face[axis] ?? 0) ** 2;
    }
    if (!hasOneNormal || product < NEARLY_PARALLEL * Math.sqrt(length)) return false;
  }
  return true;
}

/** Not of unit length. */
function faceNormal(
  positions: Float32Array,
  [a, b, c]: readonly [number, number, number],
): readonly [number, number, number] {
  const at = (vertex: number, axis: number): number => positions[vertex * 3 + axis] ?? 0;
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function packedFaceNormal(positions: Float32Array, corners: readonly [number, number, number]): number {
  const [x, y, z] = faceNormal(positions, corners);
  const length = Math.sqrt(x * x + y * y + z * z);
  packOctahedral(x / length, y / length, z / length, packed);
  return ((packed[0] ?? 0) & 0xffff) | ((packed[1] ?? 0) << 16);
}
