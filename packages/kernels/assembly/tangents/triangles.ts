// Finds the triangles that have an area, the class of each corner, and the directions in which texture coordinates increase.

import {
  ANY,
  classes,
  cornerCount,
  directions,
  firsts,
  flags,
  indices,
  NONE,
  ORIENTED,
  order,
  scratch,
  setU32,
  u32At,
  vertexAt,
  vertexCount,
} from './state';

/** MikkTSpace treats numbers up to the smallest normal one as zero. */
const TINY: f32 = 1.17549435e-38;

/* @inline */ export function isNotZero(x: f32): bool {
  return abs(x) > TINY;
}

/* @inline */ function samePosition(a: u32, b: u32): bool {
  const p = vertexAt(a);
  const q = vertexAt(b);
  return load<f32>(p) === load<f32>(q) && load<f32>(p, 4) === load<f32>(q, 4) && load<f32>(p, 8) === load<f32>(q, 8);
}

/** The vertex that represents the class of a vertex. */
/* @inline */ export function classOf(vertex: u32): u32 {
  return u32At(indices, u32At(firsts, vertex));
}

/** Returns how many triangles have three different positions. `scratch`: a word per vertex. */
export function orderTriangles(): u32 {
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++)
    if (u32At(firsts, vertex) !== NONE) setU32(scratch, vertex, classOf(vertex));
  const total = cornerCount / 3;
  let good: u32 = 0;
  let bad = total;
  for (let t: u32 = 0; t < total; t++) {
    const a = u32At(scratch, u32At(indices, t * 3));
    const b = u32At(scratch, u32At(indices, t * 3 + 1));
    const c = u32At(scratch, u32At(indices, t * 3 + 2));
    if (samePosition(a, b) || samePosition(a, c) || samePosition(b, c)) {
      setU32(order, --bad, t);
    } else {
      setU32(order, good, t);
      const slot = good++ * 3;
      setU32(classes, slot, a);
      setU32(classes, slot + 1, b);
      setU32(classes, slot + 2, c);
    }
  }
  return good;
}

export function findDirections(from: u32, to: u32): void {
  for (let place = from; place < to; place++) {
    const a = vertexAt(u32At(classes, place * 3));
    const b = vertexAt(u32At(classes, place * 3 + 1));
    const c = vertexAt(u32At(classes, place * 3 + 2));
    const u1: f32 = load<f32>(b, 24) - load<f32>(a, 24);
    const v1: f32 = load<f32>(b, 28) - load<f32>(a, 28);
    const u2: f32 = load<f32>(c, 24) - load<f32>(a, 24);
    const v2: f32 = load<f32>(c, 28) - load<f32>(a, 28);
    const origin = v128.load(a);
    const d1 = f32x4.sub(v128.load(b), origin);
    const d2 = f32x4.sub(v128.load(c), origin);
    const s = f32x4.sub(f32x4.mul(f32x4.splat(v2), d1), f32x4.mul(f32x4.splat(v1), d2));
    const t = f32x4.add(f32x4.mul(f32x4.splat(-u2), d1), f32x4.mul(f32x4.splat(u1), d2));
    const area: f32 = u1 * v2 - v1 * u2;
    const isOriented = area > 0;
    let flag = ANY | (isOriented ? ORIENTED : 0);
    const to6 = directions + usize(place) * 24;
    v128.store64_lane(to6, i64x2.splat(0), 0);
    v128.store64_lane(to6, i64x2.splat(0), 0, 8);
    v128.store64_lane(to6, i64x2.splat(0), 0, 16);
    if (isNotZero(area)) {
      const wide: f32 = abs(area);
      const lengthS = length(s);
      const lengthT = length(t);
      const sign: f32 = isOriented ? 1 : -1;
      if (isNotZero(lengthS)) store3(to6, f32x4.mul(f32x4.splat(sign / lengthS), s));
      if (isNotZero(lengthT)) store3(to6 + 12, f32x4.mul(f32x4.splat(sign / lengthT), t));
      if (isNotZero(lengthS / wide) && isNotZero(lengthT / wide)) flag &= ~ANY;
    }
    store<u8>(flags + place, u8(flag));
  }
}

/* @inline */ export function store3(at: usize, v: v128): void {
  v128.store64_lane(at, v, 0);
  v128.store32_lane(at, v, 2, 8);
}

/** The order of additions is MikkTSpace's. */
/* @inline */ export function dot(a: v128, b: v128): f32 {
  const product = f32x4.mul(a, b);
  return f32x4.extract_lane(product, 0) + f32x4.extract_lane(product, 1) + f32x4.extract_lane(product, 2);
}

/* @inline */ export function length(v: v128): f32 {
  return sqrt<f32>(dot(v, v));
}

/** Per class its first slot; NONE if only triangles without an area have it. */
export function firstSlots(into: usize, good: u32, vertexTotal: u32): void {
  memory.fill(into, 0xff, usize(vertexTotal) << 2);
  for (let slot: u32 = 0; slot < good * 3; slot++) {
    const at = u32At(classes, slot);
    if (u32At(into, at) === NONE) setU32(into, at, slot);
  }
}
