// The states of a triangle's micro-triangles. A micro-triangle is opaque or transparent only if every cell that it touches is.

import { OPAQUE, TRANSPARENT, UNKNOWN_OPAQUE, UNKNOWN_TRANSPARENT } from './opacity.js';
import type { OpacityCells } from './opacity-cells.js';

/** A triangle in texture coordinates, and the alpha of its vertices. */
export interface TexturedTriangle {
  /** u and v of three corners. */
  readonly uvs: Float64Array;
  /** Undefined if it is 1. */
  readonly alphas: readonly [number, number, number] | undefined;
}

/** Texture units compute positions with 8 bits below the texel. */
const POSITION_ERROR = 1 / 128;
/** Interpolated coordinates are single floats: relative error of a position. */
const FLOAT_ERROR = 2 ** -21;

/** Writes a state per micro-triangle to `states`. `corners`: see `microTriangles`. */
export function bakeTriangle(
  triangle: TexturedTriangle,
  cells: OpacityCells,
  corners: Float64Array,
  states: Uint8Array,
): void {
  const { uvs, alphas } = triangle;
  const texels = Float64Array.from(uvs, (value, i) => value * (i % 2 === 0 ? cells.width : cells.height) - 0.5);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = texels;
  const reach = texels.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const error = POSITION_ERROR + reach * FLOAT_ERROR;
  const micro = new Float64Array(6);
  for (let i = 0; i < states.length; i++) {
    for (let corner = 0; corner < 3; corner++) {
      const u = corners[i * 6 + corner * 2] ?? 0;
      const v = corners[i * 6 + corner * 2 + 1] ?? 0;
      micro[corner * 2] = x0 + (x1 - x0) * u + (x2 - x0) * v;
      micro[corner * 2 + 1] = y0 + (y1 - y0) * u + (y2 - y0) * v;
    }
    const content = alphas === undefined ? contentOf(micro, cells, error) : 3;
    states[i] = content === 1 ? TRANSPARENT : content === 2 ? OPAQUE : mixedState(micro, triangle, corners, i, cells);
  }
}

/** Bit 0: it may have holes. Bit 1: it may be solid. Both if it is too large to look at every row. */
function contentOf(micro: Float64Array, cells: OpacityCells, error: number): number {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = micro;
  const first = Math.floor(Math.min(y0, y1, y2) - error);
  const last = Math.floor(Math.max(y0, y1, y2) + error);
  if (last - first > cells.height * 2) return (cells.hasHoles ? 1 : 0) | (cells.hasSolid ? 2 : 0);
  let content = 0;
  for (let j = first; j <= last && content !== 3; j++) {
    span.low = Number.POSITIVE_INFINITY;
    span.high = Number.NEGATIVE_INFINITY;
    const [top, bottom] = [j - error, j + 1 + error];
    widenByEdge(x0, y0, x1, y1, top, bottom);
    widenByEdge(x1, y1, x2, y2, top, bottom);
    widenByEdge(x2, y2, x0, y0, top, bottom);
    if (span.low <= span.high)
      content |= cells.contentOf(Math.floor(span.low - error), Math.floor(span.high + error), j);
  }
  return content;
}

/** One object for all calls: an allocation per edge would take most of the time. */
const span = { low: 0, high: 0 };

/** Widens the span by the part of an edge between two heights. */
function widenByEdge(ax: number, ay: number, bx: number, by: number, top: number, bottom: number): void {
  if (Math.max(ay, by) < top || Math.min(ay, by) > bottom) return;
  const slope = ay === by ? 0 : (bx - ax) / (by - ay);
  const start = ay < top ? ax + (top - ay) * slope : ay > bottom ? ax + (bottom - ay) * slope : ax;
  const end = by < top ? bx + (top - by) * slope : by > bottom ? bx + (bottom - by) * slope : bx;
  span.low = Math.min(span.low, start, end);
  span.high = Math.max(span.high, start, end);
}

/** The unknown state that most of the micro-triangle has, by the centers of its quarters; the middle one breaks a tie. */
function mixedState(
  micro: Float64Array,
  { alphas }: TexturedTriangle,
  corners: Float64Array,
  index: number,
  cells: OpacityCells,
): number {
  let opaque = 0;
  let isCenterOpaque = false;
  for (let quarter = 0; quarter < 4; quarter++) {
    const [wa, wb, wc] = QUARTERS[quarter] ?? [0, 0, 0];
    const x = (micro[0] ?? 0) * wa + (micro[2] ?? 0) * wb + (micro[4] ?? 0) * wc;
    const y = (micro[1] ?? 0) * wa + (micro[3] ?? 0) * wb + (micro[5] ?? 0) * wc;
    const at = (offset: number): number =>
      (corners[index * 6 + offset] ?? 0) * wa +
      (corners[index * 6 + offset + 2] ?? 0) * wb +
      (corners[index * 6 + offset + 4] ?? 0) * wc;
    const [u, v] = alphas === undefined ? [0, 0] : [at(0), at(1)];
    const alpha = alphas === undefined ? 1 : alphas[0] * (1 - u - v) + alphas[1] * u + alphas[2] * v;
    const isOpaque = cells.isOpaqueAt(x, y, alpha);
    if (quarter === 0) isCenterOpaque = isOpaque;
    if (isOpaque) opaque++;
  }
  return opaque > 2 || (opaque === 2 && isCenterOpaque) ? UNKNOWN_OPAQUE : UNKNOWN_TRANSPARENT;
}

/** Barycentric weights of the centers of the quarters, the middle one first. */
const QUARTERS = [
  [1 / 3, 1 / 3, 1 / 3],
  [2 / 3, 1 / 6, 1 / 6],
  [1 / 6, 2 / 3, 1 / 6],
  [1 / 6, 1 / 6, 2 / 3],
] as const;
