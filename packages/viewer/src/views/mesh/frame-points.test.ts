import * as THREE from 'three';
import { expect, it } from 'vitest';
import { fitCamera } from '../stage/fit-camera.js';
import { framePoints } from './frame-points.js';

function modelOf(...objects: THREE.Mesh[]) {
  const scene = new THREE.Group();
  scene.add(...objects);
  return { scene, draws: objects.map((object) => ({ object })) };
}

const ball = () => new THREE.Mesh(new THREE.SphereGeometry(1, 40, 40));
const frameBox = (...args: Parameters<typeof framePoints>) => new THREE.Box3().setFromArray(framePoints(...args));
const sizeOf = (box: THREE.Box3) => box.getSize(new THREE.Vector3()).toArray();

it('frames a whole model, also one with few vertices', () => {
  for (const size of sizeOf(frameBox(modelOf(ball())))) expect(size).toBeCloseTo(2, 1);
  const far = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1));
  far.position.x = 2;
  expect(frameBox(modelOf(ball(), far)).max.x).toBeCloseTo(2.5);
});

it('leaves out a wide disc around an island', () => {
  const disc = new THREE.Mesh(new THREE.CircleGeometry(60_000, 32));
  disc.rotateX(-Math.PI / 2);
  const [x = 0, y = 0, z = 0] = sizeOf(frameBox(modelOf(ball(), disc)));
  expect(Math.max(x, y, z)).toBeLessThan(4);
  expect(Math.min(x, y, z)).toBeGreaterThan(1.5);
});

it('leaves out a sea whose rings grow outward', () => {
  const rings = Array.from({ length: 24 }, (_, i) => {
    const [inner, outer] = [12 * 1.39 ** i, 12 * 1.39 ** (i + 1)];
    const ring = new THREE.Mesh(new THREE.RingGeometry(inner, outer, 48, 1));
    ring.rotateX(-Math.PI / 2);
    return ring;
  });
  const island = new THREE.Mesh(new THREE.SphereGeometry(10, 90, 90));
  const size = Math.max(...sizeOf(frameBox(modelOf(island, ...rings))));
  expect(size).toBeGreaterThan(19);
  expect(size).toBeLessThan(40);
});

it('keeps the half of a model that is far from the other', () => {
  const far = ball();
  far.position.x = 1000;
  expect(frameBox(modelOf(ball(), far)).max.x).toBeCloseTo(1001);
});

it('contains what a clip moves, and leaves the model where it was', () => {
  const object = ball();
  object.name = 'ball';
  const model = modelOf(object);
  const track = new THREE.VectorKeyframeTrack('ball.position', [0, 1, 2], [0, 0, 0, 10, 0, 0, 0, 0, 0]);
  const box = frameBox(model, new THREE.AnimationClip('jump', 2, [track]));
  expect(box.max.x).toBeGreaterThan(10.5);
  expect(box.min.x).toBeCloseTo(-1, 1);
  expect(object.position.toArray()).toEqual([0, 0, 0]);
  expect(frameBox(model).max.x).toBeCloseTo(1, 1);
});

it.each([
  ['a ball', new THREE.SphereGeometry(3, 30, 30), 1.5],
  ['a tower', new THREE.CylinderGeometry(0.1, 1, 20), 0.5],
  ['a wall that is far from the origin', new THREE.BoxGeometry(30, 4, 0.1).translate(500, -20, 90), 16 / 9],
  ['a long road toward the camera', new THREE.BoxGeometry(2, 0.1, 80), 1],
] as const)('fills the picture with %s, in its middle', (_, geometry, aspect) => {
  const points = Float32Array.from(geometry.getAttribute('position').array);
  const up = new THREE.Vector3(0, 1, 0);
  const shape = { fovDegrees: 40, aspect, up, margin: 1.1 };
  const { position, target } = fitCamera(points, new THREE.Vector3(0.55, 0.4, 1), shape);
  const camera = new THREE.PerspectiveCamera(40, aspect, 0.01, 1000);
  camera.position.copy(position);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  const box = new THREE.Box2();
  for (let i = 0; i < points.length; i += 3) {
    const { x, y } = new THREE.Vector3().fromArray(points, i).project(camera);
    box.expandByPoint(new THREE.Vector2(x, y));
  }
  const size = box.getSize(new THREE.Vector2());
  const center = box.getCenter(new THREE.Vector2());
  // The tighter direction ends at the margin. Both are in the middle.
  expect(Math.max(size.x, size.y)).toBeCloseTo(2 / 1.1, 4);
  expect(center.x).toBeCloseTo(0, 3);
  expect(center.y).toBeCloseTo(0, 3);
  expect(Math.max(-box.min.x, box.max.x, -box.min.y, box.max.y)).toBeLessThan(1);
});
