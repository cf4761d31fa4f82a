// How far points are from a surface of triangles: a grid of cells, rings of cells around each point, four triangles side by side. Twin:
// src/reference/triangle-grid.ts. A group of clusters has a few thousand triangles, and a mesh has thousands of groups.

export function heapBase(): usize {
  return __heap_base;
}

export { enterTriangles, sortIntoCells } from './cells';
export { farthest } from './farthest';
export { newMiddles } from './middles';
