// Triangulates polygons, keeping their winding: n − 2 triangles for n distinct corners, convex or not. Quads are split along an inner
// diagonal, larger polygons by ear clipping, projected along the best axis, else along the normal. A polygon that crosses itself in both
// projections becomes a fan. Triangles without an area are skipped, unless they are asked for: then every face of n corners gives n − 2.

import { clipEars, type StepBudget, signedArea } from './clip-ears.js';
import { faceNormal } from './face-normal.js';
import type { Polygons } from './polygons.js';
import { projectAlongAxis, projectAlongNormal } from './project-face.js';

/** Receives three corners per triangle. */
export interface CornerList {
  length: number;
  push(corner: number): void;
}

export class FaceTriangulator {
  readonly #polygons: Polygons;
  readonly #out: CornerList;
  readonly #normal = new Float64Array(3);
  readonly #budget: StepBudget;
  readonly #keepsFlat: boolean;
  /** The length of the list at which the face has all of its triangles. */
  #end = 0;

  /** `keepsFlat`: whether triangles without an area are written, too, so that no corner is lost. */
  constructor(polygons: Polygons, out: CornerList, steps: number, keepsFlat = false) {
    this.#polygons = polygons;
    this.#out = out;
    this.#budget = { steps };
    this.#keepsFlat = keepsFlat;
  }

  /** Writes the triangles of one face; returns false if its outline crosses itself. */
  triangulate(first: number, count: number): boolean {
    this.#end = this.#out.length + (count - 2) * 3;
    if (count === 3) {
      if (this.#hasArea(first, first + 1, first + 2)) this.#push(first, first + 1, first + 2);
      else this.#pushFlat(first, first + 1, first + 2);
      return true;
    }
    const ring = this.#outline(first, count);
    if (ring.length < 3) return true;
    const normal = this.#normal;
    faceNormal(this.#polygons, first, count, normal);
    if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return !this.#fan(ring, undefined);
    const points = new Float64Array(ring.length * 2);
    for (const project of [projectAlongAxis, projectAlongNormal]) {
      project(this.#polygons, ring, normal, points);
      if (ring.length === 4 && this.#splitQuad(ring, points)) return true;
      const before = this.#out.length;
      const rest = clipEars(points, this.#budget, {
        emit: (a, b, c) => this.#push(ring[a] ?? 0, ring[b] ?? 0, ring[c] ?? 0),
        emitFlat: (a, b, c) => this.#pushFlat(ring[a] ?? 0, ring[b] ?? 0, ring[c] ?? 0),
        hasArea: (a, b, c) => this.#hasArea(ring[a] ?? 0, ring[b] ?? 0, ring[c] ?? 0),
      });
      if (rest.length === 0) return true;
      if (project === projectAlongNormal) {
        this.#fan(ring, points, rest);
        return false;
      }
      this.#out.length = before;
    }
    return false;
  }

  /** The outline without repeated corners and spikes. */
  #outline(first: number, count: number): Int32Array {
    const ring = new Int32Array(count);
    let [start, end] = [0, 0];
    const at = (i: number) => ring[i] ?? 0;
    for (let corner = first; corner < first + count; corner++) {
      while (end > 1 && this.#turnsBack(at(end - 2), at(end - 1), corner)) {
        end--;
        this.#pushFlat(at(end - 1), at(end), corner);
      }
      if (end === 0 || !this.#isSamePosition(at(end - 1), corner)) ring[end++] = corner;
      else this.#pushFlat(at(end - 1), corner, corner + 1 < first + count ? corner + 1 : at(0));
    }
    for (;;) {
      const isClosed = end - start > 1 && this.#isSamePosition(at(start), at(end - 1));
      if (isClosed || (end - start > 2 && this.#turnsBack(at(end - 2), at(end - 1), at(start)))) {
        end--;
        this.#pushFlat(at(end - 1), at(end), at(start));
      } else if (end - start > 2 && this.#turnsBack(at(end - 1), at(start), at(start + 1))) {
        start++;
        this.#pushFlat(at(end - 1), at(start - 1), at(start));
      } else return ring.subarray(start, end);
    }
  }

  #turnsBack(a: number, b: number, c: number): boolean {
    if (this.#isSamePosition(a, c)) return true;
    if (this.#hasArea(a, b, c)) return false;
    const { corners, positions, stride } = this.#polygons;
    const [p, q, r] = [(corners[a * stride] ?? 0) * 3, (corners[b * stride] ?? 0) * 3, (corners[c * stride] ?? 0) * 3];
    let dot = 0;
    for (let i = 0; i < 3; i++) {
      const to = positions[q + i] ?? 0;
      dot += (to - (positions[p + i] ?? 0)) * ((positions[r + i] ?? 0) - to);
    }
    return dot < 0;
  }

  /** Splits along an inner diagonal; returns false if there is none. */
  #splitQuad(ring: Int32Array, points: Float64Array): boolean {
    const [a = 0, b = 0, c = 0, d = 0] = ring;
    if (signedArea(points, 0, 1, 2) > 0 && signedArea(points, 0, 2, 3) > 0) {
      this.#push(a, b, c);
      this.#push(a, c, d);
      return true;
    }
    if (signedArea(points, 1, 2, 3) > 0 && signedArea(points, 1, 3, 0) > 0) {
      this.#push(b, c, d);
      this.#push(b, d, a);
      return true;
    }
    return false;
  }

  /** Writes a fan for what has no ear, each triangle oriented like the polygon; returns true if any has an area. */
  #fan(ring: Int32Array, points: Float64Array | undefined, corners = [...ring.keys()]): boolean {
    let hasArea = false;
    const [a = 0] = corners;
    for (let i = 1; i + 1 < corners.length; i++) {
      const [b, c] = [corners[i] ?? 0, corners[i + 1] ?? 0];
      const [x, y, z] = [ring[a] ?? 0, ring[b] ?? 0, ring[c] ?? 0];
      const isFlat = !this.#hasArea(x, y, z);
      hasArea ||= !isFlat;
      if (isFlat) this.#pushFlat(x, y, z);
      else if (points !== undefined && signedArea(points, a, b, c) < 0) this.#push(x, z, y);
      else this.#push(x, y, z);
    }
    return hasArea;
  }

  #hasArea(a: number, b: number, c: number): boolean {
    const { corners, positions, stride } = this.#polygons;
    const [p, q, r] = [(corners[a * stride] ?? 0) * 3, (corners[b * stride] ?? 0) * 3, (corners[c * stride] ?? 0) * 3];
    if (p === q || q === r || r === p) return false;
    const [px, py, pz] = [positions[p] ?? 0, positions[p + 1] ?? 0, positions[p + 2] ?? 0];
    const [ux, uy, uz] = [(positions[q] ?? 0) - px, (positions[q + 1] ?? 0) - py, (positions[q + 2] ?? 0) - pz];
    const [vx, vy, vz] = [(positions[r] ?? 0) - px, (positions[r + 1] ?? 0) - py, (positions[r + 2] ?? 0) - pz];
    return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx;
  }

  #isSamePosition(a: number, b: number): boolean {
    const { corners, positions, stride } = this.#polygons;
    const [p, q] = [(corners[a * stride] ?? 0) * 3, (corners[b * stride] ?? 0) * 3];
    return (
      p === q ||
      (positions[p] === positions[q] && positions[p + 1] === positions[q + 1] && positions[p + 2] === positions[q + 2])
    );
  }

  /** One without an area: corners that coincide, or are on a line. */
  #pushFlat(a: number, b: number, c: number): void {
    if (this.#keepsFlat && this.#out.length < this.#end) this.#push(a, b, c);
  }

  #push(a: number, b: number, c: number): void {
    this.#out.push(a);
    this.#out.push(b);
    this.#out.push(c);
  }
}
