// MikkTSpace, bit for bit, step by step: weld, order, pair edges, group, evaluate, split. Steps over cells, triangles and groups take
// ranges, so that instances over one shared memory can work in parallel.

export { evaluateGroups, largestGroup, writeFallback } from './evaluate';
export { buildGroups } from './groups';
export { pairEdges } from './neighbors';
export { fillGaps, splitVertices, writeCorners } from './split';
export { layOut } from './state';
export { findDirections, orderTriangles } from './triangles';
export { sortIntoCells, weldCells, weldRoom } from './weld';

export function heapBase(): usize {
  return __heap_base;
}
