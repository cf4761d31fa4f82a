// Triangulates the faces of a file. Those without an area, and those that cross themselves, are counted.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { StepBudgetExceeded } from '../../../model/polygons/clip-ears.js';
import { FaceTriangulator } from '../../../model/polygons/face-triangulator.js';
import { GrowableInts } from '../growable.js';
import { type ObjText, polygonsOf } from '../obj-text.js';

export interface Triangles {
  /** Three corner indices (into `ObjText.corners` / 3) per triangle, in file order. */
  readonly corners: Int32Array;
  /** The face of each triangle. */
  readonly faces: Int32Array;
  /** Number of faces without an area. */
  readonly flatFaces: number;
  /** Number of faces whose outline crosses itself, and the line of the first. */
  readonly crossedFaces: number;
  readonly firstCrossedLine: number;
}

/** Maximum ear clipping steps per file: a few seconds, or a spiral of 30,000 corners. */
const MAX_STEPS = 150_000_000;

export function triangulate(text: ObjText, file: string, maxSteps = MAX_STEPS): Triangles {
  const { faceStarts } = text;
  const corners = new GrowableInts();
  const faces = new GrowableInts();
  const triangulator = new FaceTriangulator(polygonsOf(text), corners, maxSteps);
  let [flatFaces, crossedFaces, firstCrossedLine] = [0, 0, 0];
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceStarts[face] ?? 0;
    const count = (faceStarts[face + 1] ?? 0) - first;
    const before = corners.length;
    const line = text.faceLines[face] ?? 0;
    try {
      if (!triangulator.triangulate(first, count) && crossedFaces++ === 0) firstCrossedLine = line;
    } catch (error) {
      if (!(error instanceof StepBudgetExceeded)) throw error;
      throw new AssetError({
        code: 'obj/face-too-complex',
        file,
        where: { line },
        message: `triangulating the concave faces takes more than ${maxSteps} steps; it stopped at a face with ${count} corners`,
      });
    }
    for (let i = before; i < corners.length; i += 3) faces.push(face);
    if (corners.length === before) flatFaces++;
  }
  return { corners: corners.view(), faces: faces.view(), flatFaces, crossedFaces, firstCrossedLine };
}
