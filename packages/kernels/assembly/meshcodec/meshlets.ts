// The codec of meshlets: nibbles for vertices and triangles, then the corners that are written out, in few bits each.

/** Seven edges of two local vertices, 16 bits each; the newest has the lowest bits of the first word. */
let recent: u64 = 0;
let older: u64 = 0;

/* @inline */ function push(start: u32, end: u32): void {
  older = (older << 16) | (recent >> 48);
  recent = (recent << 16) | u64(start | (end << 8));
}

/* @inline */ function edgeAt(age: u32): u32 {
  return u32((age < 4 ? recent >> u64(age << 4) : older >> u64((age - 4) << 4)) & 0xffff);
}

/* @inline */ function nibbleAt(data: usize, i: usize): u32 {
  return (u32(load<u8>(data + (i >> 1))) >> u32((i & 1) << 2)) & 15;
}

const DAMAGED: usize = usize.MAX_VALUE;

/** Returns the number of nibbles. */
function decodeVertexList<T>(data: usize, size: usize, target: usize, count: usize): usize {
  const end = size << 1;
  let nibble: usize = 0;
  let previous: u32 = 0;
  let next: u32 = 0;
  for (let i: usize = 0; i < count; i++) {
    let symbol: u32 = 0;
    let part: u32;
    let shift: u32 = 0;
    do {
      if (nibble >= end) return DAMAGED;
      part = nibbleAt(data, nibble++);
      if (shift === 30 && part > 3) return DAMAGED;
      symbol |= (part & 7) << shift;
      shift += 3;
    } while (part > 7);
    previous = symbol === 0 ? next : previous + ((symbol >> 1) ^ (0 - (symbol & 1)));
    next = max(next, previous + 1);
    store<T>(target + i * sizeof<T>(), previous as T);
  }
  return nibble;
}

function decodeCorners(
  data: usize,
  size: usize,
  nibble: usize,
  vertexCount: u32,
  target: usize,
  triangles: usize,
): bool {
  const codesEnd = nibble + triangles;
  const first = (codesEnd + 1) >> 1;
  if (first > size) return false;
  if ((codesEnd & 1) !== 0 && nibbleAt(data, codesEnd) !== 0) return false;
  const bits: u32 = vertexCount > 1 ? 32 - clz(vertexCount - 1) : 0;
  const mask: u32 = (1 << bits) - 1;
  const bitEnd = size << 3;
  let bit = first << 3;
  let next: u32 = 0;
  recent = 0;
  older = 0;
  for (; nibble < codesEnd; nibble++, target += 3) {
    const code = nibbleAt(data, nibble);
    let a: u32;
    let b: u32;
    if (code < 14) {
      const edge = edgeAt(code >> 1);
      a = edge & 255;
      b = edge >> 8;
    } else {
      if (code === 15) {
        a = next++;
        b = next++;
      } else {
        a = (u32(load<u16>(data + (bit >> 3))) >> u32(bit & 7)) & mask;
        bit += bits;
        next += u32(a === next);
        b = (u32(load<u16>(data + (bit >> 3))) >> u32(bit & 7)) & mask;
        bit += bits;
        next += u32(b === next);
      }
      push(b, a);
    }
    let c: u32;
    if (code === 15 || (code < 14 && (code & 1) === 0)) c = next++;
    else {
      c = (u32(load<u16>(data + (bit >> 3))) >> u32(bit & 7)) & mask;
      bit += bits;
      next += u32(c === next);
    }
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount || bit > bitEnd) return false;
    push(c, b);
    push(a, c);
    store<u8>(target, u8(a));
    store<u8>(target, u8(b), 1);
    store<u8>(target, u8(c), 2);
  }
  if ((bit + 7) >> 3 !== size) return false;
  return (bit & 7) === 0 || u32(load<u8>(data + (bit >> 3))) >> u32(bit & 7) === 0;
}

/** `width`: bytes of a vertex. The caller has compared the sums of the table with the room for vertices and triangles. */
export function decodeMeshlets(source: usize, count: usize, width: usize, vertices: usize, triangles: usize): i32 {
  let data = source + (count << 2);
  for (let row = source; count > 0; count--, row += 4) {
    const vertexCount = usize(load<u8>(row));
    const triangleCount = usize(load<u8>(row, 1));
    const size = usize(load<u16>(row, 2));
    const used =
      width === 2
        ? decodeVertexList<u16>(data, size, vertices, vertexCount)
        : decodeVertexList<u32>(data, size, vertices, vertexCount);
    if (used === DAMAGED) return 0;
    if (!decodeCorners(data, size, used, u32(vertexCount), triangles, triangleCount)) return 0;
    data += size;
    vertices += vertexCount * width;
    triangles += triangleCount * 3;
  }
  return 1;
}
