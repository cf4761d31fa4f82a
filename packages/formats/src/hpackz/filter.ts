// Reorders bytes so that they compress better: vertices and blocks have equal bytes at equal places. The inverse is exact for any bytes.

import { FILTER_DIFFERENCES, FILTER_NONE } from './layout.js';

/** The filtered bytes. */
export function applyFilter(bytes: Uint8Array, filter: number, stride: number): Uint8Array {
  if (filter === FILTER_NONE) return bytes;
  const rows = Math.floor(bytes.length / stride);
  const out = new Uint8Array(bytes.length);
  let at = 0;
  for (let plane = 0; plane < stride; plane++) {
    let before = 0;
    for (let row = 0, from = plane; row < rows; row++, from += stride) {
      const byte = bytes[from] ?? 0;
      out[at++] = filter === FILTER_DIFFERENCES ? byte - before : byte;
      before = byte;
    }
  }
  out.set(bytes.subarray(rows * stride), at);
  return out;
}

export function undoFilter(bytes: Uint8Array, filter: number, stride: number): Uint8Array {
  if (filter === FILTER_NONE) return bytes;
  const rows = Math.floor(bytes.length / stride);
  const out = new Uint8Array(bytes.length);
  let at = 0;
  for (let plane = 0; plane < stride; plane++) {
    let before = 0;
    for (let row = 0, to = plane; row < rows; row++, to += stride) {
      const byte = bytes[at++] ?? 0;
      before = filter === FILTER_DIFFERENCES ? (before + byte) & 255 : byte;
      out[to] = before;
    }
  }
  out.set(bytes.subarray(at), at);
  return out;
}
