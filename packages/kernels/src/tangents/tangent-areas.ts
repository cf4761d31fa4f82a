// The memory areas of the tangent kernel.

import type { TangentKernel } from './tangent-kernel.js';

/** In the kernel's order. */
const AREAS = [
  'vertices',
  'indices',
  'firsts',
  'classes',
  'order',
  'neighbors',
  'directions',
  'flags',
  'members',
  'groups',
  'tangents',
  'chosen',
  'scratch',
] as const;

export type TangentArea = (typeof AREAS)[number];

/** Cells that corners are sorted into before they are welded. */
export const CELLS = 2048;

export class TangentAreas {
  readonly #kernel: TangentKernel;
  /** The address of the table of areas. */
  readonly at: number;
  readonly #starts: Uint32Array;

  constructor(kernel: TangentKernel, corners: number, vertexCount: number) {
    this.#kernel = kernel;
    this.at = kernel.reserve(AREAS.length * 4);
    const triangles = corners / 3;
    const sizes: Readonly<Record<TangentArea, number | undefined>> = {
      vertices: vertexCount * 32 + 16,
      indices: corners * 4,
      firsts: vertexCount * 4,
      classes: corners * 4,
      order: triangles * 4,
      neighbors: corners * 4,
      // Until directions are computed, their area is scratch memory for bucket starts and pairs of words.
      directions: Math.max(corners * 8 + (vertexCount + 4) * 4 + 16, (CELLS + 1) * 4),
      flags: triangles,
      members: corners * 4,
      groups: (corners + 1) * 4,
      // Their number depends on the groups, which are counted later.
      tangents: undefined,
      // Groups are built from neighbors, and tangents from groups: the area of the neighbors is free by then.
      chosen: undefined,
      scratch: undefined,
    };
    const starts = AREAS.map((name) => {
      const size = sizes[name];
      return size === undefined ? 0 : kernel.reserve(size);
    });
    this.#starts = Uint32Array.from(starts);
    this.set('scratch', this.start('directions'));
  }

  start(name: TangentArea): number {
    return this.#starts[AREAS.indexOf(name)] ?? 0;
  }

  set(name: TangentArea, start: number): void {
    this.#starts[AREAS.indexOf(name)] = start;
  }

  /** Writes the table for the kernel. */
  write(): void {
    this.#kernel.u32(this.at, this.#starts.length).set(this.#starts);
  }
}
