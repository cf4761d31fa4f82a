import { expect, it } from 'vitest';
import { clusteredMesh } from '../../testing/full-mesh.js';
import { type ClusterView, selectClusters } from './select-clusters.js';

const { clusters } = clusteredMesh();
const select = (view: Partial<ClusterView>): number[] => {
  if (clusters === undefined) throw new Error('the sample has clusters');
  return [...selectClusters(clusters, { eye: [0.5, 0.5, 10.75], pixelsPerUnit: 100, maxPixels: 5, ...view })];
};

it('draws the coarse cluster while its error is within the pixel limit', () => {
  // The sphere of the group is 10 away and its error half a unit: 5 pixels.
  expect(select({})).toEqual([0]);
  expect(select({ maxPixels: 4.9 })).toEqual([1, 2]);
  expect(select({ eye: [0.5, 0.5, 10.5] })).toEqual([1, 2]);
  expect(select({ pixelsPerUnit: 101 })).toEqual([1, 2]);
});

it('draws the meshlets if the eye is inside', () => {
  expect(select({ eye: [0.5, 0.5, 0], maxPixels: 1e30 })).toEqual([1, 2]);
});

it('draws coarse clusters if finer pages are not loaded', () => {
  expect(select({ maxPixels: 0, pageCount: 2 })).toEqual([1, 2]);
  expect(select({ maxPixels: 0, pageCount: 1 })).toEqual([0]);
  expect(select({ maxPixels: 0, pageCount: 0 })).toEqual([]);
});
