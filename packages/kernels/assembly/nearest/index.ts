// Distances of points from a triangle surface: a grid, rings of cells around each point, four triangles at a time. Reference:
// src/reference/triangle-grid.ts. A group of clusters has a few thousand triangles, and a mesh has thousands of groups.

export function heapBase(): usize {
  return __heap_base;
}

export { enterTriangles, sortIntoCells } from './cells';
export { newCenters } from './centers';
export { farthest } from './farthest';
