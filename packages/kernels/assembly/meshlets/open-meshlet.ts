// The meshlet that is being filled: its vertices, and the sums of its triangles' centers and normals.

import { coneOf, corners, places, positionOf, setU32, states, u32At } from './state';

/** Where its vertices and triangles go: u32 and bytes. */
let vertices: usize = 0;
let triangles: usize = 0;
export let openVertices: u32 = 0;
export let openTriangles: u32 = 0;

let sumX: f32 = 0;
let sumY: f32 = 0;
let sumZ: f32 = 0;
let sumNormalX: f32 = 0;
let sumNormalY: f32 = 0;
let sumNormalZ: f32 = 0;

/** The mean center, and the unit mean normal. */
export let centerX: f32 = 0;
export let centerY: f32 = 0;
export let centerZ: f32 = 0;
export let normalX: f32 = 0;
export let normalY: f32 = 0;
export let normalZ: f32 = 0;

export function startMeshlet(vertexArea: usize, triangleArea: usize): void {
  vertices = vertexArea;
  triangles = triangleArea;
  openVertices = 0;
  openTriangles = 0;
  sumX = 0;
  sumY = 0;
  sumZ = 0;
  sumNormalX = 0;
  sumNormalY = 0;
  sumNormalZ = 0;
}

/* @inline */ export function openVertex(i: u32): u32 {
  return u32At(vertices, i);
}

/** Its vertices no longer count as those of the open meshlet. */
export function releaseVertices(): void {
  for (let i: u32 = 0; i < openVertices; i++) {
    const state = states + (usize(u32At(vertices, i)) << 2);
    store<u32>(state, load<u32>(state) | 1);
  }
}

/* @inline */ function placeOf(vertex: u32): u32 {
  const state = u32At(states, vertex);
  if ((state & 1) === 0) return load<u8>(places + usize(vertex));
  setU32(states, vertex, state - 1);
  setU32(vertices, openVertices, vertex);
  store<u8>(places + usize(vertex), u8(openVertices));
  return openVertices++;
}

export function addTriangle(triangle: u32): void {
  const at = corners(triangle);
  const to = triangles + usize(openTriangles) * 3;
  store<u8>(to, placeOf(load<u32>(at)));
  store<u8>(to, placeOf(load<u32>(at, 4)), 1);
  store<u8>(to, placeOf(load<u32>(at, 8)), 2);
  openTriangles++;
  const cone = coneOf(triangle);
  sumX += load<f32>(cone);
  sumY += load<f32>(cone, 4);
  sumZ += load<f32>(cone, 8);
  sumNormalX += load<f32>(cone, 12);
  sumNormalY += load<f32>(cone, 16);
  sumNormalZ += load<f32>(cone, 20);
}

/** The number of its vertices that are not in the open meshlet. */
/* @inline */ export function newVertices(triangle: u32): u32 {
  const at = corners(triangle);
  return (
    (u32At(states, load<u32>(at)) & 1) + (u32At(states, load<u32>(at, 4)) & 1) + (u32At(states, load<u32>(at, 8)) & 1)
  );
}

export function updateMeans(): void {
  const share: f32 = openTriangles === 0 ? 0 : f32(1) / f32(openTriangles);
  centerX = sumX * share;
  centerY = sumY * share;
  centerZ = sumZ * share;
  const squared = sumNormalX * sumNormalX + sumNormalY * sumNormalY + sumNormalZ * sumNormalZ;
  const scale: f32 = squared === 0 ? 0 : f32(1) / sqrt<f32>(squared);
  normalX = sumNormalX * scale;
  normalY = sumNormalY * scale;
  normalZ = sumNormalZ * scale;
}

/** The position of one of its corners. */
/* @inline */ export function cornerPosition(corner: u32): usize {
  return positionOf(u32At(vertices, load<u8>(triangles + usize(corner))));
}
