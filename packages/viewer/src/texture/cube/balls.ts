// Positions of balls on a canvas: in rows of equal length that use its area best, each with a line of text below.

import type { Size } from '../sheet/view-box.js';

interface Ball {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const LABEL_PIXELS = 34;
const FILLED = 0.86;

/** One ball per level, and one more for diffuse surfaces. */
export function ballsIn(canvas: Size, levelCount: number, hasDiffuse: boolean): readonly Ball[] {
  const count = levelCount + (hasDiffuse ? 1 : 0);
  const sideOf = (columns: number): number =>
    Math.min(canvas.width / columns, canvas.height / Math.ceil(count / columns) - LABEL_PIXELS);
  let columns = 1;
  for (let each = 2; each <= count; each++) if (sideOf(each) > sideOf(columns)) columns = each;
  const side = Math.max(8, sideOf(columns));
  const rows = Math.ceil(count / columns);
  const top = (canvas.height - rows * (side + LABEL_PIXELS)) / 2;
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = (canvas.width - inRow * side) / 2;
    return {
      x: left + ((i % columns) + 0.5) * side,
      y: top + row * (side + LABEL_PIXELS) + side / 2,
      radius: (side / 2) * FILLED,
    };
  });
}
