// How far one surface of triangles lies from another with the same vertices, and which triangle is nearest to each of many points.

import { wasmBase64 } from '../generated/nearest-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

interface NearestExports extends KernelExports {
  enterTriangles(
    positions: number,
    indices: number,
    triangles: number,
    most: number,
    shapes: number,
    spans: number,
    starts: number,
  ): number;
  sortIntoCells(triangles: number, spans: number, starts: number, lists: number): void;
  farthest(
    points: number,
    count: number,
    least: number,
    shapes: number,
    starts: number,
    lists: number,
    nearest: number,
  ): number;
  newMiddles(
    positions: number,
    vertices: number,
    old: number,
    oldCorners: number,
    made: number,
    madeTriangles: number,
    enough: number,
    room: number,
    points: number,
  ): number;
}

const isNearest = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & NearestExports =>
  hasFunctions(exports, ['heapBase', 'enterTriangles', 'sortIntoCells', 'farthest', 'newMiddles']);

/** Cells along the longest side, at most. */
const MOST_CELLS = 24;
const SHAPE_BYTES = 48;
const SPAN_BYTES = 8;

let module: WebAssembly.Module | undefined;

interface Grid {
  readonly shapes: number;
  readonly starts: number;
  readonly lists: number;
}

/** Two surfaces over one set of vertices: `old` and what was `made` of it. Filled again and again. */
export class SurfacePair {
  readonly #kernel: Kernel<NearestExports>;
  readonly #base: number;
  #positions = 0;
  #vertexCount = 0;
  #old = 0;
  #oldTriangles = 0;
  #made = 0;
  #madeTriangles = 0;

  constructor() {
    module ??= compileKernel(wasmBase64);
    this.#kernel = new Kernel(module, isNearest);
    this.#base = this.#kernel.mark();
  }

  /** Three floats a vertex, three vertices a triangle. */
  fill(positions: Float32Array, old: Uint32Array, made: Uint32Array): void {
    const kernel = this.#kernel;
    kernel.release(this.#base);
    this.#positions = kernel.reserve(positions.byteLength);
    this.#old = kernel.reserve(old.byteLength);
    this.#made = kernel.reserve(made.byteLength);
    this.#vertexCount = positions.length / 3;
    this.#oldTriangles = old.length / 3;
    this.#madeTriangles = made.length / 3;
    kernel.f32(this.#positions, positions.length).set(positions);
    kernel.u32(this.#old, old.length).set(old);
    kernel.u32(this.#made, made.length).set(made);
  }

  /**
   * How far the farthest of `points` (three floats each) is from what was made, `least` at least, both squared. `nearest[i]` becomes the
   * nearest triangle of what was made, or one that is not farther away than the result.
   */
  farthestFromMade(points: Float32Array, least: number, nearest: Uint32Array): number {
    if (this.#madeTriangles === 0) throw new Error('nothing is near to a surface without triangles');
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const grid = this.#grid(this.#made, this.#madeTriangles);
    const count = points.length / 3;
    const pointsAt = kernel.reserve(points.byteLength);
    const nearestAt = kernel.reserve(count * 4);
    kernel.f32(pointsAt, points.length).set(points);
    const most = this.#farthest(grid, pointsAt, count, least, nearestAt);
    nearest.set(kernel.u32(nearestAt, count));
    kernel.release(mark);
    return most;
  }

  /** How far middles of triangles and edges of what was made are from the old, `least` at least, both squared. */
  farthestFromOld(least: number): number {
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const points = kernel.reserve(this.#madeTriangles * 48);
    const room = kernel.reserve(this.#vertexCount * 8 + this.#oldTriangles * 12 + this.#madeTriangles * 24);
    const count = kernel.exports.newMiddles(
      this.#positions,
      this.#vertexCount,
      this.#old,
      this.#oldTriangles * 3,
      this.#made,
      this.#madeTriangles,
      least,
      room,
      points,
    );
    let most = least;
    if (count > 0) {
      const grid = this.#grid(this.#old, this.#oldTriangles);
      most = this.#farthest(grid, points, count, least, kernel.reserve(count * 4));
    }
    kernel.release(mark);
    return most;
  }

  #farthest({ shapes, starts, lists }: Grid, points: number, count: number, least: number, nearest: number): number {
    return Math.max(least, this.#kernel.exports.farthest(points, count, least, shapes, starts, lists, nearest));
  }

  #grid(indices: number, triangles: number): Grid {
    const kernel = this.#kernel;
    const most = Math.min(MOST_CELLS, Math.ceil(Math.sqrt(triangles)) + 1);
    const shapes = kernel.reserve(triangles * SHAPE_BYTES);
    const spans = kernel.reserve(triangles * SPAN_BYTES);
    const starts = kernel.reserve((most * most * most + 2) * 4);
    const entries = kernel.exports.enterTriangles(this.#positions, indices, triangles, most, shapes, spans, starts);
    const lists = kernel.reserve((entries + 3) * 4);
    kernel.exports.sortIntoCells(triangles, spans, starts, lists);
    return { shapes, starts, lists };
  }
}
