// LZ4 blocks (not frames), read. A block is measured before anything is allocated for it.

import { FormatError } from '@assetc/formats';

export const MIN_MATCH = 4;

/** Decodes to exactly `size` bytes or throws FormatError; offsets in errors count from `fileOffset`. */
export function decompressLz4(block: Uint8Array, size: number, fileOffset = 0): Uint8Array {
  // The block is measured before anything is allocated: the stated size may be wrong.
  expectSize(block, size, fileOffset);
  const out = new Uint8Array(size);
  fill(block, out);
  return out;
}

/** The same into memory of the caller, which must have exactly the size of the content; otherwise nothing is written. */
export function decompressLz4Into(block: Uint8Array, out: Uint8Array, fileOffset = 0): void {
  expectSize(block, out.byteLength, fileOffset);
  fill(block, out);
}

function expectSize(block: Uint8Array, size: number, fileOffset: number): void {
  const actual = measureLz4(block, fileOffset);
  if (actual !== size) fail(fileOffset, `holds ${actual} bytes, ${size} were announced`);
}

/** Decodes a block that has been measured. */
function fill(block: Uint8Array, out: Uint8Array): void {
  let at = 0;
  let to = 0;
  while (at < block.length) {
    const token = block[at++] ?? 0;
    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        more = block[at++] ?? 0;
        literals += more;
      }
    }
    if (literals > 0) out.set(block.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at >= block.length) break;
    const offset = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    let length = (token & 15) + MIN_MATCH;
    if (length === 15 + MIN_MATCH) {
      let more = 255;
      while (more === 255) {
        more = block[at++] ?? 0;
        length += more;
      }
    }
    if (offset >= length) out.copyWithin(to, to - offset, to - offset + length);
    else for (let i = 0; i < length; i++) out[to + i] = out[to + i - offset] ?? 0;
    to += length;
  }
}

function fail(at: number, message: string): never {
  throw new FormatError('bad-value', at, `LZ4 block: ${message}`);
}

/** The number of bytes that a block decodes to. Throws FormatError if it is malformed. */
function measureLz4(block: Uint8Array, fileOffset = 0): number {
  let at = 0;
  let size = 0;
  for (;;) {
    if (at >= block.length) fail(fileOffset + at, 'ends inside a sequence');
    const token = block[at++] ?? 0;
    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (at >= block.length) fail(fileOffset + at, 'ends inside a length');
        more = block[at++] ?? 0;
        literals += more;
      }
    }
    if (at + literals > block.length) fail(fileOffset + at, 'ends inside literals');
    at += literals;
    size += literals;
    if (at === block.length) return size;
    if (at + 2 > block.length) fail(fileOffset + at, 'ends inside an offset');
    const offset = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    if (offset === 0 || offset > size) fail(fileOffset + at, `offset ${offset} reaches before the start`);
    at += 2;
    let length = (token & 15) + MIN_MATCH;
    if (length === 15 + MIN_MATCH) {
      let more = 255;
      while (more === 255) {
        if (at >= block.length) fail(fileOffset + at, 'ends inside a length');
        more = block[at++] ?? 0;
        length += more;
      }
    }
    size += length;
  }
}
