// Undoes the five filters of PNG rows and expands samples to RGBA. Reference: src/reference/png.ts.
// Source and target rows are separate, so a store may write past the end of a pixel: the next store overwrites it. The host leaves
// 16 spare bytes after every buffer.

export function heapBase(): u32 {
  return u32(__heap_base);
}

/**
 * Undoes the filters of `rows` rows. A source row is a filter byte and `rowBytes` bytes; target rows have no filter byte and
 * follow one another from `dst`; `prior` is the row above the first. Returns 0, or 1 + the row whose filter byte is unknown.
 */
export function unfilter(src: usize, dst: usize, prior: usize, rows: u32, rowBytes: u32, bpp: u32): u32 {
  for (let y: u32 = 0; y < rows; y++) {
    const filter = load<u8>(src);
    src += 1;
    if (filter === 0) memory.copy(dst, src, rowBytes);
    else if (filter === 1) unfilterSub(src, dst, rowBytes, bpp);
    else if (filter === 2) unfilterUp(src, dst, prior, rowBytes);
    else if (filter === 3) unfilterAverage(src, dst, prior, rowBytes, bpp);
    else if (filter === 4) unfilterPaeth(src, dst, prior, rowBytes, bpp);
    else return y + 1;
    prior = dst;
    src += rowBytes;
    dst += rowBytes;
  }
  return 0;
}

function unfilterSub(src: usize, dst: usize, rowBytes: u32, bpp: u32): void {
  if (bpp === 4) {
    // Four pixels at a time: two shifted additions give the running sum.
    let left = i32x4.splat(0);
    let i: u32 = 0;
    for (; i + 16 <= rowBytes; i += 16) {
      let v = v128.load(src + i);
      v = i8x16.add(v, v128.shuffle<u8>(v, i8x16.splat(0), 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
      v = i8x16.add(v, v128.shuffle<u8>(v, i8x16.splat(0), 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7));
      v = i8x16.add(v, left);
      v128.store(dst + i, v);
      left = v128.shuffle<u8>(v, v, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
    }
    let last = i32x4.extract_lane(left, 0);
    for (; i < rowBytes; i += 4) {
      const v = i8x16.add(i32x4.splat(load<i32>(src + i)), i32x4.splat(last));
      last = i32x4.extract_lane(v, 0);
      store<i32>(dst + i, last);
    }
    return;
  }
  if (bpp === 3 || bpp === 6 || bpp === 8) {
    let left = i64x2.splat(0);
    for (let i: u32 = 0; i < rowBytes; i += bpp) {
      left = i8x16.add(left, v128.load64_zero(src + i));
      v128.store64_lane(dst + i, left, 0);
    }
    return;
  }
  for (let i: u32 = 0; i < bpp; i++) store<u8>(dst + i, load<u8>(src + i));
  for (let i: u32 = bpp; i < rowBytes; i++) store<u8>(dst + i, load<u8>(src + i) + load<u8>(dst + i - bpp));
}

function unfilterUp(src: usize, dst: usize, prior: usize, rowBytes: u32): void {
  let i: u32 = 0;
  for (; i + 16 <= rowBytes; i += 16) v128.store(dst + i, i8x16.add(v128.load(src + i), v128.load(prior + i)));
  for (; i < rowBytes; i++) store<u8>(dst + i, load<u8>(src + i) + load<u8>(prior + i));
}

function unfilterAverage(src: usize, dst: usize, prior: usize, rowBytes: u32, bpp: u32): void {
  if (bpp === 3 || bpp === 4 || bpp === 6 || bpp === 8) {
    const one = i8x16.splat(1);
    let left = i64x2.splat(0);
    for (let i: u32 = 0; i < rowBytes; i += bpp) {
      const up = v128.load64_zero(prior + i);
      // avgr rounds up, PNG rounds down: subtract the difference.
      const average = i8x16.sub(i8x16.avgr_u(left, up), v128.and(v128.xor(left, up), one));
      left = i8x16.add(average, v128.load64_zero(src + i));
      v128.store64_lane(dst + i, left, 0);
    }
    return;
  }
  for (let i: u32 = 0; i < bpp; i++) store<u8>(dst + i, load<u8>(src + i) + (load<u8>(prior + i) >> 1));
  for (let i: u32 = bpp; i < rowBytes; i++) {
    const sum = u32(load<u8>(dst + i - bpp)) + u32(load<u8>(prior + i));
    store<u8>(dst + i, u8(u32(load<u8>(src + i)) + (sum >> 1)));
  }
}

function unfilterPaeth(src: usize, dst: usize, prior: usize, rowBytes: u32, bpp: u32): void {
  if (bpp === 3 || bpp === 4 || bpp === 6 || bpp === 8) {
    const low = i16x8.splat(255);
    let a = i16x8.splat(0);
    let c = i16x8.splat(0);
    for (let i: u32 = 0; i < rowBytes; i += bpp) {
      const b = v128.load_ext<u8>(prior + i);
      const pa = i16x8.sub(b, c);
      const pb = i16x8.sub(a, c);
      const da = i16x8.abs(pa);
      const db = i16x8.abs(pb);
      const dc = i16x8.abs(i16x8.add(pa, pb));
      const minimum = i16x8.min_s(i16x8.min_s(da, db), dc);
      const predicted = v128.bitselect(a, v128.bitselect(b, c, i16x8.eq(minimum, db)), i16x8.eq(minimum, da));
      a = v128.and(i16x8.add(predicted, v128.load_ext<u8>(src + i)), low);
      c = b;
      v128.store64_lane(dst + i, i8x16.narrow_i16x8_u(a, a), 0);
    }
    return;
  }
  for (let i: u32 = 0; i < bpp; i++) store<u8>(dst + i, load<u8>(src + i) + load<u8>(prior + i));
  for (let i: u32 = bpp; i < rowBytes; i++) {
    const a = i32(load<u8>(dst + i - bpp));
    const b = i32(load<u8>(prior + i));
    const c = i32(load<u8>(prior + i - bpp));
    const da = abs<i32>(b - c);
    const db = abs<i32>(a - c);
    const dc = abs<i32>(a + b - c - c);
    const predicted = da <= db && da <= dc ? a : db <= dc ? b : c;
    store<u8>(dst + i, u8(i32(load<u8>(src + i)) + predicted));
  }
}

/**
 * Maps `count` packed samples of `bits` each (1, 2, 4 or 8; gray or palette) by a table of 256 RGBA pixels.
 * Returns the largest sample, so that the host can find indices beyond a palette.
 */
export function expandIndexed(src: usize, dst: usize, count: u32, bits: u32, table: usize): u32 {
  let largest: u32 = 0;
  if (bits === 8) {
    for (let i: u32 = 0; i < count; i++) {
      const v = u32(load<u8>(src + i));
      largest = max(largest, v);
      store<u32>(dst + (i << 2), load<u32>(table + (v << 2)));
    }
    return largest;
  }
  const mask = (u32(1) << bits) - 1;
  const perByte = 8 / bits;
  for (let i: u32 = 0; i < count; i++) {
    const shift = 8 - bits * ((i % perByte) + 1);
    const v = (u32(load<u8>(src + i / perByte)) >> shift) & mask;
    largest = max(largest, v);
    store<u32>(dst + (i << 2), load<u32>(table + (v << 2)));
  }
  return largest;
}

/** RGB to RGBA, 8 bit. `key` is the transparent color 0x00BBGGRR, or 0xFFFFFFFF for none. */
export function expandRgb8(src: usize, dst: usize, count: u32, key: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = src + i * 3;
    const rgb = u32(load<u16>(at)) | (u32(load<u8>(at + 2)) << 16);
    store<u32>(dst + (i << 2), rgb === key ? rgb : rgb | 0xff000000);
  }
}

export function expandGrayAlpha8(src: usize, dst: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = src + (i << 1);
    store<u32>(dst + (i << 2), (u32(load<u8>(at)) * 0x010101) | (u32(load<u8>(at + 1)) << 24));
  }
}

/* @inline */ function big16(at: usize): u32 {
  return u32(bswap<u16>(load<u16>(at)));
}

/** 16-bit samples, big-endian, 1 to 4 channels, to little-endian RGBA. A key component of 0x10000 matches nothing. */
export function expand16(src: usize, dst: usize, count: u32, channels: u32, keyR: u32, keyG: u32, keyB: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = src + i * (channels << 1);
    const r = big16(at);
    let g = r;
    let b = r;
    let a: u32 = 0xffff;
    if (channels >= 3) {
      g = big16(at + 2);
      b = big16(at + 4);
      if (channels === 4) a = big16(at + 6);
      else if (r === keyR && g === keyG && b === keyB) a = 0;
    } else if (channels === 2) a = big16(at + 2);
    else if (r === keyR) a = 0;
    const to = dst + (i << 3);
    store<u16>(to, u16(r));
    store<u16>(to + 2, u16(g));
    store<u16>(to + 4, u16(b));
    store<u16>(to + 6, u16(a));
  }
}
