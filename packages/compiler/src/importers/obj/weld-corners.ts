// Corners of equal numbers become one vertex, numbered in the order in which they first appear. The vertices that a position has become
// so far hang together in a list: corners that follow each other lie near each other in the file, and so do those lists, where the
// slots of a hash would lie all over the memory.

import { letGo, weldRows } from '@assetc/kernels';

/**
 * Of a corner: position, texture coordinate (−1 for none), normal; and a word for the list that it will hang in. An array of its own for those
 * would be of a size that the allocator keeps for good.
 */
export const CORNER_NUMBERS = 4;
/** A position with more vertices (a hub of very many seams) would be walked through by each of its corners. */
const LONGEST_LIST = 64;
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
  /** By position: the vertex that it became last, NONE between two calls. */
  readonly #last: Int32Array;

  constructor(positionCount: number) {
    this.#last = new Int32Array(positionCount).fill(NONE);
  }

  weld(count: number, fill: Fill): WeldedCorners {
    const welded = this.#weldOnce(count, fill);
    letGo(count * CORNER_NUMBERS * 4);
    return welded;
  }

  /** A call of its own, so that no frame refers to what is let go. */
  #weldOnce(count: number, fill: Fill): WeldedCorners {
    const corners = new Int32Array(count * CORNER_NUMBERS);
    fill(corners);
    const remap = new Uint32Array(count);
    const unique = this.#weld(corners, remap);
    for (let vertex = 0; vertex < Math.abs(unique); vertex++) this.#last[corners[vertex * CORNER_NUMBERS] ?? 0] = NONE;
    if (unique < 0) return weldByHash(count, fill);
    return { remap, count: unique, numbers: corners.slice(0, unique * CORNER_NUMBERS) };
  }

  /** Vertices move to the front: never are there more than corners have been seen. How many; negative where a list grew too long. */
  #weld(corners: Int32Array, remap: Uint32Array): number {
    const last = this.#last;
    let unique = 0;
    for (let i = 0, at = 0; i < remap.length; i++, at += CORNER_NUMBERS) {
      const position = corners[at] ?? 0;
      const uv = corners[at + 1] ?? 0;
      const normal = corners[at + 2] ?? 0;
      const head = last[position] ?? NONE;
      let vertex = head;
      for (let length = 0; vertex !== NONE; length++) {
        const own = vertex * CORNER_NUMBERS;
        if (corners[own + 1] === uv && corners[own + 2] === normal) break;
        if (length === LONGEST_LIST) return -unique;
        vertex = corners[own + 3] ?? NONE;
      }
      if (vertex === NONE) {
        vertex = unique++;
        const own = vertex * CORNER_NUMBERS;
        corners[own] = position;
        corners[own + 1] = uv;
        corners[own + 2] = normal;
        corners[own + 3] = head;
        last[position] = vertex;
      }
      remap[i] = vertex;
    }
    return unique;
  }
}

/** Every corner a vertex. */
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
