// Cuts a mesh into meshlets as meshoptimizer does, with equal results: a meshlet grows by the triangle next to it that leaves the fewest
// loose ends, and of those by the one that is nearest and faces the same way. When it is full, the next one starts next to it.

import { arrangeMeshlet } from './arrange';
import { boundMeshlet } from './bounds';
import { bestNeighbor, clearFrontier, setScoring, settle } from './frontier';
import {
  addTriangle,
  newVertices,
  openTriangles,
  openVertices,
  releaseVertices,
  startMeshlet,
  updateMeans,
} from './open-meshlet';
import { firstTriangle, listTriangles, measureTriangles } from './prepare';
import { clearSeeds, nextSeed } from './seeds';
import { NONE, triangleCount } from './state';
import { forgetTree, nearestTriangle } from './tree';

export { layOut } from './state';

export function heapBase(): usize {
  return __heap_base;
}

/** Where results go: 16 bytes per meshlet, u32 vertices, three bytes per triangle, 32 bytes of bounds. */
let rows: usize = 0;
let vertices: usize = 0;
let triangles: usize = 0;
let bounds: usize = 0;
let scale: f64 = 1;

let meshlets: u32 = 0;
let usedVertices: u32 = 0;
let usedTriangles: u32 = 0;

function finishMeshlet(): void {
  const vertexArea = vertices + (usize(usedVertices) << 2);
  const row = rows + (usize(meshlets) << 4);
  store<u32>(row, usedVertices);
  store<u32>(row, openVertices, 4);
  store<u32>(row, usedTriangles, 8);
  store<u32>(row, openTriangles, 12);
  releaseVertices();
  arrangeMeshlet(vertexArea, triangles + usize(usedTriangles) * 3, openTriangles, openVertices);
  boundMeshlet(openTriangles, vertexArea, openVertices, scale, bounds + (usize(meshlets) << 5));
  meshlets++;
  usedVertices += openVertices;
  usedTriangles += openTriangles;
  clearFrontier();
  startMeshlet(vertices + (usize(usedVertices) << 2), triangles + usize(usedTriangles) * 3);
}

function begin(rowArea: usize, vertexArea: usize, triangleArea: usize, boundArea: usize, positionScale: f64): void {
  rows = rowArea;
  vertices = vertexArea;
  triangles = triangleArea;
  bounds = boundArea;
  scale = positionScale;
  meshlets = 0;
  usedVertices = 0;
  usedTriangles = 0;
  clearSeeds();
  forgetTree();
  startMeshlet(vertices, triangles);
}

/** Returns the number of meshlets. If positions are not numbers, they may not contain all triangles. */
export function cut(
  maxVertices: u32,
  maxTriangles: u32,
  coneWeight: f32,
  positionScale: f64,
  rowArea: usize,
  vertexArea: usize,
  triangleArea: usize,
  boundArea: usize,
): u32 {
  begin(rowArea, vertexArea, triangleArea, boundArea, positionScale);
  if (triangleCount === 0) return 0;
  listTriangles();
  // A full meshlet is about a square.
  const meanArea = (measureTriangles() / f32(triangleCount)) * f32(0.5);
  setScoring(sqrt<f32>(meanArea * f32(maxTriangles)) * f32(0.5), coneWeight);
  for (let done: u32 = 0; done < triangleCount; done++) {
    updateMeans();
    let best = done === 0 ? firstTriangle() : bestNeighbor();
    if (best === NONE) best = nearestTriangle();
    if (best === NONE) break;
    if (openTriangles >= maxTriangles || openVertices + newVertices(best) > maxVertices) {
      const seed = nextSeed();
      if (seed !== NONE) best = seed;
      // A seed may fit where the neighbor did not.
      if (openTriangles >= maxTriangles || openVertices + newVertices(best) > maxVertices) finishMeshlet();
    }
    addTriangle(best);
    settle(best);
  }
  if (openTriangles > 0) finishMeshlet();
  return meshlets;
}
