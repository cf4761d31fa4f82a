// Separable filtering of RGBA rows in f32, and conversion from and to stored texels. Reference: src/reference/mips.ts.
// Sums are in tap order and nothing is fused, so the result is the same to the last bit on every machine.

export function heapBase(): u32 {
  return u32(__heap_base);
}

/** Stored texels to f32 by tables; color may be premultiplied by alpha. `bytes` per channel: 1 or 2. */
export function loadTexels(
  src: usize,
  dst: usize,
  count: u32,
  bytes: u32,
  rgb: usize,
  alpha: usize,
  premultiply: u32,
): void {
  for (let i: u32 = 0; i < count; i++) {
    let r: u32;
    let g: u32;
    let b: u32;
    let a: u32;
    if (bytes === 1) {
      const v = load<u32>(src);
      r = v & 255;
      g = (v >> 8) & 255;
      b = (v >> 16) & 255;
      a = v >> 24;
      src += 4;
    } else {
      r = load<u16>(src);
      g = load<u16>(src, 2);
      b = load<u16>(src, 4);
      a = load<u16>(src, 6);
      src += 8;
    }
    const av = load<f32>(alpha + (a << 2));
    let v = f32x4.replace_lane(f32x4.splat(load<f32>(rgb + (r << 2))), 1, load<f32>(rgb + (g << 2)));
    v = f32x4.replace_lane(v, 2, load<f32>(rgb + (b << 2)));
    if (premultiply) v = f32x4.mul(v, f32x4.splat(av));
    v128.store(dst, f32x4.replace_lane(v, 3, av));
    dst += 16;
  }
}

/** Filters one row horizontally: `taps` source texels, by index and weight, per target texel. */
export function filterColumns(src: usize, dst: usize, width: u32, taps: u32, indices: usize, weights: usize): void {
  if (taps === 1) {
    for (let x: u32 = 0; x < width; x++, indices += 4, dst += 16)
      v128.store(dst, v128.load(src + (load<u32>(indices) << 4)));
    return;
  }
  for (let x: u32 = 0; x < width; x++, dst += 16) {
    let sum = f32x4.splat(0);
    for (let t: u32 = 0; t < taps; t++, indices += 4, weights += 4) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(src + (load<u32>(indices) << 4)), v128.load32_splat(weights)));
    }
    v128.store(dst, sum);
  }
}

/** Filters `taps` rows, given by address and weight, to one. */
export function filterRows(rows: usize, weights: usize, taps: u32, dst: usize, width: u32): void {
  if (taps === 1) {
    memory.copy(dst, load<u32>(rows), width << 4);
    return;
  }
  for (let x: u32 = 0; x < width; x++) {
    let sum = f32x4.splat(0);
    for (let t: u32 = 0; t < taps; t++) {
      sum = f32x4.add(
        sum,
        f32x4.mul(v128.load(load<u32>(rows + (t << 2)) + (x << 4)), v128.load32_splat(weights + (t << 2))),
      );
    }
    v128.store(dst + (x << 4), sum);
  }
}

/* @inline */ function unit(v: f32): u32 {
  return u32(min<f32>(max<f32>(v, 0), 1) * 255 + f32(0.5));
}

/** The code whose range of linear values contains `v`: a guess from `starts` (4097 bytes), then thresholds (257 f32). */
/* @inline */ function srgb(v: f32, thresholds: usize, starts: usize): u32 {
  const clamped = min<f32>(max<f32>(v, 0), 1);
  let code = u32(load<u8>(starts + u32(clamped * 4096)));
  while (clamped >= load<f32>(thresholds + ((code + 1) << 2))) code++;
  return code;
}

/** f32 to stored texels. mode 0: unchanged; 1: linear light to sRGB; 2: normalized normals. */
export function storeTexels(
  src: usize,
  dst: usize,
  count: u32,
  mode: u32,
  premultiplied: u32,
  thresholds: usize,
  starts: usize,
): void {
  for (let i: u32 = 0; i < count; i++, src += 16, dst += 4) {
    let r = load<f32>(src);
    let g = load<f32>(src, 4);
    let b = load<f32>(src, 8);
    const a = load<f32>(src, 12);
    let texel: u32;
    if (mode === 2) {
      const square = r * r + g * g + b * b;
      // No direction: straight up.
      if (square < f32(1e-12)) {
        r = 0;
        g = 0;
        b = 1;
      } else {
        const length = sqrt<f32>(square);
        r /= length;
        g /= length;
        b /= length;
      }
      texel =
        unit(r * f32(0.5) + f32(0.5)) | (unit(g * f32(0.5) + f32(0.5)) << 8) | (unit(b * f32(0.5) + f32(0.5)) << 16);
    } else {
      if (premultiplied) {
        if (a > 0) {
          r /= a;
          g /= a;
          b /= a;
        } else {
          r = 0;
          g = 0;
          b = 0;
        }
      }
      texel =
        mode === 1
          ? srgb(r, thresholds, starts) | (srgb(g, thresholds, starts) << 8) | (srgb(b, thresholds, starts) << 16)
          : unit(r) | (unit(g) << 8) | (unit(b) << 16);
    }
    store<u32>(dst, texel | (unit(a) << 24));
  }
}
