// The bounds of a meshlet: a sphere around its triangles, and a cone around their normals. Triangles without an area have no part in either.

import { cornerPosition } from './open-meshlet';
import { positionOf, scratch } from './state';

/** Points are four f32. */
const POINT_BYTES: usize = 16;
/** Of a meshlet. */
const MAX_TRIANGLES: usize = 512;

/** Unit vectors toward the corners of a cube: 1 / sqrt(3). */
const DIAGONAL: f32 = 0.57735026;

let low = f32x4.splat(0);
let high = f32x4.splat(0);
let lowAt = i32x4.splat(0);
let highAt = i32x4.splat(0);

/** The first of the lowest and highest points along four axes. */
function findExtremes(points: usize, count: u32, axisX: v128, axisY: v128, axisZ: v128): void {
  low = f32x4.splat(f32.MAX_VALUE);
  high = f32x4.splat(-f32.MAX_VALUE);
  lowAt = i32x4.splat(0);
  highAt = i32x4.splat(0);
  let number = i32x4.splat(0);
  for (let i: u32 = 0; i < count; i++, points += POINT_BYTES) {
    const along = f32x4.add(
      f32x4.add(f32x4.mul(axisX, v128.load32_splat(points)), f32x4.mul(axisY, v128.load32_splat(points, 4))),
      f32x4.mul(axisZ, v128.load32_splat(points, 8)),
    );
    const isLower = f32x4.lt(along, low);
    const isHigher = f32x4.gt(along, high);
    low = v128.bitselect(along, low, isLower);
    lowAt = v128.bitselect(number, lowAt, isLower);
    high = v128.bitselect(along, high, isHigher);
    highAt = v128.bitselect(number, highAt, isHigher);
    number = i32x4.add(number, i32x4.splat(1));
  }
}

let sphereX: f32 = 0;
let sphereY: f32 = 0;
let sphereZ: f32 = 0;
/** The two points farthest apart so far. */
let longest: f32 = 0;
let longFrom: usize = 0;
let longTo: usize = 0;

/* @inline */ function distance(a: usize, b: usize): f32 {
  const x = load<f32>(b) - load<f32>(a);
  const y = load<f32>(b, 4) - load<f32>(a, 4);
  const z = load<f32>(b, 8) - load<f32>(a, 8);
  return sqrt<f32>(x * x + y * y + z * z);
}

/* @inline */ function compare(points: usize, from: i32, to: i32): void {
  const a = points + usize(from) * POINT_BYTES;
  const b = points + usize(to) * POINT_BYTES;
  const length = distance(a, b);
  if (!(length > longest)) return;
  longest = length;
  longFrom = a;
  longTo = b;
}

/** A sphere around points, in one pass from the longest of a few diameters. `hasDiagonals`: seven instead of three. */
function boundPoints(points: usize, count: u32, hasDiagonals: bool): void {
  longest = 0;
  const d = DIAGONAL;
  if (hasDiagonals) {
    findExtremes(points, count, f32x4(1, 0, 0, d), f32x4(0, 1, 0, d), f32x4(0, 0, 1, d));
  } else findExtremes(points, count, f32x4(1, 0, 0, 1), f32x4(0, 1, 0, 0), f32x4(0, 0, 1, 0));
  longFrom = points + usize(i32x4.extract_lane(lowAt, 0)) * POINT_BYTES;
  longTo = points + usize(i32x4.extract_lane(highAt, 0)) * POINT_BYTES;
  compare(points, i32x4.extract_lane(lowAt, 0), i32x4.extract_lane(highAt, 0));
  compare(points, i32x4.extract_lane(lowAt, 1), i32x4.extract_lane(highAt, 1));
  compare(points, i32x4.extract_lane(lowAt, 2), i32x4.extract_lane(highAt, 2));
  if (hasDiagonals) {
    compare(points, i32x4.extract_lane(lowAt, 3), i32x4.extract_lane(highAt, 3));
    findExtremes(points, count, f32x4(-d, d, d, d), f32x4(d, -d, d, d), f32x4(d, d, -d, -d));
    compare(points, i32x4.extract_lane(lowAt, 0), i32x4.extract_lane(highAt, 0));
    compare(points, i32x4.extract_lane(lowAt, 1), i32x4.extract_lane(highAt, 1));
    compare(points, i32x4.extract_lane(lowAt, 2), i32x4.extract_lane(highAt, 2));
  }
  growSphere(points, count);
}

function growSphere(points: usize, count: u32): void {
  const share: f32 = longest > 0 ? longest / (f32(2) * longest) : 0;
  let x = load<f32>(longFrom) + (load<f32>(longTo) - load<f32>(longFrom)) * share;
  let y = load<f32>(longFrom, 4) + (load<f32>(longTo, 4) - load<f32>(longFrom, 4)) * share;
  let z = load<f32>(longFrom, 8) + (load<f32>(longTo, 8) - load<f32>(longFrom, 8)) * share;
  let radius = longest / f32(2);
  for (let i: u32 = 0; i < count; i++, points += POINT_BYTES) {
    const dx = load<f32>(points) - x;
    const dy = load<f32>(points, 4) - y;
    const dz = load<f32>(points, 8) - z;
    const away = sqrt<f32>(dx * dx + dy * dy + dz * dz);
    if (!(away > radius)) continue;
    const step: f32 = away > 0 ? (away - radius) / (f32(2) * away) : 0;
    x += step * dx;
    y += step * dy;
    z += step * dz;
    radius = (radius + away) / f32(2);
  }
  sphereX = x;
  sphereY = y;
  sphereZ = z;
}

let axisX: f32 = 0;
let axisY: f32 = 0;
let axisZ: f32 = 0;
let cutoff: f32 = 0;

/** If the normals span more than about 168°, the cone is of no use. */
const MIN_COSINE: f32 = 0.1;

function boundNormals(normals: usize, count: u32): void {
  boundPoints(normals, count, false);
  const length = sqrt<f32>(sphereX * sphereX + sphereY * sphereY + sphereZ * sphereZ);
  const inverse: f32 = length === 0 ? 0 : f32(1) / length;
  axisX = sphereX * inverse;
  axisY = sphereY * inverse;
  axisZ = sphereZ * inverse;
  let cosine: f32 = 1;
  for (let i: u32 = 0; i < count; i++, normals += POINT_BYTES) {
    const along = load<f32>(normals) * axisX + load<f32>(normals, 4) * axisY + load<f32>(normals, 8) * axisZ;
    if (along < cosine) cosine = along;
  }
  cutoff = sqrt<f32>(f32(1) - cosine * cosine);
  if (!(cosine <= MIN_COSINE)) return;
  axisX = 0;
  axisY = 0;
  axisZ = 0;
  cutoff = 1;
}

/** Writes the normals of triangles that have an area, and returns their number. */
function gatherNormals(triangles: u32, normals: usize): u32 {
  let count: u32 = 0;
  for (let t: u32 = 0; t < triangles; t++) {
    const a = cornerPosition(t * 3);
    const b = cornerPosition(t * 3 + 1);
    const c = cornerPosition(t * 3 + 2);
    const ax = load<f32>(a);
    const ay = load<f32>(a, 4);
    const az = load<f32>(a, 8);
    const ux = load<f32>(b) - ax;
    const uy = load<f32>(b, 4) - ay;
    const uz = load<f32>(b, 8) - az;
    const vx = load<f32>(c) - ax;
    const vy = load<f32>(c, 4) - ay;
    const vz = load<f32>(c, 8) - az;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const area = sqrt<f32>(x * x + y * y + z * z);
    if (area === 0) continue;
    store<f32>(normals, x / area);
    store<f32>(normals, y / area, 4);
    store<f32>(normals, z / area, 8);
    normals += POINT_BYTES;
    count++;
  }
  return count;
}

function gatherPoints(vertices: usize, count: u32, points: usize): void {
  const end = vertices + (usize(count) << 2);
  for (; vertices < end; vertices += 4, points += POINT_BYTES) {
    const p = positionOf(load<u32>(vertices));
    store<u64>(points, load<u64>(p));
    store<u32>(points, load<u32>(p, 8), 8);
  }
}

/** The smallest f32 that is not below. */
/* @inline */ function roundUp(value: f64): f32 {
  const rounded = f32(value);
  return f64(rounded) >= value ? rounded : reinterpret<f32>(reinterpret<u32>(rounded) + 1);
}

/** From the center as it is stored to the farthest vertex. */
function farthest(points: usize, count: u32, scale: f64, x: f64, y: f64, z: f64): f32 {
  let largest: f64 = 0;
  for (let i: u32 = 0; i < count; i++, points += POINT_BYTES) {
    const dx = f64(load<f32>(points)) / scale - x;
    const dy = f64(load<f32>(points, 4)) / scale - y;
    const dz = f64(load<f32>(points, 8)) / scale - z;
    largest = max<f64>(largest, dx * dx + dy * dy + dz * dz);
  }
  return roundUp(sqrt<f64>(largest));
}

/** Writes eight f32: center, radius, axis and cutoff of the cone. Positions are multiplied by `scale`, a power of two; the sphere is not. */
export function boundMeshlet(triangles: u32, vertices: usize, vertexCount: u32, scale: f64, out: usize): void {
  const normals = scratch;
  const points = scratch + MAX_TRIANGLES * POINT_BYTES;
  const count = gatherNormals(triangles, normals);
  gatherPoints(vertices, vertexCount, points);
  memory.fill(out, 0, 32);
  if (count > 0) {
    boundNormals(normals, count);
    boundPoints(points, vertexCount, true);
    store<f32>(out, f32(f64(sphereX) / scale));
    store<f32>(out, f32(f64(sphereY) / scale), 4);
    store<f32>(out, f32(f64(sphereZ) / scale), 8);
    store<f32>(out, axisX, 16);
    store<f32>(out, axisY, 20);
    store<f32>(out, axisZ, 24);
    store<f32>(out, cutoff, 28);
  }
  const x = f64(load<f32>(out));
  const y = f64(load<f32>(out, 4));
  const z = f64(load<f32>(out, 8));
  store<f32>(out, farthest(points, vertexCount, scale, x, y, z), 12);
}
