// The distance between two triangle surfaces over the same vertices, and the nearest triangle to each of many points.

import { wasmBase64 } from '../generated/nearest-wasm.js';
import { type KernelExports, kernelFactory } from '../wasm/kernel.js';

interface NearestExports extends KernelExports {
  enterTriangles(
    positions: number,
    indices: number,
    triangles: number,
    maxCells: number,
    shapes: number,
    spans: number,
    starts: number,
  ): number;
  sortIntoCells(triangles: number, spans: number, starts: number, lists: number): void;
  farthest(
    points: number,
    count: number,
    minimum: number,
    shapes: number,
    starts: number,
    lists: number,
    nearest: number,
  ): number;
  newCenters(
    positions: number,
    vertices: number,
    original: number,
    originalCorners: number,
    simplified: number,
    simplifiedTriangles: number,
    enough: number,
    room: number,
    points: number,
  ): number;
}

const createKernel = kernelFactory<NearestExports>(wasmBase64, [
  'enterTriangles',
  'sortIntoCells',
  'farthest',
  'newCenters',
]);

/** Cells along the longest side. */
const MAX_CELLS = 24;
const SHAPE_BYTES = 48;
const SPAN_BYTES = 8;

interface Grid {
  readonly shapes: number;
  readonly starts: number;
  readonly lists: number;
}

/** An original surface and a simplified one over the same vertices. An instance can be filled again and again. */
export class SurfacePair {
  readonly #kernel = createKernel();
  readonly #base = this.#kernel.mark();
  #positions = 0;
  #vertexCount = 0;
  #original = 0;
  #originalTriangles = 0;
  #simplified = 0;
  #simplifiedTriangles = 0;

  /** Three floats a vertex, three vertices a triangle. */
  fill(positions: Float32Array, original: Uint32Array, simplified: Uint32Array): void {
    const kernel = this.#kernel;
    kernel.release(this.#base);
    this.#positions = kernel.reserve(positions.byteLength);
    this.#original = kernel.reserve(original.byteLength);
    this.#simplified = kernel.reserve(simplified.byteLength);
    this.#vertexCount = positions.length / 3;
    this.#originalTriangles = original.length / 3;
    this.#simplifiedTriangles = simplified.length / 3;
    kernel.f32(this.#positions, positions.length).set(positions);
    kernel.u32(this.#original, original.length).set(original);
    kernel.u32(this.#simplified, simplified.length).set(simplified);
  }

  /**
   * Squared distance of the farthest of `points` (three floats each) from the simplified surface, or `minimum` if that is more.
   * `nearest[i]` becomes the nearest simplified triangle, or one that is not farther away than the result.
   */
  farthestFromSimplified(points: Float32Array, minimum: number, nearest: Uint32Array): number {
    if (this.#simplifiedTriangles === 0) throw new Error('the simplified surface has no triangles');
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const grid = this.#grid(this.#simplified, this.#simplifiedTriangles);
    const count = points.length / 3;
    const pointsAt = kernel.reserve(points.byteLength);
    const nearestAt = kernel.reserve(count * 4);
    kernel.f32(pointsAt, points.length).set(points);
    const distance = this.#farthest(grid, pointsAt, count, minimum, nearestAt);
    nearest.set(kernel.u32(nearestAt, count));
    kernel.release(mark);
    return distance;
  }

  /** Squared distance of the farthest center of a simplified triangle or edge from the original, or `minimum` if that is more. */
  farthestFromOriginal(minimum: number): number {
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const points = kernel.reserve(this.#simplifiedTriangles * 48);
    const room = kernel.reserve(this.#vertexCount * 8 + this.#originalTriangles * 12 + this.#simplifiedTriangles * 24);
    const count = kernel.exports.newCenters(
      this.#positions,
      this.#vertexCount,
      this.#original,
      this.#originalTriangles * 3,
      this.#simplified,
      this.#simplifiedTriangles,
      minimum,
      room,
      points,
    );
    let distance = minimum;
    if (count > 0) {
      const grid = this.#grid(this.#original, this.#originalTriangles);
      distance = this.#farthest(grid, points, count, minimum, 0);
    }
    kernel.release(mark);
    return distance;
  }

  #farthest({ shapes, starts, lists }: Grid, points: number, count: number, minimum: number, nearest: number): number {
    return Math.max(minimum, this.#kernel.exports.farthest(points, count, minimum, shapes, starts, lists, nearest));
  }

  #grid(indices: number, triangles: number): Grid {
    const kernel = this.#kernel;
    const cells = Math.min(MAX_CELLS, Math.ceil(Math.sqrt(triangles)) + 1);
    const shapes = kernel.reserve(triangles * SHAPE_BYTES);
    const spans = kernel.reserve(triangles * SPAN_BYTES);
    const starts = kernel.reserve((cells ** 3 + 2) * 4);
    const entries = kernel.exports.enterTriangles(this.#positions, indices, triangles, cells, shapes, spans, starts);
    const lists = kernel.reserve((entries + 3) * 4);
    kernel.exports.sortIntoCells(triangles, spans, starts, lists);
    return { shapes, starts, lists };
  }
}
