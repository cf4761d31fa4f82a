// A polygon on a plane → triangles, by cutting off ears. Corners on a straight line are kept, so that neighbours that share
// them leave no crack: a simple polygon of n corners gives n − 2 triangles with an area.
// Corners that may lie in an ear are found by a grid; what is quadratic at worst is counted, not timed, so that what is
// refused is the same everywhere. Without the grid a circle of 65,000 corners took more than 400 million steps.

import { CornerGrid } from './corner-grid.js';

/** How many more corners may be looked at. */
export interface WorkLeft {
  steps: number;
}

/** Steps ran out. */
export class TooMuchWork extends Error {}

/** What becomes of three corners, as numbers into `points` / 2. */
interface EarUse {
  emit(a: number, b: number, c: number): void;
  /** Whether they span an area in space, where on the plane they do not. */
  hasArea(a: number, b: number, c: number): boolean;
}

/**
 * Cuts ears off a ring that turns left. Returns the corners that are left where the outline touches or crosses itself so
 * that there is no ear; none where all went well.
 */
export function clipEars(points: Float64Array, work: WorkLeft, { emit, hasArea }: EarUse): number[] {
  const ring = new Ring(points, work);
  let corners = ring.sharpCorners();
  while (ring.left > 3) {
    const before = ring.left;
    const next: number[] = [];
    for (const b of corners) {
      if (ring.left === 3) break;
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
    if (ring.left === before) {
      ring.removeStraight(hasArea);
      if (ring.left === before) return ring.corners();
      corners = ring.sharpCorners();
    } else {
      corners = ring.sharpOf(next);
    }
  }
  const [a = 0, b = 0, c = 0] = ring.corners();
  if (ring.left < 3) return [];
  if (turn(points, a, b, c) > 0) emit(a, b, c);
  else if (hasArea(a, b, c)) return [a, b, c];
  return [];
}

/** Twice the signed area of a triangle; positive where it turns left. Exact for coordinates of like magnitude in 32 bits. */
export function turn(points: Float64Array, a: number, b: number, c: number): number {
  const ax = points[a * 2] ?? 0;
  const ay = points[a * 2 + 1] ?? 0;
  return (
    ((points[b * 2] ?? 0) - ax) * ((points[c * 2 + 1] ?? 0) - ay) -
    ((points[c * 2] ?? 0) - ax) * ((points[b * 2 + 1] ?? 0) - ay)
  );
}

const SHARP = 0;
/** Turns right or goes straight on, so that it may lie in somebody's ear. */
const BLUNT = 1;
const GONE = 2;

class Ring {
  left: number;
  readonly #points: Float64Array;
  readonly #work: WorkLeft;
  readonly #prev: Int32Array;
  readonly #next: Int32Array;
  readonly #state: Uint8Array;
  /** Marks what a list holds already. */
  readonly #listed: Uint8Array;
  #grid: CornerGrid;
  #leftAtGrid: number;
  #some = 0;

  constructor(points: Float64Array, work: WorkLeft) {
    const count = points.length / 2;
    this.#points = points;
    this.#work = work;
    this.#prev = Int32Array.from({ length: count }, (_, i) => (i === 0 ? count - 1 : i - 1));
    this.#next = Int32Array.from({ length: count }, (_, i) => (i === count - 1 ? 0 : i + 1));
    this.#state = new Uint8Array(count);
    this.#listed = new Uint8Array(count);
    for (let i = 0; i < count; i++) this.#judge(i);
    this.left = count;
    this.#leftAtGrid = count;
    this.#grid = new CornerGrid(points, this.#state, BLUNT);
  }

  #judge(at: number): void {
    this.#state[at] = turn(this.#points, this.prev(at), at, this.next(at)) > 0 ? SHARP : BLUNT;
  }

  has(at: number): boolean {
    return this.#state[at] !== GONE;
  }

  /** Corners that can be ears. */
  sharpCorners(): number[] {
    return this.corners().filter((corner) => this.#state[corner] === SHARP);
  }

  /** Those of a list, each once. */
  sharpOf(corners: readonly number[]): number[] {
    const found: number[] = [];
    for (const corner of corners) {
      if (this.#state[corner] !== SHARP || this.#listed[corner] === 1) continue;
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
    this.#state[at] = GONE;
    this.#some = after;
    this.left--;
    this.#judge(before);
    this.#judge(after);
    // Ears grow as corners go: cells must grow with them.
    if (this.left * 2 >= this.#leftAtGrid) return;
    this.#leftAtGrid = this.left;
    this.#grid = new CornerGrid(this.#points, this.#state, BLUNT);
  }

  /** Takes out every corner that spans no area with its neighbours, not even in space. */
  removeStraight(hasArea: EarUse['hasArea']): void {
    for (const at of this.corners()) {
      const [before, after] = [this.prev(at), this.next(at)];
      if (this.left > 2 && turn(this.#points, before, at, after) === 0 && !hasArea(before, at, after)) this.remove(at);
    }
  }

  /** The corners that are left, in order. */
  corners(): number[] {
    const list = [this.#some];
    for (let at = this.next(this.#some); at !== this.#some; at = this.next(at)) list.push(at);
    return list;
  }

  isEar(b: number): boolean {
    const points = this.#points;
    const [a, c] = [this.prev(b), this.next(b)];
    if (this.#state[b] !== SHARP) return false;
    const { left, right, top, bottom, columns, starts, corners } = this.#grid.around(points, a, b, c);
    for (let row = top; row <= bottom; row++) {
      const first = starts[row * columns + left] ?? 0;
      const end = starts[row * columns + right + 1] ?? 0;
      this.#work.steps -= end - first + 1;
      if (this.#work.steps < 0) throw new TooMuchWork('too many steps');
      for (let i = first; i < end; i++) {
        const p = corners[i] ?? 0;
        if (this.#state[p] === BLUNT && p !== a && p !== c && this.#blocks(p, a, b, c)) return false;
      }
    }
    return true;
  }

  /** Whether corner p keeps a, b, c from being cut off: it lies in the triangle or on its rim, or leads into it from a corner. */
  #blocks(p: number, a: number, b: number, c: number): boolean {
    const points = this.#points;
    if (turn(points, a, b, p) < 0 || turn(points, b, c, p) < 0 || turn(points, c, a, p) < 0) return false;
    if (this.#same(p, a)) return this.#leadsInto(p, b, c);
    if (this.#same(p, b)) return this.#leadsInto(p, c, a);
    if (this.#same(p, c)) return this.#leadsInto(p, a, b);
    return true;
  }

  #same(p: number, q: number): boolean {
    return this.#points[p * 2] === this.#points[q * 2] && this.#points[p * 2 + 1] === this.#points[q * 2 + 1];
  }

  /** Whether an edge at p points between the directions to q and r, r lying to the left of q. */
  #leadsInto(p: number, q: number, r: number): boolean {
    for (const s of [this.prev(p), this.next(p)])
      if (turn(this.#points, p, q, s) > 0 && turn(this.#points, p, s, r) > 0) return true;
    return false;
  }
}
