// The joints of a clip in the space of the mesh, for some samples: as the source moves them, and as the compressed tracks do. The error of a
// joint is the largest distance between the two of six points around it.

/** What the compressor must know of a skeleton. */
export interface ClipSkeleton {
  /** Into the joints; −1 for a root. Parents may follow their children. */
  readonly parents: Int32Array;
  /** Ten floats per joint: translation, rotation, scale. */
  readonly bind: Float32Array;
  /** Per joint: the distance of the points at which errors are measured. */
  readonly shells: Float64Array;
  /** Per joint: the largest error. */
  readonly limits: Float64Array;
}

/** Floats of a matrix: three rows of four. */
const MATRIX = 12;
/** Floats of a local transform: translation, rotation, scale. */
const LOCAL = 10;

/** Parents first. */
export function sortJoints(parents: Int32Array): Int32Array {
  const order: number[] = [];
  const placed = new Uint8Array(parents.length);
  for (let joint = 0; joint < parents.length; joint++) {
    const chain: number[] = [];
    for (let at = joint; at >= 0 && placed[at] === 0; at = parents[at] ?? -1) {
      placed[at] = 1;
      chain.push(at);
    }
    order.push(...chain.reverse());
  }
  return Int32Array.from(order);
}

export class JointChain {
  /** By joint: it and all joints below it, parents first. */
  readonly below: readonly Int32Array[];
  /** Of the last update, by joint, divided by its limit. */
  readonly errors: Float64Array;
  readonly #parents: Int32Array;
  readonly #shells: Float64Array;
  readonly #limits: Float64Array;
  readonly #count: number;
  readonly #source: Float64Array;
  readonly #lossy: Float64Array;
  readonly #local = new Float64Array(MATRIX);

  /** `locals`: the source, ten numbers per joint and sample, sample after sample of one joint. */
  constructor(skeleton: ClipSkeleton, order: Int32Array, locals: Float64Array, sampleCount: number) {
    const { parents, shells, limits } = skeleton;
    this.#parents = parents;
    this.#shells = shells;
    this.#limits = limits;
    this.#count = sampleCount;
    this.errors = new Float64Array(parents.length);
    this.#source = new Float64Array(parents.length * sampleCount * MATRIX);
    this.below = listBelow(parents, order);
    for (const joint of order) this.#place(joint, locals, this.#source);
    this.#lossy = this.#source.slice();
  }

  /** Moves a joint and all below it as the locals do. Returns the largest error among them, divided by the limit. */
  update(joint: number, locals: Float64Array): number {
    let worst = 0;
    for (const moved of this.below[joint] ?? []) {
      this.#place(moved, locals, this.#lossy);
      const error = this.#errorOf(moved);
      this.errors[moved] = error;
      if (error > worst) worst = error;
    }
    return worst;
  }

  /** The error of `joint` if only the joints from `from` down to it moved as the locals do. Does not change `errors`. */
  errorAlong(path: readonly number[], locals: Float64Array): number {
    for (const joint of path) this.#place(joint, locals, this.#lossy);
    return this.#errorOf(path.at(-1) ?? 0);
  }

  #place(joint: number, locals: Float64Array, matrices: Float64Array): void {
    const parent = this.#parents[joint] ?? -1;
    for (let i = 0; i < this.#count; i++) {
      const at = (joint * this.#count + i) * MATRIX;
      if (parent < 0) compose(locals, (joint * this.#count + i) * LOCAL, matrices, at);
      else {
        compose(locals, (joint * this.#count + i) * LOCAL, this.#local, 0);
        multiply(matrices, (parent * this.#count + i) * MATRIX, this.#local, matrices, at);
      }
    }
  }

  #errorOf(joint: number): number {
    const shell = this.#shells[joint] ?? 0;
    let worst = 0;
    for (let i = 0; i < this.#count; i++) {
      const squared = distanceSquared(this.#source, this.#lossy, (joint * this.#count + i) * MATRIX, shell);
      if (squared > worst) worst = squared;
    }
    return Math.sqrt(worst) / (this.#limits[joint] ?? 1);
  }
}

function listBelow(parents: Int32Array, order: Int32Array): readonly Int32Array[] {
  const lists: number[][] = Array.from({ length: parents.length }, () => []);
  for (const joint of order) for (let at = joint; at >= 0; at = parents[at] ?? -1) lists[at]?.push(joint);
  return lists.map((list) => Int32Array.from(list));
}

/** The largest squared distance of the points at plus and minus `shell` on each axis of two matrices. */
function distanceSquared(a: Float64Array, b: Float64Array, at: number, shell: number): number {
  const tx = (a[at + 3] ?? 0) - (b[at + 3] ?? 0);
  const ty = (a[at + 7] ?? 0) - (b[at + 7] ?? 0);
  const tz = (a[at + 11] ?? 0) - (b[at + 11] ?? 0);
  let worst = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = ((a[at + axis] ?? 0) - (b[at + axis] ?? 0)) * shell;
    const y = ((a[at + 4 + axis] ?? 0) - (b[at + 4 + axis] ?? 0)) * shell;
    const z = ((a[at + 8 + axis] ?? 0) - (b[at + 8 + axis] ?? 0)) * shell;
    // |t + d|² and |t − d|² differ by the sign of the product.
    const product = Math.abs(tx * x + ty * y + tz * z) * 2;
    const squared = tx * tx + ty * ty + tz * tz + x * x + y * y + z * z + product;
    if (squared > worst) worst = squared;
  }
  return worst;
}

/** Translation, rotation and scale as three rows of four. */
function compose(local: Float64Array, from: number, out: Float64Array, at: number): void {
  const x = local[from + 3] ?? 0;
  const y = local[from + 4] ?? 0;
  const z = local[from + 5] ?? 0;
  const w = local[from + 6] ?? 0;
  const sx = local[from + 7] ?? 0;
  const sy = local[from + 8] ?? 0;
  const sz = local[from + 9] ?? 0;
  out[at] = (1 - 2 * (y * y + z * z)) * sx;
  out[at + 1] = 2 * (x * y - w * z) * sy;
  out[at + 2] = 2 * (x * z + w * y) * sz;
  out[at + 3] = local[from] ?? 0;
  out[at + 4] = 2 * (x * y + w * z) * sx;
  out[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[at + 6] = 2 * (y * z - w * x) * sz;
  out[at + 7] = local[from + 1] ?? 0;
  out[at + 8] = 2 * (x * z - w * y) * sx;
  out[at + 9] = 2 * (y * z + w * x) * sy;
  out[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[at + 11] = local[from + 2] ?? 0;
}

function multiply(a: Float64Array, from: number, b: Float64Array, out: Float64Array, at: number): void {
  for (let row = 0; row < 3; row++) {
    const p = a[from + row * 4] ?? 0;
    const q = a[from + row * 4 + 1] ?? 0;
    const r = a[from + row * 4 + 2] ?? 0;
    for (let column = 0; column < 4; column++)
      out[at + row * 4 + column] =
        p * (b[column] ?? 0) +
        q * (b[4 + column] ?? 0) +
        r * (b[8 + column] ?? 0) +
        (column === 3 ? (a[from + row * 4 + 3] ?? 0) : 0);
  }
}
