// Selects the cells of a light tree that represent the whole sky for a few nearby lobes: small cells where the lobes are steep, large ones in their tails,
// and none behind them.

import { CELL_FLOATS } from '@assetc/kernels';
import type { LightTree } from './light-tree.js';

/** Directions within `radius` of (x, y, z), and the alpha of their lobes. */
interface LobeBundle {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  readonly alpha: number;
  /** Maximum cell width, relative to the lobe width or, if larger, to the distance from the lobe. */
  readonly cellWidth: number;
}

/** Where n·l D(h) has fallen to a quarter, in units of alpha: cells are small inside. */
const LOBE_WIDTH = 2;

export class CellList {
  /** CELL_FLOATS each. */
  cells = new Float32Array(4096 * CELL_FLOATS);
  count = 0;
  readonly #tree: LightTree;
  /** Cells still to visit: level of the tree, face, row, column. */
  readonly #stack = new Int32Array(4 * 1024);

  constructor(tree: LightTree) {
    this.#tree = tree;
  }

  /** Replaces the list. The order depends only on the bundle. */
  gather(bundle: LobeBundle): void {
    const { size, levels } = this.#tree;
    const stack = this.#stack;
    this.count = 0;
    const top = levels.length - 1;
    let depth = 0;
    for (let face = 5; face >= 0; face--) depth = this.#push(depth, top, face, 0, 0);
    while (depth > 0) {
      depth -= 4;
      const level = stack[depth] ?? 0;
      const face = stack[depth + 1] ?? 0;
      const row = stack[depth + 2] ?? 0;
      const column = stack[depth + 3] ?? 0;
      const cellsPerRow = size >> level;
      const cells = levels[level] ?? new Float32Array();
      const at = ((face * cellsPerRow + row) * cellsPerRow + column) * CELL_FLOATS;
      const cellClass = classifyCell(bundle, cells, at, 2 / cellsPerRow);
      if (cellClass === 'unseen') continue;
      if (cellClass === 'small' || level === 0) {
        this.#add(cells, at);
        continue;
      }
      for (let child = 3; child >= 0; child--)
        depth = this.#push(depth, level - 1, face, 2 * row + (child >> 1), 2 * column + (child & 1));
    }
  }

  #push(depth: number, level: number, face: number, row: number, column: number): number {
    const stack = this.#stack;
    stack[depth] = level;
    stack[depth + 1] = face;
    stack[depth + 2] = row;
    stack[depth + 3] = column;
    return depth + 4;
  }

  #add(cells: Float32Array, at: number): void {
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

/** `width`: upper bound for the width of a cell at its level, in radians. */
function classifyCell(
  bundle: LobeBundle,
  cells: Float32Array,
  at: number,
  width: number,
): 'unseen' | 'small' | 'large' {
  if (cells[at + 3] === 0) return 'unseen';
  const dx = (cells[at] ?? 0) - bundle.x;
  const dy = (cells[at + 1] ?? 0) - bundle.y;
  const dz = (cells[at + 2] ?? 0) - bundle.z;
  const square = dx * dx + dy * dy + dz * dz;
  // The cosine to the center of the bundle; a cell extends at most its diagonal from its center of light.
  if (1 - square / 2 < -(bundle.radius + 1.5 * width)) return 'unseen';
  if (width <= bundle.cellWidth * LOBE_WIDTH * bundle.alpha) return 'small';
  const minDistance = width / bundle.cellWidth + bundle.radius;
  return square >= minDistance * minDistance ? 'small' : 'large';
}
