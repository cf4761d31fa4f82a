// Polygons → triangles that keep the polygon's winding. Convex quads are split, everything larger goes through earcut on
// the plane that shows the polygon best.

import earcut from 'earcut';
import { faceNormal } from './face-normal.js';
import { GrowableInts } from './growable.js';
import type { ObjText } from './parse-obj.js';

export interface Triangles {
  /** Three corner numbers (into `ObjText.corners` / 3) a triangle, in file order. */
  readonly corners: Int32Array;
  /** The face each triangle came from. */
  readonly faces: Int32Array;
  /** Faces that span no area. */
  readonly flatFaces: number;
}

export function triangulate(text: ObjText): Triangles {
  const { faceStarts } = text;
  const corners = new GrowableInts();
  const faces = new GrowableInts();
  let flatFaces = 0;
  for (let face = 0; face + 1 < faceStarts.length; face++) {
    const first = faceStarts[face] ?? 0;
    const count = (faceStarts[face + 1] ?? 0) - first;
    const before = corners.length;
    if (count === 3) splitTriangle(text, first, corners);
    else splitPolygon(text, first, count, corners);
    for (let i = before; i < corners.length; i += 3) faces.push(face);
    if (corners.length === before) flatFaces++;
  }
  return { corners: corners.view(), faces: faces.view(), flatFaces };
}

/** A triangle that names one vertex twice has no area whatever the coordinates. */
function splitTriangle({ corners }: ObjText, first: number, out: GrowableInts): void {
  const [a, b, c] = [corners[first * 3], corners[first * 3 + 3], corners[first * 3 + 6]];
  if (a === b || b === c || c === a) return;
  pushTriangle(out, first, first + 1, first + 2);
}

function pushTriangle(out: GrowableInts, a: number, b: number, c: number): void {
  out.push(a);
  out.push(b);
  out.push(c);
}

const normal = new Float64Array(3);

function splitPolygon(text: ObjText, first: number, count: number, out: GrowableInts): void {
  faceNormal(text, first, count, normal);
  const [nx, ny, nz] = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 0];
  const [ax, ay, az] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  if (ax === 0 && ay === 0 && az === 0) return;
  // Dropping the axis along which the normal is longest; the two kept axes are ordered so that the polygon turns left.
  const [u, v, up] = ax >= ay && ax >= az ? [1, 2, nx] : ay >= az ? [2, 0, ny] : [0, 1, nz];
  const flat = new Array<number>(count * 2);
  for (let i = 0; i < count; i++) {
    const at = (text.corners[(first + i) * 3] ?? 0) * 3;
    flat[i * 2] = text.positions[at + u] ?? 0;
    flat[i * 2 + 1] = (text.positions[at + v] ?? 0) * (up < 0 ? -1 : 1);
  }
  if (count === 4 && splitQuad(flat, first, out)) return;
  const triangles = earcut(flat);
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0];
    if (turn(flat, a, b, c) >= 0) pushTriangle(out, first + a, first + b, first + c);
    else pushTriangle(out, first + a, first + c, first + b);
  }
}

/** Twice the signed area of a triangle on the plane; positive where it turns left. */
function turn(flat: readonly number[], a: number, b: number, c: number): number {
  const [ax, ay] = [flat[a * 2] ?? 0, flat[a * 2 + 1] ?? 0];
  return (
    ((flat[b * 2] ?? 0) - ax) * ((flat[c * 2 + 1] ?? 0) - ay) -
    ((flat[c * 2] ?? 0) - ax) * ((flat[b * 2 + 1] ?? 0) - ay)
  );
}

/** Splits along whichever diagonal lies inside; false where neither does. */
function splitQuad(flat: readonly number[], first: number, out: GrowableInts): boolean {
  if (turn(flat, 0, 1, 2) > 0 && turn(flat, 0, 2, 3) > 0) {
    pushTriangle(out, first, first + 1, first + 2);
    pushTriangle(out, first, first + 2, first + 3);
    return true;
  }
  if (turn(flat, 1, 2, 3) > 0 && turn(flat, 1, 3, 0) > 0) {
    pushTriangle(out, first + 1, first + 2, first + 3);
    pushTriangle(out, first + 1, first + 3, first);
    return true;
  }
  return false;
}
