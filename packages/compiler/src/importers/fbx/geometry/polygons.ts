// The polygons of a geometry: control points, and for each corner its control point. The last corner of a polygon is stored as −1 − index.

import { childOf, type FbxNode, numbersOf } from '../file/fbx-node.js';

export interface FbxPolygons {
  /** Control points as in the file, 3 numbers each. */
  readonly points: Float64Array | Float32Array;
  readonly pointCount: number;
  /** The control point of each corner. */
  readonly corners: Int32Array;
  /** The first corner of each face, and the end of the last. */
  readonly faceStarts: Int32Array;
  /** Corners whose control point does not exist; they use the first. */
  readonly badCorners: number;
}

export function readPolygons(node: FbxNode): FbxPolygons {
  const stored = numbersOf(childOf(node, 'Vertices'));
  const points = stored instanceof Float32Array || stored instanceof Float64Array ? stored : Float64Array.from(stored);
  const pointCount = Math.floor(points.length / 3);
  const indices = pointCount === 0 ? [] : numbersOf(childOf(node, 'PolygonVertexIndex'));
  const corners = new Int32Array(indices.length);
  let faces = indices.length > 0 && (indices[indices.length - 1] ?? 0) >= 0 ? 1 : 0;
  for (let i = 0; i < indices.length; i++) if ((indices[i] ?? 0) < 0) faces++;
  const faceStarts = new Int32Array(faces + 1);
  let [face, badCorners] = [0, 0];
  for (let i = 0; i < corners.length; i++) {
    const index = indices[i] ?? 0;
    const point = index < 0 ? -1 - index : index;
    if (point < pointCount) corners[i] = point;
    else badCorners++;
    if (index < 0) faceStarts[++face] = i + 1;
  }
  faceStarts[faces] = corners.length;
  return { points, pointCount, corners, faceStarts, badCorners };
}
