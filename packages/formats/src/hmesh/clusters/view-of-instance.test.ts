import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { clusteredMesh } from '../../testing/full-mesh.js';
import { selectClusters } from './select-clusters.js';
import { viewOfInstance } from './view-of-instance.js';

const turn = new Quaternion().setFromEuler(new Euler(0.4, 1.1, -0.7));
const instance = (...scale: [number, number, number]): Matrix4 =>
  new Matrix4().compose(new Vector3(3, -20, 0.5), turn, new Vector3(...scale));
const world = { pixelsPerUnit: 100, maxPixels: 5, pageCount: 7 };

it('moves the eye into the space of the mesh and keeps the rest for a uniform scale', () => {
  for (const scale of [0.02, 1, 30]) {
    const model = instance(scale, scale, scale);
    const eye = new Vector3(1, 2, 3).applyMatrix4(model);
    const view = viewOfInstance(model.elements, { ...world, eye: eye.toArray() });
    for (const [i, value] of [1, 2, 3].entries()) expect(view.eye[i]).toBeCloseTo(value, 9);
    expect(view.pixelsPerUnit).toBeCloseTo(100, 9);
    expect(view).toMatchObject({ maxPixels: 5, pageCount: 7 });
  }
});

it('selects what fills the same part of the screen at every scale', () => {
  const { clusters } = clusteredMesh();
  if (clusters === undefined) throw new Error('the sample has clusters');
  for (const scale of [0.02, 1, 30])
    for (const [distance, drawn] of [
      [10.76, [0]],
      [10.74, [1, 2]],
    ] as const) {
      const model = instance(scale, scale, scale);
      const eye = new Vector3(0.5, 0.5, distance).applyMatrix4(model).toArray();
      expect([...selectClusters(clusters, viewOfInstance(model.elements, { ...world, eye }))]).toEqual(drawn);
    }
});

it('is never too coarse for a non-uniform scale', () => {
  // The largest error that an edge of unit length can have on the screen, over directions, is what the factor must cover.
  const model = instance(2, 0.5, -4);
  const eye = new Vector3(5, 4, 3).applyMatrix4(model);
  const view = viewOfInstance(model.elements, { ...world, eye: eye.toArray() });
  expect(view.pixelsPerUnit).toBeCloseTo(800, 9);
  const center = new Vector3(0, 0, 0).applyMatrix4(model);
  const onScreen = (4 * world.pixelsPerUnit) / eye.distanceTo(center);
  const assumed = view.pixelsPerUnit / new Vector3().fromArray(Array.from(view.eye)).length();
  expect(assumed).toBeGreaterThanOrEqual(onScreen);
});

it('selects the finest for an instance without volume', () => {
  const { clusters } = clusteredMesh();
  if (clusters === undefined) throw new Error('the sample has clusters');
  const view = viewOfInstance(instance(1, 0, 1).elements, { eye: [0, 0, 1000], pixelsPerUnit: 100, maxPixels: 5 });
  expect([...selectClusters(clusters, view)]).toEqual([1, 2]);
});
