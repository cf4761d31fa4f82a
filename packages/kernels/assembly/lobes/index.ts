// Sums the light of many cells under GGX lobes, eight directions at a time. Reference: src/reference/lobes.ts. Each direction adds the
// cells in order and nothing is fused, so the result is the same to the last bit on every machine.

export function heapBase(): u32 {
  return u32(__heap_base);
}

/**
 * Cells are 8 f32: a unit vector, steradians, red, green and blue light, and padding. Directions are in groups of 8: x, y, z of four, then of
 * the other four. The output per direction is the weighted sums of red, green, blue and steradians: 4 vectors for four directions.
 */
export function sumLobes(cells: usize, count: u32, directions: usize, groups: u32, alpha2: f32, sums: usize): void {
  const narrow = f32x4.splat(alpha2);
  const slope = f32x4.splat((f32(1) - alpha2) * f32(0.25));
  const half = f32x4.splat(0.5);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  for (let g: u32 = 0; g < groups; g++, directions += 96, sums += 128) {
    const x0 = v128.load(directions);
    const y0 = v128.load(directions, 16);
    const z0 = v128.load(directions, 32);
    const x1 = v128.load(directions, 48);
    const y1 = v128.load(directions, 64);
    const z1 = v128.load(directions, 80);
    let r0 = zero;
    let g0 = zero;
    let b0 = zero;
    let o0 = zero;
    let r1 = zero;
    let g1 = zero;
    let b1 = zero;
    let o1 = zero;
    let cell = cells;
    for (let i: u32 = 0; i < count; i++, cell += 32) {
      const x = v128.load32_splat(cell);
      const y = v128.load32_splat(cell, 4);
      const z = v128.load32_splat(cell, 8);
      const w0 = weigh(f32x4.sub(x0, x), f32x4.sub(y0, y), f32x4.sub(z0, z), narrow, slope, half, one, zero);
      const w1 = weigh(f32x4.sub(x1, x), f32x4.sub(y1, y), f32x4.sub(z1, z), narrow, slope, half, one, zero);
      const o = v128.load32_splat(cell, 12);
      o0 = f32x4.add(o0, f32x4.mul(w0, o));
      o1 = f32x4.add(o1, f32x4.mul(w1, o));
      const r = v128.load32_splat(cell, 16);
      r0 = f32x4.add(r0, f32x4.mul(w0, r));
      r1 = f32x4.add(r1, f32x4.mul(w1, r));
      const gr = v128.load32_splat(cell, 20);
      g0 = f32x4.add(g0, f32x4.mul(w0, gr));
      g1 = f32x4.add(g1, f32x4.mul(w1, gr));
      const b = v128.load32_splat(cell, 24);
      b0 = f32x4.add(b0, f32x4.mul(w0, b));
      b1 = f32x4.add(b1, f32x4.mul(w1, b));
    }
    v128.store(sums, r0);
    v128.store(sums, g0, 16);
    v128.store(sums, b0, 32);
    v128.store(sums, o0, 48);
    v128.store(sums, r1, 64);
    v128.store(sums, g1, 80);
    v128.store(sums, b1, 96);
    v128.store(sums, o1, 112);
  }
}

/** n·l D(h) up to a factor, from d = n − l: n·l = 1 − d²/2 and (n·h)² = 1 − d²/4, so that nothing cancels in sharp lobes. */
/* @inline */ function weigh(
  x: v128,
  y: v128,
  z: v128,
  narrow: v128,
  slope: v128,
  half: v128,
  one: v128,
  zero: v128,
): v128 {
  const square = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const cosine = f32x4.max(f32x4.sub(one, f32x4.mul(square, half)), zero);
  const q = f32x4.add(narrow, f32x4.mul(slope, square));
  return f32x4.div(cosine, f32x4.mul(q, q));
}
