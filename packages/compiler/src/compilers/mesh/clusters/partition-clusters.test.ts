import { expect, it } from 'vitest';
import { type Adjacency, partitionClusters } from './partition-clusters.js';

/** A sheet of side × side clusters, each next to its four neighbors. */
function sheet(side: number): { readonly adjacency: Adjacency; readonly centers: Float32Array } {
  const starts = [0];
  const neighbors: number[] = [];
  const centers: number[] = [];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      centers.push(x, y, 0);
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        if (x + dx >= 0 && x + dx < side && y + dy >= 0 && y + dy < side) neighbors.push((y + dy) * side + x + dx);
      starts.push(neighbors.length);
    }
  const adjacency = {
    starts: Uint32Array.from(starts),
    neighbors: Uint32Array.from(neighbors),
    weights: new Uint32Array(neighbors.length).fill(8),
  };
  return { adjacency, centers: Float32Array.from(centers) };
}

it('puts every cluster into one group of about the requested size', () => {
  const { adjacency, centers } = sheet(24);
  const { members, starts } = partitionClusters(adjacency, centers, 16);
  expect([...members].sort((a, b) => a - b)).toEqual(Array.from({ length: 24 * 24 }, (_, i) => i));
  const sizes = Array.from(starts.subarray(1), (end, i) => end - (starts[i] ?? 0));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(24);
  expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeGreaterThan(10);
});

it('gives the same groups again', () => {
  const { adjacency, centers } = sheet(12);
  expect(partitionClusters(adjacency, centers, 8)).toEqual(partitionClusters(adjacency, centers, 8));
});

it('joins clusters without neighbors with near ones', () => {
  const count = 40;
  const adjacency = { starts: new Uint32Array(count + 1), neighbors: new Uint32Array(0), weights: new Uint32Array(0) };
  const centers = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) centers[i * 3] = i < 20 ? i : 1000 + i;
  const { starts } = partitionClusters(adjacency, centers, 10);
  expect(starts.length - 1).toBe(4);
});
