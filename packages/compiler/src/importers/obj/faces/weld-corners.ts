// Welds corners with equal indices to one vertex, numbered by first appearance. The vertices of a position form a linked list: consecutive
// corners are near each other in the file, and so are their lists, while the slots of a hash would be spread over memory.

import { collectFreedMemory, weldRows } from '@assetc/kernels';

/**
 * Numbers per corner: position, texture coordinate (−1 for none), normal, and the next vertex in the list. A separate array for those would have
 * a size that the allocator never returns to the system.
 */
export const CORNER_NUMBERS = 4;
/** Longer lists (a position with very many seams) would be slow to walk for each of its corners. */
const MAX_LIST_LENGTH = 64;
const NONE = -1;

export interface WeldedCorners {
  /** Corner → vertex. */
  readonly remap: Uint32Array;
  readonly count: number;
  /** CORNER_NUMBERS of each vertex. */
  readonly numbers: Int32Array;
}

/** Writes the first three of CORNER_NUMBERS for each corner; may be called twice. */
type Fill = (corners: Int32Array) => void;

export class CornerWelder {
  /** Per position, the last vertex that it became; NONE between two calls. */
  readonly #lastVertices: Int32Array;

  constructor(positionCount: number) {
    this.#lastVertices = new Int32Array(positionCount).fill(NONE);
  }

  weld(count: number, fill: Fill): WeldedCorners {
    const welded = this.#weldOnce(count, fill);
    collectFreedMemory(count * CORNER_NUMBERS * 4);
    return welded;
  }

  /** A separate function, so that no stack frame keeps the freed memory alive. */
  #weldOnce(count: number, fill: Fill): WeldedCorners {
    const corners = new Int32Array(count * CORNER_NUMBERS);
    fill(corners);
    const remap = new Uint32Array(count);
    const unique = this.#weld(corners, remap);
    for (let vertex = 0; vertex < Math.abs(unique); vertex++)
      this.#lastVertices[corners[vertex * CORNER_NUMBERS] ?? 0] = NONE;
    if (unique < 0) return weldByHash(count, fill);
    return { remap, count: unique, numbers: corners.slice(0, unique * CORNER_NUMBERS) };
  }

  /** Moves vertices to the front, in place: there are never more than corners so far. Returns their number, negative if a list grew too long. */
  #weld(corners: Int32Array, remap: Uint32Array): number {
    const last = this.#lastVertices;
    let unique = 0;
    for (let i = 0, at = 0; i < remap.length; i++, at += CORNER_NUMBERS) {
      const position = corners[at] ?? 0;
      const uv = corners[at + 1] ?? 0;
      const normal = corners[at + 2] ?? 0;
      const head = last[position] ?? NONE;
      let vertex = head;
      for (let length = 0; vertex !== NONE; length++) {
        const entry = vertex * CORNER_NUMBERS;
        if (corners[entry + 1] === uv && corners[entry + 2] === normal) break;
        if (length === MAX_LIST_LENGTH) return -unique;
        vertex = corners[entry + 3] ?? NONE;
      }
      if (vertex === NONE) {
        vertex = unique++;
        const entry = vertex * CORNER_NUMBERS;
        corners[entry] = position;
        corners[entry + 1] = uv;
        corners[entry + 2] = normal;
        corners[entry + 3] = head;
        last[position] = vertex;
      }
      remap[i] = vertex;
    }
    return unique;
  }
}

/** Makes every corner a vertex. */
export function keepCorners(count: number, fill: Fill): WeldedCorners {
  const numbers = new Int32Array(count * CORNER_NUMBERS);
  fill(numbers);
  const remap = new Uint32Array(count);
  for (let i = 0; i < count; i++) remap[i] = i;
  return { remap, count, numbers };
}

function weldByHash(count: number, fill: Fill): WeldedCorners {
  const { remap, rows, uniqueCount } = weldRows(count, CORNER_NUMBERS, (bits) => {
    bits.fill(0);
    fill(new Int32Array(bits.buffer, bits.byteOffset, bits.length));
  });
  return { remap, count: uniqueCount, numbers: new Int32Array(rows.buffer, rows.byteOffset, rows.length) };
}
