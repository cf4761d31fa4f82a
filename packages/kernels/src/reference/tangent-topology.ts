// The readable twin of the tangent kernel, first half: which corners are one vertex, and which triangles share which edges. Both depend
// on the order in which MikkTSpace compares, so its sorts are repeated here.

export interface Corners {
  /** Three floats per corner. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Two floats per corner. */
  readonly uvs: Float32Array;
}

const CELLS = 2048;
const f = Math.fround;
const at = (list: ArrayLike<number>, i: number): number => list[i] ?? 0;

/** The axis along which positions differ most. */
const longest = ([x = 0, y = 0, z = 0]: readonly number[]): number => (y > x && y > z ? 1 : z > x ? 2 : 0);

function boxOf(positions: Float32Array, corners: readonly number[]) {
  const low = [0, 1, 2].map((axis) => Math.min(...corners.map((corner) => at(positions, corner * 3 + axis))));
  const high = [0, 1, 2].map((axis) => Math.max(...corners.map((corner) => at(positions, corner * 3 + axis))));
  const axis = longest(low.map((value, i) => f(at(high, i) - value)));
  return { axis, low: at(low, axis), high: at(high, axis) };
}

/** For each corner, the one that represents all equal corners. */
export function weldCorners(source: Corners): Uint32Array {
  const { positions } = source;
  const firsts = Uint32Array.from({ length: positions.length / 3 }, (_, corner) => corner);
  const { axis, low, high } = boxOf(positions, [...firsts]);
  const cells: number[][] = Array.from({ length: CELLS }, () => []);
  for (const corner of firsts) {
    const place = f(CELLS * f(f(at(positions, corner * 3 + axis) - low) / f(high - low)));
    cells[Math.max(0, Math.min(CELLS - 1, Math.trunc(place) || 0))]?.push(corner);
  }
  for (const cell of cells) if (cell.length > 1) weldPart(source, firsts, cell, 0, cell.length - 1);
  return firsts;
}

function weldPart(source: Corners, firsts: Uint32Array, list: number[], left: number, right: number): void {
  const { axis, low, high } = boxOf(source.positions, list.slice(left, right + 1));
  const middle = f(0.5 * f(high + low));
  if (middle >= high || middle <= low) {
    for (let i = left; i <= right; i++) {
      const same = list.slice(left, i).find((other) => isSame(source, other, at(list, i)));
      if (same !== undefined) firsts[at(list, i)] = at(firsts, same);
    }
    return;
  }
  const value = (i: number): number => at(source.positions, at(list, i) * 3 + axis);
  let [l, r] = [left, right];
  while (l < r) {
    while (l < r && value(l) < middle) l++;
    while (l < r && value(r) >= middle) r--;
    if (l < r) swap(list, l++, r--);
  }
  if (l === r) {
    if (value(r) < middle) l++;
    else r--;
  }
  if (left < r) weldPart(source, firsts, list, left, r);
  if (l < right) weldPart(source, firsts, list, l, right);
}

function swap<T>(list: T[], i: number, k: number): void {
  const [a, b] = [list[i], list[k]];
  if (a === undefined || b === undefined) throw new Error('out of the list');
  [list[i], list[k]] = [b, a];
}

function isSame({ positions, normals, uvs }: Corners, a: number, b: number): boolean {
  return [0, 1, 2].every(
    (c) =>
      positions[a * 3 + c] === positions[b * 3 + c] &&
      normals[a * 3 + c] === normals[b * 3 + c] &&
      (c === 2 || uvs[a * 2 + c] === uvs[b * 2 + c]),
  );
}

interface Edge {
  readonly ends: readonly [number, number];
  readonly triangle: number;
  readonly side: number;
}

/** `classes`: of the three corners of each triangle. Returns for each edge the triangle on its other side, or −1. */
export function pairEdges(classes: Uint32Array): Int32Array {
  const edges = Array.from(classes, (from, slot): Edge => {
    const triangle = Math.floor(slot / 3);
    const to = at(classes, slot % 3 === 2 ? slot - 2 : slot + 1);
    return { ends: [Math.min(from, to), Math.max(from, to)], triangle, side: slot % 3 };
  });
  sortEdges(edges, 0, edges.length - 1, (edge) => edge.ends[0]);
  // The last run, and the last edge of each other run, stay unsorted: MikkTSpace skips them.
  for (const [from, to] of runs(edges, (a, b) => a.ends[0] === b.ends[0]))
    sortEdges(edges, from, to, (edge) => edge.ends[1]);
  const isSameEdge = (a: Edge, b: Edge) => a.ends[0] === b.ends[0] && a.ends[1] === b.ends[1];
  for (const [from, to] of runs(edges, isSameEdge)) sortEdges(edges, from, to, (edge) => edge.triangle);
  const neighbors = new Int32Array(classes.length).fill(-1);
  const begins = ({ triangle, side }: Edge): number => at(classes, triangle * 3 + side);
  for (const [i, edge] of edges.entries()) {
    if (neighbors[edge.triangle * 3 + edge.side] !== -1) continue;
    for (let k = i + 1; k < edges.length; k++) {
      const other = edges[k];
      if (other === undefined || !isSameEdge(edge, other)) break;
      if (begins(other) === begins(edge) || neighbors[other.triangle * 3 + other.side] !== -1) continue;
      neighbors[edge.triangle * 3 + edge.side] = other.triangle;
      neighbors[other.triangle * 3 + other.side] = edge.triangle;
      break;
    }
  }
  return neighbors;
}

/** The first and last edge of each run of equal edges, without the last run. */
function runs(edges: readonly Edge[], isEqual: (a: Edge, b: Edge) => boolean): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let from = 0;
  for (const [i, edge] of edges.entries()) {
    const first = edges[from];
    if (first === undefined || isEqual(first, edge)) continue;
    found.push([from, i - 1]);
    from = i;
  }
  return found;
}

function sortEdges(list: Edge[], left: number, right: number, keyOf: (edge: Edge) => number, seed = 39871946): void {
  const key = (i: number): number => keyOf(list[i] ?? { ends: [0, 0], triangle: 0, side: 0 });
  const count = right - left + 1;
  if (count < 2) return;
  if (count === 2) {
    if (key(left) > key(right)) swap(list, left, right);
    return;
  }
  const turn = seed & 31;
  const mixed = (seed + (((seed << turn) | (seed >>> ((32 - turn) & 31))) >>> 0) + 3) >>> 0;
  const middle = key(left + (mixed % count));
  let [l, r] = [left, right];
  do {
    while (key(l) < middle) l++;
    while (key(r) > middle) r--;
    if (l <= r) swap(list, l++, r--);
  } while (l <= r);
  if (left < r) sortEdges(list, left, r, keyOf, mixed);
  if (l < right) sortEdges(list, l, right, keyOf, mixed);
}
