// Distance fields of polygons. Coordinates are texels, y down; texel (i, j) is sampled at (i + 0.5, j + 0.5). Every step is one rounded f32
// operation, in the order of src/reference/sdf.ts, so results are the same on every machine.
// `multiField` is long because the nearest span of each channel is kept in locals.

export function heapBase(): usize {
  return __heap_base;
}

/** Edge record of the plain field, 8 × f32: ax, ay, bx, by, dx, dy, 1 / |d|², unused. */
const EDGE: usize = 32;
/** Edge record of the multi-channel field, of the same size: ax, ay, bx, by, unit x, unit y, length, flags (as u32 bits). */
const SPAN: usize = EDGE;

/** The winding numbers of four texels of a row, from the edges that cross the row. */
/* @inline */ function windingAt(edges: usize, active: usize, count: u32, px: v128, py: v128): v128 {
  let winding = i32x4.splat(0);
  for (let k: u32 = 0; k < count; k++) {
    const e = edges + usize(load<u32>(active + (usize(k) << 2))) * EDGE;
    const ax = v128.load32_splat(e);
    const ay = v128.load32_splat(e, 4);
    const dx = v128.load32_splat(e, 16);
    const dy = v128.load32_splat(e, 20);
    const side = f32x4.sub(f32x4.mul(dx, f32x4.sub(py, ay)), f32x4.mul(f32x4.sub(px, ax), dy));
    const zero = f32x4.splat(0);
    // Masks are −1 for true.
    if (load<f32>(e, 20) > 0) winding = i32x4.sub(winding, f32x4.gt(side, zero));
    else winding = i32x4.add(winding, f32x4.lt(side, zero));
  }
  return winding;
}

/** Lists the edges whose height range, extended by `reach`, contains `y`; if reach < 0, those that cross y. */
function activate(edges: usize, count: u32, y: f32, reach: f32, active: usize): u32 {
  let n: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const e = edges + usize(i) * EDGE;
    const ay = load<f32>(e, 4);
    const by = load<f32>(e, 12);
    let hit: bool;
    if (reach < 0) hit = ay <= y !== by <= y;
    else hit = min(ay, by) - reach <= y && y <= max(ay, by) + reach;
    if (hit) {
      store<u32>(active + (usize(n) << 2), i);
      n++;
    }
  }
  return n;
}

/* @inline */ function toByte(distance: f32, scale: f32): u8 {
  const value = distance * scale + 128;
  return u8(min(max(value, 0), 255) + 0.5);
}

/**
 * The signed distance to the nearest of `edges` as bytes, positive if `outline` winds around the texel: 128 at the edge, 128 / spread per
 * texel. `active` has room for one u32 per edge of both lists; `width` is a multiple of 4.
 */
export function signedField(
  edges: usize,
  edgeCount: u32,
  outline: usize,
  outlineCount: u32,
  width: u32,
  height: u32,
  spread: f32,
  active: usize,
  out: usize,
): void {
  const near = active;
  const crossing = active + (usize(edgeCount) << 2);
  const scale: f32 = 128 / spread;
  const reach: f32 = spread + 1;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let j: u32 = 0; j < height; j++) {
    const y = f32(j) + 0.5;
    const nearCount = activate(edges, edgeCount, y, reach, near);
    const crossingCount = activate(outline, outlineCount, y, -1, crossing);
    const py = f32x4.splat(y);
    for (let i: u32 = 0; i < width; i += 4) {
      const px = f32x4.add(f32x4.splat(f32(i)), f32x4(0.5, 1.5, 2.5, 3.5));
      let best = f32x4.splat(1e30);
      for (let k: u32 = 0; k < nearCount; k++) {
        const e = edges + usize(load<u32>(near + (usize(k) << 2))) * EDGE;
        const qx = f32x4.sub(px, v128.load32_splat(e));
        const qy = f32x4.sub(py, v128.load32_splat(e, 4));
        const dx = v128.load32_splat(e, 16);
        const dy = v128.load32_splat(e, 20);
        let t = f32x4.mul(f32x4.add(f32x4.mul(qx, dx), f32x4.mul(qy, dy)), v128.load32_splat(e, 24));
        t = f32x4.min(f32x4.max(t, zero), one);
        const rx = f32x4.sub(qx, f32x4.mul(t, dx));
        const ry = f32x4.sub(qy, f32x4.mul(t, dy));
        best = f32x4.min(best, f32x4.add(f32x4.mul(rx, rx), f32x4.mul(ry, ry)));
      }
      const distance = f32x4.sqrt(best);
      const inside = i32x4.ne(windingAt(outline, crossing, crossingCount, px, py), i32x4.splat(0));
      const signed = v128.bitselect(distance, f32x4.neg(distance), inside);
      const at = out + usize(j * width + i);
      store<u8>(at, toByte(f32x4.extract_lane(signed, 0), scale));
      store<u8>(at, toByte(f32x4.extract_lane(signed, 1), scale), 1);
      store<u8>(at, toByte(f32x4.extract_lane(signed, 2), scale), 2);
      store<u8>(at, toByte(f32x4.extract_lane(signed, 3), scale), 3);
    }
  }
}

/** The squared distance from a point to a span. */
/* @inline */ function spanDistance(e: usize, x: f32, y: f32, t: f32): f32 {
  const qx: f32 = x - load<f32>(e);
  const qy: f32 = y - load<f32>(e, 4);
  if (t <= 0) return qx * qx + qy * qy;
  if (t >= load<f32>(e, 24)) {
    const rx: f32 = x - load<f32>(e, 8);
    const ry: f32 = y - load<f32>(e, 12);
    return rx * rx + ry * ry;
  }
  const side: f32 = load<f32>(e, 16) * qy - load<f32>(e, 20) * qx;
  return side * side;
}

/* @inline */ function along(e: usize, x: f32, y: f32): f32 {
  return (x - load<f32>(e)) * load<f32>(e, 16) + (y - load<f32>(e, 4)) * load<f32>(e, 20);
}

/** Distance beyond the nearer end, along the span; 0 between the ends. Of two spans that meet, the smaller one wins. */
/* @inline */ function beyond(e: usize, t: f32): f32 {
  if (t < 0) return -t;
  return max(t - load<f32>(e, 24), 0);
}

/** The signed distance to a span, or to its straight continuation if it ends in a corner (flag 8 at a, 16 at b). */
/* @inline */ function spanValue(e: usize, x: f32, y: f32): f32 {
  const t = along(e, x, y);
  const side: f32 = load<f32>(e, 16) * (y - load<f32>(e, 4)) - load<f32>(e, 20) * (x - load<f32>(e));
  const flags = load<u32>(e, 28);
  if (t < 0 && (flags & 8) === 0) {
    const d: f32 = sqrt<f32>(spanDistance(e, x, y, t));
    return side < 0 ? -d : d;
  }
  if (t > load<f32>(e, 24) && (flags & 16) === 0) {
    const d: f32 = sqrt<f32>(spanDistance(e, x, y, t));
    return side < 0 ? -d : d;
  }
  return side;
}

/**
 * Three interleaved channels: in each the distance to the nearest span of that channel (flags 1, 2, 4). `plain` is the signed field of the
 * same size: if the median of the three is on its other side, all three take its value.
 */
export function multiField(
  spans: usize,
  count: u32,
  width: u32,
  height: u32,
  spread: f32,
  plain: usize,
  active: usize,
  out: usize,
): void {
  const scale: f32 = 128 / spread;
  // A span's continuation matters beyond the spread, up to this distance.
  const reach: f32 = spread * 8;
  for (let j: u32 = 0; j < height; j++) {
    const y = f32(j) + 0.5;
    const activeCount = activate(spans, count, y, reach, active);
    for (let i: u32 = 0; i < width; i++) {
      const x = f32(i) + 0.5;
      let bestR: f32 = 1e30;
      let bestG: f32 = 1e30;
      let bestB: f32 = 1e30;
      let overR: f32 = 1e30;
      let overG: f32 = 1e30;
      let overB: f32 = 1e30;
      let spanR: usize = 0;
      let spanG: usize = 0;
      let spanB: usize = 0;
      for (let k: u32 = 0; k < activeCount; k++) {
        const e = spans + usize(load<u32>(active + (usize(k) << 2))) * SPAN;
        const t = along(e, x, y);
        const d = spanDistance(e, x, y, t);
        if (d > bestR && d > bestG && d > bestB) continue;
        const over = beyond(e, t);
        const flags = load<u32>(e, 28);
        if ((flags & 1) !== 0 && (d < bestR || (d === bestR && over < overR))) {
          bestR = d;
          overR = over;
          spanR = e;
        }
        if ((flags & 2) !== 0 && (d < bestG || (d === bestG && over < overG))) {
          bestG = d;
          overG = over;
          spanG = e;
        }
        if ((flags & 4) !== 0 && (d < bestB || (d === bestB && over < overB))) {
          bestB = d;
          overB = over;
          spanB = e;
        }
      }
      const texel = usize(j * width + i);
      const p = load<u8>(plain + texel);
      let r = p;
      let g = p;
      let b = p;
      if (spanR !== 0) r = toByte(spanValue(spanR, x, y), scale);
      if (spanG !== 0) g = toByte(spanValue(spanG, x, y), scale);
      if (spanB !== 0) b = toByte(spanValue(spanB, x, y), scale);
      const median = max(min(r, g), min(max(r, g), b));
      if (median >= 128 !== p >= 128) r = g = b = p;
      const at = out + texel * 3;
      store<u8>(at, r);
      store<u8>(at, g, 1);
      store<u8>(at, b, 2);
    }
  }
}
