// The readable twin of how the meshlet kernel cuts: it looks at every triangle next to the meshlet for each choice. Numbers are rounded to
// 32 bits where the kernel's are. If several triangles are equally near where nothing is next to a meshlet, it takes the first one.

const f = Math.fround;
type Point = readonly [number, number, number];

interface Limits {
  readonly maxVertices: number;
  readonly maxTriangles: number;
  readonly coneWeight: number;
}

interface Triangle {
  readonly corners: Point;
  readonly center: Point;
  readonly normal: Point;
  readonly size: number;
}

const sum = (a: Point, b: Point): Point => [f(a[0] + b[0]), f(a[1] + b[1]), f(a[2] + b[2])];
const difference = (a: Point, b: Point): Point => [f(a[0] - b[0]), f(a[1] - b[1]), f(a[2] - b[2])];
const scaled = (a: Point, by: number): Point => [f(a[0] * by), f(a[1] * by), f(a[2] * by)];
const dot = (a: Point, b: Point): number => f(f(f(a[0] * b[0]) + f(a[1] * b[1])) + f(a[2] * b[2]));
const lengthOf = (a: Point): number => f(Math.sqrt(dot(a, a)));
const cross = (a: Point, b: Point): Point => [
  f(f(a[1] * b[2]) - f(a[2] * b[1])),
  f(f(a[2] * b[0]) - f(a[0] * b[2])),
  f(f(a[0] * b[1]) - f(a[1] * b[0])),
];

function triangleAt(indices: Uint32Array, positions: Float32Array, t: number): Triangle {
  const corners: Point = [indices[t * 3] ?? 0, indices[t * 3 + 1] ?? 0, indices[t * 3 + 2] ?? 0];
  const at = (v: number): Point => [positions[v * 3] ?? 0, positions[v * 3 + 1] ?? 0, positions[v * 3 + 2] ?? 0];
  const [a, b, c] = [at(corners[0]), at(corners[1]), at(corners[2])];
  const across = cross(difference(b, a), difference(c, a));
  const size = lengthOf(across);
  const total = sum(sum(a, b), c);
  return {
    corners,
    center: [f(total[0] / 3), f(total[1] / 3), f(total[2] / 3)],
    normal: scaled(across, size === 0 ? 0 : f(1 / size)),
    size,
  };
}

/** Returns the triangles of each meshlet, in the order in which it got them. */
export function cutReference(indices: Uint32Array, positions: Float32Array, limits: Limits): readonly number[][] {
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => triangleAt(indices, positions, t));
  return new Cutter(triangles, positions.length / 3, limits).cut();
}

class Cutter {
  readonly #triangles: readonly Triangle[];
  readonly #limits: Limits;
  /** The triangles of each vertex that are in no meshlet. */
  readonly #around: number[][];
  readonly #left: Set<number>;
  readonly #corner: Point;
  readonly #radius: number;
  #seeds: number[] = [];
  #open: number[] = [];
  /** The vertices of the open meshlet. */
  readonly #vertices = new Set<number>();
  #centers: Point = [0, 0, 0];
  #normals: Point = [0, 0, 0];

  constructor(triangles: readonly Triangle[], vertexCount: number, limits: Limits) {
    this.#triangles = triangles;
    this.#limits = limits;
    this.#around = Array.from({ length: vertexCount }, () => []);
    for (const [t, { corners }] of triangles.entries()) for (const v of corners) this.#around[v]?.push(t);
    this.#left = new Set(triangles.keys());
    const lowest = (axis: 0 | 1 | 2): number => Math.min(...triangles.map(({ center }) => center[axis]));
    this.#corner = [lowest(0), lowest(1), lowest(2)];
    const area = triangles.reduce((all, { size }) => f(all + size), 0);
    const mean = f(f(area / triangles.length) * 0.5);
    this.#radius = f(f(Math.sqrt(f(mean * limits.maxTriangles))) * 0.5);
  }

  cut(): readonly number[][] {
    const meshlets: number[][] = [];
    while (this.#left.size > 0) {
      let best = this.#choose(meshlets.length === 0);
      if (!this.#hasRoom(best)) {
        best = this.#nextSeed() ?? best;
        if (!this.#hasRoom(best)) meshlets.push(this.#finish());
      }
      this.#add(best);
    }
    return [...meshlets, this.#open];
  }

  #choose(isFirst: boolean): number {
    if (isFirst && this.#open.length === 0) return lowestOf(this.#left, (t) => [0, this.#fromCorner(t)]) ?? 0;
    const share = this.#open.length === 0 ? 0 : f(1 / this.#open.length);
    const center = scaled(this.#centers, share);
    const squared = dot(this.#normals, this.#normals);
    const normal = scaled(this.#normals, squared === 0 ? 0 : f(1 / f(Math.sqrt(squared))));
    const neighbors = [...this.#vertices].flatMap((v) => this.#around[v] ?? []);
    const next = lowestOf(neighbors, (t) => [this.#priority(t), this.#score(t, center, normal)]);
    return next ?? lowestOf(this.#left, (t) => [0, this.#distance(t, center)]) ?? 0;
  }

  #live = (vertex: number): number => this.#around[vertex]?.length ?? 0;
  #distance = (t: number, from: Point): number => lengthOf(difference(this.#at(t).center, from));
  #fromCorner = (t: number): number => this.#distance(t, this.#corner);

  #at(t: number): Triangle {
    const triangle = this.#triangles[t];
    if (triangle === undefined) throw new Error(`there is no triangle ${t}`);
    return triangle;
  }

  /** Triangles that add no vertex, then the last one of a vertex, then those that leave another one alone. */
  #priority(t: number): number {
    const { corners } = this.#at(t);
    const added = corners.filter((v) => !this.#vertices.has(v)).length;
    if (added === 0) return 0;
    if (corners.some((v) => this.#live(v) === 1)) return 1;
    return added + (corners.filter((v) => this.#live(v) === 2).length >= 2 ? 1 : 2);
  }

  #score(t: number, center: Point, normal: Point): number {
    const weight = f(this.#limits.coneWeight);
    const away = f(1 + f(f(this.#distance(t, center) / this.#radius) * f(1 - weight)));
    const facing = f(1 - f(dot(this.#at(t).normal, normal) * weight));
    return f(away * Math.max(facing, f(1e-3)));
  }

  #hasRoom(t: number): boolean {
    const { maxVertices, maxTriangles } = this.#limits;
    const added = this.#at(t).corners.filter((v) => !this.#vertices.has(v)).length;
    return this.#open.length < maxTriangles && this.#vertices.size + added <= maxVertices;
  }

  /** Keeps about the best four of the triangles around the meshlet, and returns the best of all that are kept. */
  #nextSeed(): number | undefined {
    const around = (t: number): number => this.#at(t).corners.reduce((all, v) => all + this.#live(v), 0);
    const key = (t: number): readonly [number, number] => [around(t), this.#fromCorner(t)];
    const added: number[] = [];
    for (const vertex of this.#vertices) {
      const best = lowestOf(this.#around[vertex] ?? [], (t) => [around(t), 0]);
      if (best === undefined) continue;
      const place = [0, 1, 2, 3].find((i) => {
        const other = added[i];
        return other === undefined || compare(key(best), key(other)) <= 0;
      });
      if (place !== undefined) added[place] = best;
    }
    this.#seeds = [...this.#seeds.filter((t) => this.#left.has(t)).slice(0, 252), ...added];
    return lowestOf(this.#seeds, key);
  }

  #finish(): number[] {
    const done = this.#open;
    this.#open = [];
    this.#vertices.clear();
    this.#centers = [0, 0, 0];
    this.#normals = [0, 0, 0];
    return done;
  }

  #add(t: number): void {
    const { corners, center, normal } = this.#at(t);
    this.#open.push(t);
    this.#left.delete(t);
    for (const vertex of corners) {
      this.#vertices.add(vertex);
      const list = this.#around[vertex] ?? [];
      // The last one takes its place.
      const last = list.pop();
      const place = list.indexOf(t);
      if (place >= 0 && last !== undefined) list[place] = last;
    }
    this.#centers = sum(this.#centers, center);
    this.#normals = sum(this.#normals, normal);
  }
}

const compare = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0] || a[1] - b[1];

/** The first with the lowest key. */
function lowestOf(items: Iterable<number>, keyOf: (item: number) => readonly [number, number]): number | undefined {
  let best: number | undefined;
  let lowest: readonly [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const item of items) {
    const key = keyOf(item);
    if (best !== undefined && compare(key, lowest) >= 0) continue;
    best = item;
    lowest = key;
  }
  return best;
}
