// The index codecs. Recent vertices and edges are in rings: age 0 is the newest. Positions are locals: engines keep globals in memory.

/** 16 vertices. */
const vertices = memory.data(64);
/** 16 edges of two vertices. */
const edges = memory.data(128);

/** A number of 2 to 5 bytes, 7 bits each; the high half is how many. */
function readLong(data: usize): u64 {
  let value = u32(load<u8>(data)) & 127;
  let byte: u32 = 128;
  let length: usize = 1;
  for (let shift: u32 = 7; byte > 127 && shift < 35; shift += 7) {
    byte = u32(load<u8>(data + length++));
    value |= (byte & 127) << shift;
  }
  return u64(value) | (u64(length) << 32);
}

/* @inline */ function readNumber(data: usize): u64 {
  const byte = u32(load<u8>(data));
  return byte < 128 ? u64(byte) | (1 << 32) : readLong(data);
}

/* @inline */ function unzigzag(value: u32): u32 {
  return (value >> 1) ^ (0 - (value & 1));
}

/* @inline */ function vertexAt(end: usize, age: u32): u32 {
  return load<u32>(vertices + ((end - 4 - (usize(age) << 2)) & 63));
}

/* @inline */ function setEdge(end: usize, a: u32, b: u32): void {
  const at = edges + (end & 127);
  store<u32>(at, a);
  store<u32>(at, b, 4);
}

/* @inline */ function write<T>(target: usize, a: u32, b: u32, c: u32): void {
  store<T>(target, a as T);
  store<T>(target + sizeof<T>(), b as T);
  store<T>(target + 2 * sizeof<T>(), c as T);
}

function decode<T>(source: usize, size: usize, triangles: usize, start: usize): i32 {
  const codesEnd = source + 1 + triangles;
  const end = source + size - 16;
  let data = codesEnd;
  let vertexEnd: usize = 0;
  let edgeEnd: usize = 0;
  let target = start;
  let next: u32 = 0;
  let last: u32 = 0;
  for (let at = source + 1; at < codesEnd; at++, target += 3 * sizeof<T>()) {
    const code = u32(load<u8>(at));
    if (code < 0xf0) {
      const edge = edges + ((edgeEnd - 8 - (usize(code >> 4) << 3)) & 127);
      const a = load<u32>(edge);
      const b = load<u32>(edge, 4);
      const third = code & 15;
      let c: u32;
      if (third === 0) {
        c = next++;
        store<u32>(vertices + vertexEnd, c);
        vertexEnd = (vertexEnd + 4) & 63;
      } else if (third < 13) {
        c = vertexAt(vertexEnd, third);
      } else {
        if (third === 15) {
          // Only before data is read: a position past the end is never the end again.
          if (data > end) return 0;
          const read = readNumber(data);
          data += usize(read >> 32);
          last += unzigzag(u32(read));
        } else last += third === 13 ? -1 : 1;
        c = last;
        store<u32>(vertices + vertexEnd, c);
        vertexEnd = (vertexEnd + 4) & 63;
      }
      setEdge(edgeEnd, c, b);
      setEdge(edgeEnd + 8, a, c);
      edgeEnd += 16;
      write<T>(target, a, b, c);
      continue;
    }
    if (data > end) return 0;
    const isListed = code < 0xfe;
    const pair = u32(load<u8>(isListed ? end + usize(code & 15) : data));
    data += usize(!isListed);
    if (!isListed && pair === 0) next = 0;
    const second = pair >> 4;
    const third = pair & 15;
    let a: u32 = code === 0xff ? 0 : next++;
    let b = second === 0 ? next++ : vertexAt(vertexEnd, second - 1);
    let c = third === 0 ? next++ : vertexAt(vertexEnd, third - 1);
    const isSecondFar = !isListed && second === 15;
    const isThirdFar = !isListed && third === 15;
    if (code === 0xff) {
      const read = readNumber(data);
      data += usize(read >> 32);
      a = last += unzigzag(u32(read));
    }
    if (isSecondFar) {
      const read = readNumber(data);
      data += usize(read >> 32);
      b = last += unzigzag(u32(read));
    }
    if (isThirdFar) {
      const read = readNumber(data);
      data += usize(read >> 32);
      c = last += unzigzag(u32(read));
    }
    store<u32>(vertices + vertexEnd, a);
    vertexEnd = (vertexEnd + 4) & 63;
    store<u32>(vertices + vertexEnd, b);
    vertexEnd = (vertexEnd + (usize(second === 0 || isSecondFar) << 2)) & 63;
    store<u32>(vertices + vertexEnd, c);
    vertexEnd = (vertexEnd + (usize(third === 0 || isThirdFar) << 2)) & 63;
    setEdge(edgeEnd, b, a);
    setEdge(edgeEnd + 8, c, b);
    setEdge(edgeEnd + 16, a, c);
    edgeEnd += 24;
    write<T>(target, a, b, c);
  }
  return i32(data === end);
}

/** `width`: bytes of an index. */
export function decodeTriangles(source: usize, size: usize, count: usize, width: usize, target: usize): i32 {
  const triangles = count / 3;
  if (triangles * 3 !== count || size < 1 + triangles + 16 || load<u8>(source) !== 0xe1) return 0;
  memory.fill(vertices, 0, 64);
  memory.fill(edges, 0, 128);
  if (width === 2) return decode<u16>(source, size, triangles, target);
  return decode<u32>(source, size, triangles, target);
}

/** The index before, of each of the two runs. */
const lasts = memory.data(8);

function decodeList<T>(source: usize, size: usize, count: usize, target: usize): i32 {
  const end = source + size - 4;
  const targetEnd = target + count * sizeof<T>();
  let data = source + 1;
  store<u64>(lasts, 0);
  for (; target < targetEnd; target += sizeof<T>()) {
    if (data >= end) return 0;
    let value = u32(load<u8>(data++));
    if (value > 127) {
      const second = u32(load<u8>(data));
      if (second < 128) {
        value = (value & 127) | (second << 7);
        data++;
      } else {
        const read = readLong(data - 1);
        data += usize(read >> 32) - 1;
        value = u32(read);
      }
    }
    // In memory and without a branch: which of the two it is cannot be predicted.
    const last = lasts + (usize(value & 1) << 2);
    const index = load<u32>(last) + unzigzag(value >> 1);
    store<u32>(last, index);
    store<T>(target, index as T);
  }
  return i32(data === end);
}

export function decodeSequence(source: usize, size: usize, count: usize, width: usize, target: usize): i32 {
  if (size < 1 + count + 4 || load<u8>(source) !== 0xd1) return 0;
  if (width === 2) return decodeList<u16>(source, size, count, target);
  return decodeList<u32>(source, size, count, target);
}
