// Reads lines of OBJ text as exporters write them: vertices, texture coordinates, normals and faces in plain decimals. Any other line
// (names, colors, continued lines, numbers that need more care to round, mistakes) stops it; the caller reads that line.
// `readLines` is one long function because its counters are locals.

import { number, readNumber } from './number';

export function heapBase(): usize {
  return __heap_base;
}

const TAB: u32 = 9;
const LF: u32 = 10;
const CR: u32 = 13;
const SPACE: u32 = 32;
const HASH: u32 = 35;
const SLASH: u32 = 47;

/** The caller reads faces with more corners. */
const MAX_CORNERS: u32 = 64;

/** Offsets in the record that the caller and the kernel share. */
const AT: usize = 0;
const LINES: usize = 4;
const POSITIONS: usize = 8;
const UVS: usize = 12;
const NORMALS: usize = 16;
const CORNERS: usize = 20;
const FACES: usize = 24;
/** Vertices, texture coordinates and normals before this text. */
const BEFORE: usize = 28;

let at: usize = 0;

/* @inline */ function isBlank(byte: u32): bool {
  return byte === SPACE || byte === TAB;
}

/* @inline */ function isEnd(byte: u32): bool {
  return byte === LF || byte === CR;
}

/* @inline */ function skipBlanks(): void {
  while (isBlank(load<u8>(at))) at++;
}

/** Reads `minCount` to `maxCount` floats to the end of the line. Returns how many, or −1. */
function readFloats(into: usize, minCount: i32, maxCount: i32): i32 {
  let count = 0;
  while (true) {
    skipBlanks();
    if (isEnd(load<u8>(at))) return count < minCount ? -1 : count;
    if (count === maxCount) return -1;
    const end = readNumber(at);
    if (end === 0) return -1;
    const next = u32(load<u8>(end));
    if (!isBlank(next) && !isEnd(next)) return -1;
    store<f32>(into + (usize(count) << 2), f32(number));
    count++;
    at = end;
  }
}

/** Reads an index of at most nine digits that counts from one, or backward from the end. Returns false for anything else. */
let index: i32 = 0;
/* @inline */ function readIndex(count: i32): bool {
  let byte = u32(load<u8>(at));
  const isBackward = byte === 45;
  if (isBackward) byte = u32(load<u8>(++at));
  const first = at;
  let value: i32 = 0;
  while (byte - 48 < 10) {
    value = value * 10 + i32(byte - 48);
    byte = u32(load<u8>(++at));
  }
  const digits = at - first;
  if (digits === 0 || digits > 9 || value === 0) return false;
  index = isBackward ? count - value : value - 1;
  return index >= 0;
}

/** Returns the number of corners, or −1. */
function readFace(into: usize, vertices: i32, uvs: i32, normals: i32): i32 {
  let count: u32 = 0;
  while (true) {
    skipBlanks();
    if (isEnd(load<u8>(at))) return count < 3 ? -1 : i32(count);
    if (count === MAX_CORNERS || !readIndex(vertices)) return -1;
    const corner = into + usize(count) * 12;
    store<i32>(corner, index);
    store<i32>(corner, -1, 4);
    store<i32>(corner, -1, 8);
    if (load<u8>(at) === SLASH) {
      at++;
      if (load<u8>(at) !== SLASH) {
        if (!readIndex(uvs)) return -1;
        store<i32>(corner, index, 4);
      }
      if (load<u8>(at) === SLASH) {
        at++;
        if (!readIndex(normals)) return -1;
        store<i32>(corner, index, 8);
      }
    }
    const next = u32(load<u8>(at));
    if (!isBlank(next) && !isEnd(next)) return -1;
    count++;
  }
}

/**
 * Reads lines from the record's address to `end`, which is the end of a line. `faceStarts` and `faceLines` count from the start of this
 * text. Stops before a line that it cannot read.
 */
export function readLines(
  record: usize,
  end: usize,
  positions: usize,
  uvs: usize,
  normals: usize,
  corners: usize,
  faceStarts: usize,
  faceLines: usize,
): void {
  at = load<u32>(record, AT);
  let line = load<u32>(record, LINES);
  let positionCount = load<u32>(record, POSITIONS);
  let uvCount = load<u32>(record, UVS);
  let normalCount = load<u32>(record, NORMALS);
  let cornerCount = load<u32>(record, CORNERS);
  let faceCount = load<u32>(record, FACES);
  const verticesBefore = load<i32>(record, BEFORE);
  const uvsBefore = load<i32>(record, BEFORE + 4);
  const normalsBefore = load<i32>(record, BEFORE + 8);
  let start = at;
  while (at < end) {
    start = at;
    skipBlanks();
    const first = u32(load<u8>(at));
    const second = u32(load<u8>(at, 1));
    let isRead = true;
    if (first === 118 && isBlank(second)) {
      at++;
      isRead = readFloats(positions + (usize(positionCount) << 2), 3, 3) === 3;
      if (isRead) positionCount += 3;
    } else if (first === 118 && second === 116 && isBlank(load<u8>(at, 2))) {
      at += 2;
      const count = readFloats(uvs + (usize(uvCount) << 2), 2, 3);
      isRead = count > 0;
      if (isRead) uvCount += 2;
    } else if (first === 118 && second === 110 && isBlank(load<u8>(at, 2))) {
      at += 2;
      isRead = readFloats(normals + (usize(normalCount) << 2), 3, 3) === 3;
      if (isRead) normalCount += 3;
    } else if (first === 102 && isBlank(second)) {
      at++;
      const count = readFace(
        corners + (usize(cornerCount) << 2),
        verticesBefore + i32(positionCount / 3),
        uvsBefore + i32(uvCount / 2),
        normalsBefore + i32(normalCount / 3),
      );
      isRead = count > 0;
      if (isRead) {
        store<u32>(faceStarts + (usize(faceCount) << 2), cornerCount / 3);
        store<u32>(faceLines + (usize(faceCount) << 2), line);
        faceCount++;
        cornerCount += u32(count) * 3;
      }
    } else if (first === HASH) {
      while (!isEnd(load<u8>(at))) at++;
    } else {
      isRead = isEnd(first);
    }
    if (!isRead) {
      at = start;
      break;
    }
    at += load<u8>(at) === CR && load<u8>(at, 1) === LF ? 2 : 1;
    line++;
  }
  store<u32>(record, u32(at), AT);
  store<u32>(record, line, LINES);
  store<u32>(record, positionCount, POSITIONS);
  store<u32>(record, uvCount, UVS);
  store<u32>(record, normalCount, NORMALS);
  store<u32>(record, cornerCount, CORNERS);
  store<u32>(record, faceCount, FACES);
}
