// What a shape adds to control points.

import { cofactors, determinant } from '../../../model/math/matrix.js';
import type { Matrix } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import { childOf, type FbxArray, numbersOf } from '../file/fbx-node.js';
import type { SceneSpace } from '../scene/scene-space.js';
import type { GeometryData } from './geometry-data.js';

export interface ShapeDeltas {
  /** 3 per control point. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
}

/** Shapes name the points that they move; the others stay. `transform`: the geometric transform of the model. */
export function readDeltas(
  { node }: FbxObject,
  { points, normals: hasNormals }: GeometryData,
  { unit, isMirrored }: SceneSpace,
  transform: Matrix | undefined,
): ShapeDeltas {
  const indices = numbersOf(childOf(node, 'Indexes'));
  const offsets = numbersOf(childOf(node, 'Vertices'));
  const turned = numbersOf(childOf(node, 'Normals'));
  const linear = transform === undefined ? undefined : linearPart(transform);
  const read = (stored: FbxArray, scale: number, matrix: Float64Array | undefined): Float32Array => {
    const out = new Float32Array(points.length);
    for (let i = 0; i < indices.length; i++) {
      const point = indices[i] ?? -1;
      if (!(point >= 0 && point * 3 < points.length && i * 3 + 2 < stored.length)) continue;
      const x = (stored[i * 3] ?? 0) * scale;
      const y = (stored[i * 3 + 1] ?? 0) * scale;
      const z = (stored[i * 3 + 2] ?? 0) * (isMirrored ? -scale : scale);
      if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= 1e30)) continue;
      for (let row = 0; row < 3; row++)
        out[point * 3 + row] =
          matrix === undefined
            ? ([x, y, z][row] ?? 0)
            : (matrix[row] ?? 0) * x + (matrix[3 + row] ?? 0) * y + (matrix[6 + row] ?? 0) * z;
    }
    return out;
  };
  const hasDeltas = hasNormals !== undefined && turned.length >= indices.length * 3 && turned.some((v) => v !== 0);
  return {
    positions: read(offsets, unit, linear),
    normals: hasDeltas ? read(turned, 1, transform === undefined ? undefined : normalPart(transform)) : undefined,
  };
}

const linearPart = (m: Matrix): Float64Array =>
  Float64Array.from({ length: 9 }, (_, i) => m[Math.floor(i / 3) * 4 + (i % 3)] ?? 0);

/** Keeps the length of a normal if the transform only turns and scales evenly. */
function normalPart(m: Matrix): Float64Array {
  const det = determinant(m);
  const size = Math.cbrt(Math.abs(det)) || 1;
  return cofactors(m).map((value) => (value * size) / (det || 1));
}
