// Triangles of all faces. Triangles and most quads are split here; other faces by the shared triangulator.

import { AssetError, type Place } from '../../../diagnostics/diagnostic.js';
import { StepBudgetExceeded } from '../../../model/polygons/clip-ears.js';
import { type CornerList, FaceTriangulator } from '../../../model/polygons/face-triangulator.js';

interface FaceTriangles {
  /** Three corners per triangle, in file order. */
  readonly corners: Int32Array;
  /** The face of each triangle. */
  readonly faces: Int32Array;
  /** Faces of one and of two corners. */
  readonly pointFaces: number;
  readonly lineFaces: number;
}

/** Maximum ear clipping steps per geometry: a few seconds, or a spiral of 30,000 corners. */
const MAX_STEPS = 150_000_000;

interface Faces {
  /** Control points, 3 numbers each. */
  readonly positions: Float32Array;
  readonly corners: Int32Array;
  readonly faceStarts: Int32Array;
}

/** Each face of n corners gives n − 2 triangles, also without an area: no corner is lost. Faces that are marked as holes are kept. */
export function triangulateFaces(
  { positions, corners, faceStarts }: Faces,
  at: { readonly file: string; readonly where: Place },
): FaceTriangles {
  const out = new FixedList(corners.length * 3);
  const faces = new Int32Array(corners.length);
  const triangulator = new FaceTriangulator({ positions, corners, stride: 1 }, out, MAX_STEPS, true);
  let [triangles, pointFaces, lineFaces] = [0, 0, 0];
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceStarts[face] ?? 0;
    const count = (faceStarts[face + 1] ?? 0) - first;
    if (count < 3) {
      if (count === 1) pointFaces++;
      if (count === 2) lineFaces++;
      continue;
    }
    if (count === 3) out.pushTriangle(first, first + 1, first + 2);
    else if (count === 4 && isConvexAt(positions, corners, first)) {
      out.pushTriangle(first, first + 1, first + 2);
      out.pushTriangle(first, first + 2, first + 3);
    } else triangulateFace(triangulator, first, count, at);
    for (const end = out.length / 3; triangles < end; triangles++) faces[triangles] = face;
  }
  return { corners: out.view(), faces: faces.subarray(0, triangles), pointFaces, lineFaces };
}

function triangulateFace(
  triangulator: FaceTriangulator,
  first: number,
  count: number,
  at: { readonly file: string; readonly where: Place },
): void {
  try {
    triangulator.triangulate(first, count);
  } catch (error) {
    if (!(error instanceof StepBudgetExceeded)) throw error;
    throw new AssetError({
      code: 'fbx/too-large',
      ...at,
      message: `triangulating the concave faces takes more than ${MAX_STEPS} steps; it stopped at a face with ${count} corners`,
      hint: 'Triangulate the model before exporting it.',
    });
  }
}

/** Whether the diagonal from the first to the third corner is inside a quad: both triangles face the same side. */
function isConvexAt(positions: Float32Array, corners: Int32Array, first: number): boolean {
  const a = (corners[first] ?? 0) * 3;
  const b = (corners[first + 1] ?? 0) * 3;
  const c = (corners[first + 2] ?? 0) * 3;
  const d = (corners[first + 3] ?? 0) * 3;
  const ax = positions[a] ?? 0;
  const ay = positions[a + 1] ?? 0;
  const az = positions[a + 2] ?? 0;
  const bx = (positions[b] ?? 0) - ax;
  const by = (positions[b + 1] ?? 0) - ay;
  const bz = (positions[b + 2] ?? 0) - az;
  const cx = (positions[c] ?? 0) - ax;
  const cy = (positions[c + 1] ?? 0) - ay;
  const cz = (positions[c + 2] ?? 0) - az;
  const dx = (positions[d] ?? 0) - ax;
  const dy = (positions[d + 1] ?? 0) - ay;
  const dz = (positions[d + 2] ?? 0) - az;
  return (
    (by * cz - bz * cy) * (cy * dz - cz * dy) +
      (bz * cx - bx * cz) * (cz * dx - cx * dz) +
      (bx * cy - by * cx) * (cx * dy - cy * dx) >
    0
  );
}

/** A face of n corners has n − 2 triangles, so the length is known. */
class FixedList implements CornerList {
  readonly #data: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.#data = new Int32Array(capacity);
  }

  push(corner: number): void {
    this.#data[this.length++] = corner;
  }

  pushTriangle(a: number, b: number, c: number): void {
    const data = this.#data;
    const at = this.length;
    data[at] = a;
    data[at + 1] = b;
    data[at + 2] = c;
    this.length = at + 3;
  }

  view(): Int32Array {
    return this.#data.subarray(0, this.length);
  }
}
