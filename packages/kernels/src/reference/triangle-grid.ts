// The readable twin of the nearest kernel, in 64-bit floats: finds the nearest triangle to a point in a grid of cells. A caller passes what
// is near enough, so most queries end in the first cell.

/** Maximum number of cells along the longest side. */
const MAX_CELLS = 24;
/** A corner, the two edges from it, and their products. */
const SHAPE = 12;

export class TriangleGrid {
  /** Results of the last query: the squared distance, and the triangle, −1 if there is none. */
  squared = 0;
  triangle = -1;
  #shapes = new Float64Array(0);
  #lowX = 0;
  #lowY = 0;
  #lowZ = 0;
  #size = 1;
  #nx = 1;
  #ny = 1;
  #nz = 1;
  /** The start of each cell's list in `#lists`. */
  #starts = new Int32Array(0);
  #lists = new Int32Array(0);
  /** The query that last measured each triangle. */
  #lastQuery = new Int32Array(0);
  #query = 0;
  /** Cells that each triangle spans: first and last along each axis. */
  #spans = new Int32Array(0);

  /** `count` corners of `indices`, over `positions` of three floats. */
  fill(positions: Float32Array, indices: Uint32Array, count: number): void {
    const triangles = count / 3;
    if (this.#lastQuery.length < triangles) {
      this.#lastQuery = new Int32Array(triangles * 2);
      this.#spans = new Int32Array(triangles * 12);
      this.#shapes = new Float64Array(triangles * 2 * SHAPE);
      this.#query = 0;
    }
    this.#measure(positions, indices, count, Math.min(MAX_CELLS, Math.ceil(Math.sqrt(triangles)) + 1));
    for (let t = 0; t < triangles; t++) this.#enter(t, positions, indices);
    this.#sort(triangles);
  }

  #measure(positions: Float32Array, indices: Uint32Array, count: number, maximum: number): void {
    let x0 = Number.POSITIVE_INFINITY;
    let y0 = x0;
    let z0 = x0;
    let x1 = Number.NEGATIVE_INFINITY;
    let y1 = x1;
    let z1 = x1;
    for (let i = 0; i < count; i++) {
      const at = (indices[i] ?? 0) * 3;
      const x = positions[at] ?? 0;
      const y = positions[at + 1] ?? 0;
      const z = positions[at + 2] ?? 0;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
    const extent = Math.max(x1 - x0, y1 - y0, z1 - z0);
    this.#size = extent > 0 ? extent / maximum : 1;
    this.#lowX = x0;
    this.#lowY = y0;
    this.#lowZ = z0;
    this.#nx = Math.floor((x1 - x0) / this.#size) + 1;
    this.#ny = Math.floor((y1 - y0) / this.#size) + 1;
    this.#nz = Math.floor((z1 - z0) / this.#size) + 1;
  }

  /** Shape and span of one triangle. */
  #enter(t: number, p: Float32Array, indices: Uint32Array): void {
    const a = (indices[t * 3] ?? 0) * 3;
    const b = (indices[t * 3 + 1] ?? 0) * 3;
    const c = (indices[t * 3 + 2] ?? 0) * 3;
    const x = p[a] ?? 0;
    const y = p[a + 1] ?? 0;
    const z = p[a + 2] ?? 0;
    const ux = (p[b] ?? 0) - x;
    const uy = (p[b + 1] ?? 0) - y;
    const uz = (p[b + 2] ?? 0) - z;
    const vx = (p[c] ?? 0) - x;
    const vy = (p[c + 1] ?? 0) - y;
    const vz = (p[c + 2] ?? 0) - z;
    const shapes = this.#shapes;
    const at = t * SHAPE;
    shapes[at] = x;
    shapes[at + 1] = y;
    shapes[at + 2] = z;
    shapes[at + 3] = ux;
    shapes[at + 4] = uy;
    shapes[at + 5] = uz;
    shapes[at + 6] = vx;
    shapes[at + 7] = vy;
    shapes[at + 8] = vz;
    shapes[at + 9] = ux * ux + uy * uy + uz * uz;
    shapes[at + 10] = ux * vx + uy * vy + uz * vz;
    shapes[at + 11] = vx * vx + vy * vy + vz * vz;
    const spans = this.#spans;
    spans[t * 6] = cellOf(x + Math.min(0, ux, vx) - this.#lowX, this.#size, this.#nx);
    spans[t * 6 + 1] = cellOf(y + Math.min(0, uy, vy) - this.#lowY, this.#size, this.#ny);
    spans[t * 6 + 2] = cellOf(z + Math.min(0, uz, vz) - this.#lowZ, this.#size, this.#nz);
    spans[t * 6 + 3] = cellOf(x + Math.max(0, ux, vx) - this.#lowX, this.#size, this.#nx);
    spans[t * 6 + 4] = cellOf(y + Math.max(0, uy, vy) - this.#lowY, this.#size, this.#ny);
    spans[t * 6 + 5] = cellOf(z + Math.max(0, uz, vz) - this.#lowZ, this.#size, this.#nz);
  }

  /** Sorts triangles by cell: counts them, then lists them. */
  #sort(triangles: number): void {
    const spans = this.#spans;
    const cells = this.#nx * this.#ny * this.#nz;
    if (this.#starts.length < cells + 2) this.#starts = new Int32Array((cells + 2) * 2);
    const starts = this.#starts.fill(0, 0, cells + 2);
    for (let pass = 0; pass < 2; pass++) {
      for (let t = 0; t < triangles; t++)
        for (let z = spans[t * 6 + 2] ?? 0; z <= (spans[t * 6 + 5] ?? 0); z++)
          for (let y = spans[t * 6 + 1] ?? 0; y <= (spans[t * 6 + 4] ?? 0); y++) {
            const row = (z * this.#ny + y) * this.#nx;
            const last = row + (spans[t * 6 + 3] ?? 0);
            for (let cell = row + (spans[t * 6] ?? 0); cell <= last; cell++) {
              const at = starts[cell + 2 - pass] ?? 0;
              if (pass === 1) this.#lists[at] = t;
              starts[cell + 2 - pass] = at + 1;
            }
          }
      if (pass === 1) return;
      for (let cell = 0; cell < cells; cell++) starts[cell + 2] = (starts[cell + 2] ?? 0) + (starts[cell + 1] ?? 0);
      const entries = starts[cells + 1] ?? 0;
      if (this.#lists.length < entries) this.#lists = new Int32Array(entries * 2);
    }
  }

  /** Sets `squared` and `triangle` to the nearest triangle, or to any whose squared distance is at most `enough`. */
  findNearest(x: number, y: number, z: number, enough: number): void {
    this.squared = Number.POSITIVE_INFINITY;
    this.triangle = -1;
    this.#query++;
    const cx = cellOf(x - this.#lowX, this.#size, this.#nx);
    const cy = cellOf(y - this.#lowY, this.#size, this.#ny);
    const cz = cellOf(z - this.#lowZ, this.#size, this.#nz);
    const far = Math.max(cx, this.#nx - 1 - cx, cy, this.#ny - 1 - cy, cz, this.#nz - 1 - cz);
    for (let ring = 0; ring <= far; ring++) {
      // Everything beyond ring r is at least r − 1 cells away.
      const reach = (ring - 1) * this.#size;
      if (ring > 1 && this.squared <= reach * reach) return;
      if (this.#searchRing(ring, cx, cy, cz, x, y, z, enough)) return;
    }
  }

  #searchRing(
    ring: number,
    cx: number,
    cy: number,
    cz: number,
    x: number,
    y: number,
    z: number,
    enough: number,
  ): boolean {
    const firstZ = Math.max(0, cz - ring);
    const lastZ = Math.min(this.#nz - 1, cz + ring);
    const firstY = Math.max(0, cy - ring);
    const lastY = Math.min(this.#ny - 1, cy + ring);
    for (let kz = firstZ; kz <= lastZ; kz++)
      for (let ky = firstY; ky <= lastY; ky++) {
        const isRim = kz === cz - ring || kz === cz + ring || ky === cy - ring || ky === cy + ring;
        const step = isRim || ring === 0 ? 1 : ring * 2;
        for (let kx = cx - ring; kx <= cx + ring; kx += step)
          if (kx >= 0 && kx < this.#nx && this.#searchCell((kz * this.#ny + ky) * this.#nx + kx, x, y, z, enough))
            return true;
      }
    return false;
  }

  /** Returns true if a triangle is near enough. */
  #searchCell(cell: number, x: number, y: number, z: number, enough: number): boolean {
    const end = this.#starts[cell + 1] ?? 0;
    for (let at = this.#starts[cell] ?? 0; at < end; at++) {
      const t = this.#lists[at] ?? 0;
      if (this.#lastQuery[t] === this.#query) continue;
      this.#lastQuery[t] = this.#query;
      const squared = squaredDistance(this.#shapes, t * SHAPE, x, y, z);
      if (squared >= this.squared) continue;
      this.squared = squared;
      this.triangle = t;
      if (squared <= enough) return true;
    }
    return false;
  }
}

const cellOf = (offset: number, size: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(offset / size)));

/**
 * The squared distance to the nearest point of a triangle, inside it or on an edge. Edges are measured even if the nearest point is inside:
 * for very thin triangles, rounding decides what is inside.
 */
function squaredDistance(shapes: Float64Array, at: number, x: number, y: number, z: number): number {
  const wx = x - (shapes[at] ?? 0);
  const wy = y - (shapes[at + 1] ?? 0);
  const wz = z - (shapes[at + 2] ?? 0);
  const ux = shapes[at + 3] ?? 0;
  const uy = shapes[at + 4] ?? 0;
  const uz = shapes[at + 5] ?? 0;
  const vx = shapes[at + 6] ?? 0;
  const vy = shapes[at + 7] ?? 0;
  const vz = shapes[at + 8] ?? 0;
  const uu = shapes[at + 9] ?? 0;
  const uv = shapes[at + 10] ?? 0;
  const vv = shapes[at + 11] ?? 0;
  const wu = wx * ux + wy * uy + wz * uz;
  const wv = wx * vx + wy * vy + wz * vz;
  /** The squared distance to s·u + r·v. */
  const to = (s: number, r: number): number =>
    (wx - s * ux - r * vx) ** 2 + (wy - s * uy - r * vy) ** 2 + (wz - s * uz - r * vz) ** 2;
  const k = clamped(wv - wu - uv + uu, uu - 2 * uv + vv);
  const edges = Math.min(to(clamped(wu, uu), 0), to(0, clamped(wv, vv)), to(1 - k, k));
  const area = uu * vv - uv * uv;
  const s = vv * wu - uv * wv;
  const r = uu * wv - uv * wu;
  const isInside = area > 0 && s >= 0 && r >= 0 && s + r <= area;
  return isInside ? Math.min(edges, to(s / area, r / area)) : edges;
}

const clamped = (along: number, length: number): number => (along <= 0 ? 0 : along >= length ? 1 : along / length);
