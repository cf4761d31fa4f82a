// The tables of ASTC that depend on the size of a block.

import type { AstcFootprint } from '../ktx2/vk-format.js';
import { divideBlock } from './astc-partitions.js';
import { spreadGrid } from './astc-weights.js';

/** Tables are made when a block needs them first. */
export class AstcTables {
  readonly width: number;
  readonly height: number;
  readonly texels: number;
  readonly #infills = new Map<number, ReturnType<typeof spreadGrid>>();
  readonly #partitions = new Map<number, Uint8Array>();

  constructor(footprint: AstcFootprint) {
    const [width = 0, height = 0] = footprint.split('x').map(Number);
    this.width = width;
    this.height = height;
    this.texels = width * height;
  }

  infill(width: number, height: number): ReturnType<typeof spreadGrid> {
    const key = width * 16 + height;
    const found = this.#infills.get(key) ?? spreadGrid(this.width, this.height, width, height);
    this.#infills.set(key, found);
    return found;
  }

  /** The pair of endpoints of each texel. */
  partition(seed: number, count: number): Uint8Array {
    const key = count === 1 ? 0 : seed * 4 + count - 1;
    const found =
      this.#partitions.get(key) ??
      (count === 1 ? new Uint8Array(this.texels) : divideBlock(this.width, this.height, seed, count));
    this.#partitions.set(key, found);
    return found;
  }
}

const tables = new Map<AstcFootprint, AstcTables>();

export function astcTables(footprint: AstcFootprint): AstcTables {
  const found = tables.get(footprint) ?? new AstcTables(footprint);
  tables.set(footprint, found);
  return found;
}
