// Triangulates a polygon in a plane by ear clipping. Corners on a straight line are kept, so that neighbors that share them leave no
// crack: a simple polygon of n corners gives n − 2 triangles with an area.
// A grid finds the corners that may be inside an ear. Steps are counted, not timed, so that the same files are rejected everywhere. Without
// the grid, a circle of 65,000 corners took more than 400 million steps.

import { CornerGrid } from './corner-grid.js';

/** The remaining number of corners that may be checked. */
export interface StepBudget {
  steps: number;
}

/** The steps ran out. */
export class StepBudgetExceeded extends Error {}

/** Callbacks for three corners, given as indices into `points` / 2. */
interface EarCallbacks {
  emit(a: number, b: number, c: number): void;
  /** For corners that are removed because they have no area with their neighbors. */
  emitFlat(a: number, b: number, c: number): void;
  /** Whether they have an area in space, even if they have none on the plane. */
  hasArea(a: number, b: number, c: number): boolean;
}

/**
 * Clips ears off a counterclockwise ring. Returns the remaining corners if the outline touches or crosses itself so that there is no ear;
 * otherwise an empty list.
 */
export function clipEars(points: Float64Array, work: StepBudget, callbacks: EarCallbacks): number[] {
  const { emit, emitFlat, hasArea } = callbacks;
  const ring = new Ring(points, work);
  let corners = ring.convexCorners();
  while (ring.remaining > 3) {
    const before = ring.remaining;
    const next: number[] = [];
    for (const b of corners) {
      if (ring.remaining === 3) break;
      if (!ring.has(b)) continue;
      const [a, c] = [ring.prev(b), ring.next(b)];
      if (!ring.isEar(b)) {
        next.push(b);
        continue;
      }
      emit(a, b, c);
      ring.remove(b);
      next.push(a, c);
    }
    if (ring.remaining === before) {
      ring.removeStraight(callbacks);
      if (ring.remaining === before) return ring.corners();
      corners = ring.convexCorners();
    } else {
      corners = ring.convexOf(next);
    }
  }
  const [a = 0, b = 0, c = 0] = ring.corners();
  if (ring.remaining < 3) return [];
  if (signedArea(points, a, b, c) > 0) emit(a, b, c);
  else if (hasArea(a, b, c)) return [a, b, c];
  else emitFlat(a, b, c);
  return [];
}

/** Twice the signed area of a triangle; positive if counterclockwise. Exact for 32-bit coordinates of similar magnitude. */
export function signedArea(points: Float64Array, a: number, b: number, c: number): number {
  const ax = points[a * 2] ?? 0;
  const ay = points[a * 2 + 1] ?? 0;
  return (
    ((points[b * 2] ?? 0) - ax) * ((points[c * 2 + 1] ?? 0) - ay) -
    ((points[c * 2] ?? 0) - ax) * ((points[b * 2 + 1] ?? 0) - ay)
  );
}

const CONVEX = 0;
/** Reflex or straight, so it may be inside an ear. */
const REFLEX = 1;
const REMOVED = 2;

class Ring {
  remaining: number;
  readonly #points: Float64Array;
  readonly #work: StepBudget;
  readonly #prev: Int32Array;
  readonly #next: Int32Array;
  readonly #state: Uint8Array;
  /** Marks corners that are already in a list. */
  readonly #listed: Uint8Array;
  #grid: CornerGrid;
  #remainingAtGrid: number;
  #anyCorner = 0;

  constructor(points: Float64Array, work: StepBudget) {
    const count = points.length / 2;
    this.#points = points;
    this.#work = work;
    this.#prev = Int32Array.from({ length: count }, (_, i) => (i === 0 ? count - 1 : i - 1));
    this.#next = Int32Array.from({ length: count }, (_, i) => (i === count - 1 ? 0 : i + 1));
    this.#state = new Uint8Array(count);
    this.#listed = new Uint8Array(count);
    for (let i = 0; i < count; i++) this.#classify(i);
    this.remaining = count;
    this.#remainingAtGrid = count;
    this.#grid = new CornerGrid(points, this.#state, REFLEX);
  }

  #classify(at: number): void {
    this.#state[at] = signedArea(this.#points, this.prev(at), at, this.next(at)) > 0 ? CONVEX : REFLEX;
  }

  has(at: number): boolean {
    return this.#state[at] !== REMOVED;
  }

  /** Corners that can be ears. */
  convexCorners(): number[] {
    return this.corners().filter((corner) => this.#state[corner] === CONVEX);
  }

  /** The convex corners of a list, each once. */
  convexOf(corners: readonly number[]): number[] {
    const found: number[] = [];
    for (const corner of corners) {
      if (this.#state[corner] !== CONVEX || this.#listed[corner] === 1) continue;
      this.#listed[corner] = 1;
      found.push(corner);
    }
    for (const corner of found) this.#listed[corner] = 0;
    return found;
  }

  prev(at: number): number {
    return this.#prev[at] ?? 0;
  }

  next(at: number): number {
    return this.#next[at] ?? 0;
  }

  remove(at: number): void {
    const [before, after] = [this.prev(at), this.next(at)];
    this.#next[before] = after;
    this.#prev[after] = before;
    this.#state[at] = REMOVED;
    this.#anyCorner = after;
    this.remaining--;
    this.#classify(before);
    this.#classify(after);
    // Ears grow as corners are removed, so the cells must grow too.
    if (this.remaining * 2 >= this.#remainingAtGrid) return;
    this.#remainingAtGrid = this.remaining;
    this.#grid = new CornerGrid(this.#points, this.#state, REFLEX);
  }

  /** Removes every corner that has no area with its neighbors, not even in space. */
  removeStraight({ emitFlat, hasArea }: EarCallbacks): void {
    for (const at of this.corners()) {
      const [before, after] = [this.prev(at), this.next(at)];
      if (this.remaining <= 2 || signedArea(this.#points, before, at, after) !== 0 || hasArea(before, at, after))
        continue;
      emitFlat(before, at, after);
      this.remove(at);
    }
  }

  /** The remaining corners, in order. */
  corners(): number[] {
    const list = [this.#anyCorner];
    for (let at = this.next(this.#anyCorner); at !== this.#anyCorner; at = this.next(at)) list.push(at);
    return list;
  }

  isEar(b: number): boolean {
    const points = this.#points;
    const [a, c] = [this.prev(b), this.next(b)];
    if (this.#state[b] !== CONVEX) return false;
    const { left, right, top, bottom, columns, starts, corners } = this.#grid.selectCells(points, a, b, c);
    for (let row = top; row <= bottom; row++) {
      const first = starts[row * columns + left] ?? 0;
      const end = starts[row * columns + right + 1] ?? 0;
      this.#work.steps -= end - first + 1;
      if (this.#work.steps < 0) throw new StepBudgetExceeded('too many steps');
      for (let i = first; i < end; i++) {
        const p = corners[i] ?? 0;
        if (this.#state[p] === REFLEX && p !== a && p !== c && this.#blocks(p, a, b, c)) return false;
      }
    }
    return true;
  }

  /** Whether corner p prevents clipping a, b, c: it is inside the triangle or on its edge, or an edge leads into it from a corner. */
  #blocks(p: number, a: number, b: number, c: number): boolean {
    const points = this.#points;
    if (signedArea(points, a, b, p) < 0 || signedArea(points, b, c, p) < 0 || signedArea(points, c, a, p) < 0)
      return false;
    if (this.#isSamePoint(p, a)) return this.#leadsInto(p, b, c);
    if (this.#isSamePoint(p, b)) return this.#leadsInto(p, c, a);
    if (this.#isSamePoint(p, c)) return this.#leadsInto(p, a, b);
    return true;
  }

  #isSamePoint(p: number, q: number): boolean {
    return this.#points[p * 2] === this.#points[q * 2] && this.#points[p * 2 + 1] === this.#points[q * 2 + 1];
  }

  /** Whether an edge at p points between the directions to q and r, where r is to the left of q. */
  #leadsInto(p: number, q: number, r: number): boolean {
    for (const s of [this.prev(p), this.next(p)])
      if (signedArea(this.#points, p, q, s) > 0 && signedArea(this.#points, p, s, r) > 0) return true;
    return false;
  }
}
