// meshoptimizer's vertex codec, version 1: the readable twin of the wasm kernel and of assetc.h. All three accept the same bytes. Used
// itself if an engine does not allow wasm.
//
// A block is up to 256 vertices. It has a control byte for each four bytes of a vertex, then each byte of the vertices on its own: 16
// deltas at a time, with 0, 1, 2, 4 or 8 bits each. The largest value of 1, 2 and 4 bits means that the delta follows as a byte.

const HEADER = 0xa1;
const BLOCK_BYTES = 8192;
const BLOCK_MAX = 256;
const GROUP = 16;
/** A group takes at most this many bytes. The end of the data is padded so that they can always be read. */
const GROUP_MAX_BYTES = 24;

/** Bits of a delta by the control of a byte, and the mode of a group. */
const BITS: readonly (readonly number[])[] = [
  [0, 1, 2, 4],
  [1, 2, 4, 8],
];
const CONTROL_ZERO = 2;
const CONTROL_PLAIN = 3;

/** Bytes per vertex that the codec can have. */
export const isVertexStride = (stride: number): boolean => stride > 0 && stride <= 256 && stride % 4 === 0;

/** Bytes at the end of the data: the first vertex, a byte for each four of it, and padding before them. */
const tailBytes = (stride: number): number => Math.max(stride + stride / 4, GROUP_MAX_BYTES);

const verticesPerBlock = (stride: number): number =>
  Math.min(Math.floor(BLOCK_BYTES / stride) & ~(GROUP - 1), BLOCK_MAX);

interface Cursor {
  readonly source: Uint8Array;
  at: number;
}

/** Decodes `count` vertices of `stride` bytes to `target`. Returns false if the data is damaged. */
export function decodeVertices(source: Uint8Array, count: number, stride: number, target: Uint8Array): boolean {
  const tail = tailBytes(stride);
  if (!isVertexStride(stride) || source[0] !== HEADER || source.length < 1 + tail) return false;
  const channels = source.subarray(source.length - stride / 4);
  if (channels.some((channel) => (channel & 3) === 3)) return false;
  const last = source.slice(source.length - stride - stride / 4, source.length - stride / 4);
  const cursor: Cursor = { source, at: 1 };
  const perBlock = verticesPerBlock(stride);
  const deltas = new Uint8Array(BLOCK_MAX * 4);
  for (let first = 0; first < count; first += perBlock) {
    const inBlock = Math.min(perBlock, count - first);
    const control = cursor.at;
    cursor.at += stride / 4;
    if (cursor.at > source.length) return false;
    for (let lane = 0; lane < stride; lane += 4) {
      if (!readLane(cursor, source[control + lane / 4] ?? 0, inBlock, deltas)) return false;
      const rows = target.subarray(first * stride + lane);
      addDeltas(deltas, inBlock, channels[lane / 4] ?? 0, last.subarray(lane, lane + 4), rows, stride);
    }
  }
  return cursor.at === source.length - tail;
}

/** The deltas of four bytes of each vertex, each byte's in a row of 256. */
function readLane(cursor: Cursor, control: number, count: number, deltas: Uint8Array): boolean {
  for (let byte = 0; byte < 4; byte++) {
    const row = deltas.subarray(byte * BLOCK_MAX, (byte + 1) * BLOCK_MAX);
    const mode = (control >> (byte * 2)) & 3;
    if (mode === CONTROL_ZERO) row.fill(0);
    else if (mode === CONTROL_PLAIN) {
      if (cursor.source.length - cursor.at < count) return false;
      row.set(cursor.source.subarray(cursor.at, cursor.at + count));
      cursor.at += count;
    } else if (!readGroups(cursor, BITS[mode] ?? [], count, row)) return false;
  }
  return true;
}

function readGroups(cursor: Cursor, bits: readonly number[], count: number, row: Uint8Array): boolean {
  const groups = Math.ceil(count / GROUP);
  const modes = cursor.at;
  cursor.at += Math.ceil(groups / 4);
  for (let group = 0; group < groups; group++) {
    if (cursor.source.length - cursor.at < GROUP_MAX_BYTES) return false;
    const mode = ((cursor.source[modes + (group >> 2)] ?? 0) >> ((group & 3) * 2)) & 3;
    readGroup(cursor, bits[mode] ?? 0, row.subarray(group * GROUP, (group + 1) * GROUP));
  }
  return true;
}

function readGroup(cursor: Cursor, bits: number, row: Uint8Array): void {
  const { source, at } = cursor;
  if (bits === 0) row.fill(0);
  else if (bits === 8) row.set(source.subarray(at, at + GROUP));
  cursor.at += bits * 2;
  if (bits === 0 || bits === 8) return;
  const largest = (1 << bits) - 1;
  for (let i = 0; i < GROUP; i++) {
    const bit = i * bits;
    const byte = source[at + (bit >> 3)] ?? 0;
    // Single bits start at the lowest bit of a byte, wider ones at the highest.
    const delta = (bits === 1 ? byte >> (bit & 7) : byte >> (8 - bits - (bit & 7))) & largest;
    row[i] = delta === largest ? (source[cursor.at++] ?? 0) : delta;
  }
}

const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1);

/** Adds each delta to the vertex before: as bytes, as 16-bit numbers, or as 32 rotated bits that are XORed. */
function addDeltas(
  deltas: Uint8Array,
  count: number,
  channel: number,
  last: Uint8Array,
  rows: Uint8Array,
  stride: number,
): void {
  const width = [1, 2, 4][channel & 3] ?? 1;
  const rotation = channel >> 4;
  for (let i = 0; i < count; i++)
    for (let part = 0; part < 4; part += width) {
      let delta = 0;
      let before = 0;
      for (let byte = width - 1; byte >= 0; byte--) {
        delta = (delta << 8) | (deltas[(part + byte) * BLOCK_MAX + i] ?? 0);
        before = (before << 8) | (last[part + byte] ?? 0);
      }
      const value =
        width === 4 ? before ^ ((delta >>> rotation) | (delta << (32 - rotation))) : before + unzigzag(delta);
      for (let byte = 0; byte < width; byte++) {
        last[part + byte] = value >>> (byte * 8);
        rows[i * stride + part + byte] = value >>> (byte * 8);
      }
    }
}
