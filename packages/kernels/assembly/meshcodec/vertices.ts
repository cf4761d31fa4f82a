// The vertex codec: 16 deltas at a time. Lanes with the largest value take the bytes that follow, by a shuffle from a table.

const GROUP_MAX_BYTES: usize = 24;
/** Four rows of 256 deltas, and 16 bytes that a copy may pass. */
const deltas = memory.data(4 * 256 + 16);
/** For each mask of 8 lanes: which byte each lane takes; 128 for none. */
const shuffles = memory.data(256 * 8);
const counts = memory.data(256);
/** The vertex before the next one. */
const last = memory.data(256);

for (let mask: u32 = 0; mask < 256; mask++) {
  let count: u8 = 0;
  for (let lane: u32 = 0; lane < 8; lane++) {
    const isTaken = (mask >> lane) & 1;
    store<u8>(shuffles + mask * 8 + lane, isTaken ? count : 128);
    count += u8(isTaken);
  }
  store<u8>(counts + mask, count);
}

/** Bytes for the lanes of `mask`, from `rest` on; 0 for the others. */
/* @inline */ function takeBytes(rest: usize, low: usize, high: usize): v128 {
  const first = v128.load64_zero(shuffles + (low << 3));
  const second = i8x16.add(v128.load64_splat(shuffles + (high << 3)), i8x16.splat(load<i8>(counts + low)));
  const both = i8x16.shuffle(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31);
  return v128.swizzle(v128.load(rest), both);
}

/* @inline */ function bytesTaken(low: usize, high: usize): usize {
  return usize(load<u8>(counts + low)) + usize(load<u8>(counts + high));
}

/** One group of 16 deltas with 1, 2, 4 or 8 bits (`kind` 1 to 4), or none. Returns where the data continues. */
function readGroup(data: usize, row: usize, kind: u32): usize {
  if (kind === 0) {
    v128.store(row, i64x2.splat(0));
    return data;
  }
  if (kind === 4) {
    v128.store(row, v128.load(data));
    return data + 16;
  }
  if (kind === 1) {
    const low = usize(load<u8>(data));
    const high = usize(load<u8>(data, 1));
    v128.store(row, takeBytes(data + 2, low, high));
    return data + 2 + bytesTaken(low, high);
  }
  let lanes: v128;
  let largest: v128;
  if (kind === 2) {
    const packed = v128.load32_zero(data);
    const pairs = i8x16.shuffle(i16x8.shr_u(packed, 4), packed, 0, 16, 1, 17, 2, 18, 3, 19, 0, 0, 0, 0, 0, 0, 0, 0);
    lanes = i8x16.shuffle(i16x8.shr_u(pairs, 2), pairs, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    largest = i8x16.splat(3);
    data += 4;
  } else {
    const packed = v128.load64_zero(data);
    lanes = i8x16.shuffle(i16x8.shr_u(packed, 4), packed, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    largest = i8x16.splat(15);
    data += 8;
  }
  lanes = v128.and(lanes, largest);
  const isTaken = i8x16.eq(lanes, largest);
  const mask = i8x16.bitmask(isTaken);
  const low = usize(mask & 255);
  const high = usize(mask) >> 8;
  v128.store(row, v128.or(takeBytes(data, low, high), v128.andnot(lanes, isTaken)));
  return data + bytesTaken(low, high);
}

/** Returns where the data continues; 0 if it is damaged. */
function readGroups(start: usize, end: usize, row: usize, groups: usize, control: u32): usize {
  let modes = start;
  let data = start + ((groups + 3) >> 2);
  const rowEnd = row + (groups << 4);
  // Four groups at a time, with one check.
  while (row + 64 <= rowEnd && data + GROUP_MAX_BYTES * 4 <= end) {
    const four = u32(load<u8>(modes++));
    data = readGroup(data, row, (four & 3) + control);
    data = readGroup(data, row + 16, ((four >> 2) & 3) + control);
    data = readGroup(data, row + 32, ((four >> 4) & 3) + control);
    data = readGroup(data, row + 48, (four >> 6) + control);
    row += 64;
  }
  while (row < rowEnd) {
    let four = u32(load<u8>(modes++));
    for (let i = 0; i < 4 && row < rowEnd; i++, row += 16, four >>= 2) {
      if (data + GROUP_MAX_BYTES > end) return 0;
      data = readGroup(data, row, (four & 3) + control);
    }
  }
  return data;
}

/** The deltas of four bytes of each vertex. */
/* @inline */ function readLane(start: usize, end: usize, control: u32, count: usize): usize {
  let data = start;
  const groups = (count + 15) >> 4;
  for (let byte: usize = 0; byte < 4; byte++, control >>= 2) {
    const row = deltas + (byte << 8);
    const mode = control & 3;
    if (mode === 2) memory.fill(row, 0, groups << 4);
    else if (mode === 3) {
      if (data + count > end) return 0;
      for (let i: usize = 0; i < count; i += 16) v128.store(row + i, v128.load(data + i));
      data += count;
    } else {
      data = readGroups(data, end, row, groups, mode);
      if (data === 0) return 0;
    }
  }
  return data;
}

/* @inline */ function unzigzag8(v: v128): v128 {
  const sign = i8x16.sub(i64x2.splat(0), v128.and(v, i8x16.splat(1)));
  return v128.xor(i8x16.shr_u(v, 1), sign);
}

/* @inline */ function unzigzag16(v: v128): v128 {
  const sign = i16x8.sub(i64x2.splat(0), v128.and(v, i16x8.splat(1)));
  return v128.xor(i16x8.shr_u(v, 1), sign);
}

/* @inline */ function plus<T>(a: v128, b: v128): v128 {
  if (sizeof<T>() === 1) return i8x16.add(a, b);
  if (sizeof<T>() === 2) return i16x8.add(a, b);
  return v128.xor(a, b);
}

/** Four vertices: the sums of their deltas and all before. */
/* @inline */ function sums<T>(v: v128, last: v128): v128 {
  const zero = i64x2.splat(0);
  const pairs = plus<T>(v, i32x4_shuffle_1(zero, v));
  const all = plus<T>(pairs, i8x16.shuffle(zero, pairs, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23));
  return plus<T>(all, last);
}

/* @inline */ function i32x4_shuffle_1(zero: v128, v: v128): v128 {
  return i8x16.shuffle(zero, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
}

/* @inline */ function lastOf(v: v128): v128 {
  return i8x16.shuffle(v, v, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
}

/* @inline */ function storeFour(out: usize, stride: usize, v: v128): void {
  v128.store32_lane(out, v, 0);
  v128.store32_lane(out + stride, v, 1);
  v128.store32_lane(out + stride * 2, v, 2);
  v128.store32_lane(out + stride * 3, v, 3);
}

/** `left`: vertices that remain, at least one. */
function storeSome(out: usize, stride: usize, v: v128, left: usize): void {
  v128.store32_lane(out, v, 0);
  if (left > 1) v128.store32_lane(out + stride, v, 1);
  if (left > 2) v128.store32_lane(out + stride * 2, v, 2);
  if (left > 3) v128.store32_lane(out + stride * 3, v, 3);
}

/** T: u8 and u16 add, u32 XORs. Returns the last vertex. */
function addDeltas<T>(out: usize, stride: usize, count: usize, before: u32, rotation: i32): u32 {
  let last = i32x4.splat(before);
  for (let i: usize = 0; i < count; i += 16) {
    let r0 = v128.load(deltas + i);
    let r1 = v128.load(deltas + i, 256);
    let r2 = v128.load(deltas + i, 512);
    let r3 = v128.load(deltas + i, 768);
    if (sizeof<T>() === 1) {
      r0 = unzigzag8(r0);
      r1 = unzigzag8(r1);
      r2 = unzigzag8(r2);
      r3 = unzigzag8(r3);
    }
    let a = i8x16.shuffle(r0, r1, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    let b = i8x16.shuffle(r0, r1, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    let c = i8x16.shuffle(r2, r3, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    let d = i8x16.shuffle(r2, r3, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    if (sizeof<T>() === 2) {
      a = unzigzag16(a);
      b = unzigzag16(b);
      c = unzigzag16(c);
      d = unzigzag16(d);
    }
    let v0 = i8x16.shuffle(a, c, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
    let v1 = i8x16.shuffle(a, c, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
    let v2 = i8x16.shuffle(b, d, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
    let v3 = i8x16.shuffle(b, d, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
    if (sizeof<T>() === 4) {
      v0 = rotate(v0, rotation);
      v1 = rotate(v1, rotation);
      v2 = rotate(v2, rotation);
      v3 = rotate(v3, rotation);
    }
    v0 = sums<T>(v0, last);
    v1 = sums<T>(v1, lastOf(v0));
    v2 = sums<T>(v2, lastOf(v1));
    v3 = sums<T>(v3, lastOf(v2));
    last = lastOf(v3);
    if (i + 16 <= count) {
      storeFour(out, stride, v0);
      storeFour(out + stride * 4, stride, v1);
      storeFour(out + stride * 8, stride, v2);
      storeFour(out + stride * 12, stride, v3);
      out += stride * 16;
    } else {
      const left = count - i;
      storeSome(out, stride, v0, left);
      if (left > 4) storeSome(out + stride * 4, stride, v1, left - 4);
      if (left > 8) storeSome(out + stride * 8, stride, v2, left - 8);
      if (left > 12) storeSome(out + stride * 12, stride, v3, left - 12);
    }
  }
  return i32x4.extract_lane(last, 0);
}

/* @inline */ function rotate(v: v128, rotation: i32): v128 {
  return v128.or(i32x4.shr_u(v, rotation), i32x4.shl(v, 32 - rotation));
}

export function decodeVertices(source: usize, size: usize, count: usize, stride: usize, target: usize): i32 {
  if (stride === 0 || stride > 256 || (stride & 3) !== 0) return 0;
  const lanes = stride >> 2;
  const tail = max<usize>(stride + lanes, GROUP_MAX_BYTES);
  if (size < 1 + tail || load<u8>(source) !== 0xa1) return 0;
  const end = source + size;
  const channels = end - lanes;
  for (let i: usize = 0; i < lanes; i++) if ((load<u8>(channels + i) & 3) === 3) return 0;
  memory.copy(last, channels - stride, stride);
  const perBlock = min<usize>((8192 / stride) & ~15, 256);
  let data = source + 1;
  while (count > 0) {
    const inBlock = min(count, perBlock);
    const controls = data;
    data += lanes;
    if (data > end) return 0;
    for (let lane: usize = 0; lane < lanes; lane++) {
      data = readLane(data, end, u32(load<u8>(controls + lane)), inBlock);
      if (data === 0) return 0;
      const at = lane << 2;
      const channel = i32(load<u8>(channels + lane));
      const before = load<u32>(last + at);
      let after: u32;
      if ((channel & 3) === 0) after = addDeltas<u8>(target + at, stride, inBlock, before, 0);
      else if ((channel & 3) === 1) after = addDeltas<u16>(target + at, stride, inBlock, before, 0);
      else after = addDeltas<u32>(target + at, stride, inBlock, before, channel >> 4);
      store<u32>(last + at, after);
    }
    target += inBlock * stride;
    count -= inBlock;
  }
  return i32(data === end - tail);
}
