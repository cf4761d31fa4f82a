// Which triangles each vertex has, and the center and normal of each triangle.

import {
  CONE_BYTES,
  cones,
  corners,
  entries,
  indices,
  lists,
  OUTSIDE,
  offsets,
  positionOf,
  setU32,
  states,
  triangleCount,
  u32At,
  vertexCount,
} from './state';

/** The corner of the mesh where the first meshlet starts. */
export let cornerX: f32 = 0;
export let cornerY: f32 = 0;
export let cornerZ: f32 = 0;

export function listTriangles(): void {
  memory.fill(states, 0, usize(vertexCount) << 2);
  const end = indices + usize(triangleCount) * 12;
  for (let at = indices; at < end; at += 4) {
    const state = states + (usize(load<u32>(at)) << 2);
    store<u32>(state, load<u32>(state) + 2);
  }
  let sum: u32 = 0;
  for (let v: u32 = 0; v < vertexCount; v++) {
    setU32(offsets, v, sum);
    const count = u32At(states, v);
    sum += count >> 1;
    setU32(states, v, count | 1);
  }
  for (let t: u32 = 0; t < triangleCount; t++) {
    const at = corners(t);
    for (let c: usize = 0; c < 12; c += 4) {
      const offset = offsets + (usize(load<u32>(at + c)) << 2);
      const next = load<u32>(offset);
      setU32(lists, next, t);
      store<u32>(offset, next + 1);
    }
  }
  for (let v: u32 = 0; v < vertexCount; v++) setU32(offsets, v, u32At(offsets, v) - (u32At(states, v) >> 1));
  memory.fill(entries, u8(OUTSIDE), usize(triangleCount) << 2);
}

/** Returns twice the area of all triangles. */
export function measureTriangles(): f32 {
  let area: f32 = 0;
  cornerX = f32.MAX_VALUE;
  cornerY = f32.MAX_VALUE;
  cornerZ = f32.MAX_VALUE;
  let to = cones;
  const end = indices + usize(triangleCount) * 12;
  for (let at = indices; at < end; at += 12, to += CONE_BYTES) {
    const a = positionOf(load<u32>(at));
    const b = positionOf(load<u32>(at, 4));
    const c = positionOf(load<u32>(at, 8));
    const ax = load<f32>(a);
    const ay = load<f32>(a, 4);
    const az = load<f32>(a, 8);
    const bx = load<f32>(b);
    const by = load<f32>(b, 4);
    const bz = load<f32>(b, 8);
    const cx = load<f32>(c);
    const cy = load<f32>(c, 4);
    const cz = load<f32>(c, 8);
    const x = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const y = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const z = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const size = sqrt<f32>(x * x + y * y + z * z);
    const inverse: f32 = size === 0 ? 0 : f32(1) / size;
    const px = (ax + bx + cx) / 3;
    const py = (ay + by + cy) / 3;
    const pz = (az + bz + cz) / 3;
    store<f32>(to, px);
    store<f32>(to, py, 4);
    store<f32>(to, pz, 8);
    store<f32>(to, x * inverse, 12);
    store<f32>(to, y * inverse, 16);
    store<f32>(to, z * inverse, 20);
    if (px < cornerX) cornerX = px;
    if (py < cornerY) cornerY = py;
    if (pz < cornerZ) cornerZ = pz;
    area += size;
  }
  return area;
}

/* @inline */ export function distanceFromCorner(cone: usize): f32 {
  const x = load<f32>(cone) - cornerX;
  const y = load<f32>(cone, 4) - cornerY;
  const z = load<f32>(cone, 8) - cornerZ;
  return sqrt<f32>(x * x + y * y + z * z);
}

/** The triangle nearest to the corner of the mesh. */
export function firstTriangle(): u32 {
  let best: u32 = 0;
  let least = distanceFromCorner(cones);
  for (let t: u32 = 1; t < triangleCount; t++) {
    const distance = distanceFromCorner(cones + usize(t) * CONE_BYTES);
    if (!(distance < least)) continue;
    best = t;
    least = distance;
  }
  return best;
}
