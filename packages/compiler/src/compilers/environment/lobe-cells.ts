// Which cells of a light tree stand for the whole sky, seen from a few lobes that lie close together: small ones where the lobes are steep, large ones far off
// in their tails, none behind them.

import { CELL_FLOATS } from '@assetc/kernels';
import type { LightTree } from './light-tree.js';

/** Directions within `radius` of (x, y, z), and the alpha of their lobes. */
interface LobeBundle {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly alpha: number;
  /** How wide a cell may be, in widths of the lobe, or in distances from it where that is more. */
  readonly cellWidth: number;
}

/** Where n·l D(h) has fallen to a quarter, in alphas: cells are small within. */
const LOBE_WIDTH = 2;

export class CellList {
  /** CELL_FLOATS each. */
  cells = new Float32Array(4096 * CELL_FLOATS);
  count = 0;
  readonly #tree: LightTree;
  /** What is still to be looked at: level of the tree, face, row, column. */
  readonly #open = new Int32Array(4 * 1024);

  constructor(tree: LightTree) {
    this.#tree = tree;
  }

  /** Replaces the list. The order depends on the bundle alone. */
  gather(bundle: LobeBundle): void {
    const { size, levels } = this.#tree;
    const open = this.#open;
    this.count = 0;
    const top = levels.length - 1;
    let depth = 0;
    for (let face = 5; face >= 0; face--) depth = this.#push(depth, top, face, 0, 0);
    while (depth > 0) {
      depth -= 4;
      const level = open[depth] ?? 0;
      const face = open[depth + 1] ?? 0;
      const row = open[depth + 2] ?? 0;
      const column = open[depth + 3] ?? 0;
      const across = size >> level;
      const cells = levels[level] ?? new Float32Array();
      const at = ((face * across + row) * across + column) * CELL_FLOATS;
      const verdict = judge(bundle, cells, at, 2 / across);
      if (verdict === 'unseen') continue;
      if (verdict === 'small' || level === 0) {
        this.#take(cells, at);
        continue;
      }
      for (let child = 3; child >= 0; child--)
        depth = this.#push(depth, level - 1, face, 2 * row + (child >> 1), 2 * column + (child & 1));
    }
  }

  #push(depth: number, level: number, face: number, row: number, column: number): number {
    const open = this.#open;
    open[depth] = level;
    open[depth + 1] = face;
    open[depth + 2] = row;
    open[depth + 3] = column;
    return depth + 4;
  }

  #take(cells: Float32Array, at: number): void {
    const to = this.count * CELL_FLOATS;
    if (to === this.cells.length) {
      const larger = new Float32Array(2 * to);
      larger.set(this.cells);
      this.cells = larger;
    }
    for (let k = 0; k < CELL_FLOATS; k++) this.cells[to + k] = cells[at + k] ?? 0;
    this.count++;
  }
}

/** `width`: no cell of its level is wider, in radians. */
function judge(bundle: LobeBundle, cells: Float32Array, at: number, width: number): 'unseen' | 'small' | 'large' {
  if (cells[at + 3] === 0) return 'unseen';
  const dx = (cells[at] ?? 0) - bundle.x;
  const dy = (cells[at + 1] ?? 0) - bundle.y;
  const dz = (cells[at + 2] ?? 0) - bundle.z;
  const square = dx * dx + dy * dy + dz * dz;
  // The cosine to the middle of the bundle; a cell reaches no farther from its centre of light than its diagonal.
  if (1 - square / 2 < -(bundle.radius + 1.5 * width)) return 'unseen';
  if (width <= bundle.cellWidth * LOBE_WIDTH * bundle.alpha) return 'small';
  const least = width / bundle.cellWidth + bundle.radius;
  return square >= least * least ? 'small' : 'large';
}
