import * as THREE from 'three';
import { expect, it } from 'vitest';
import { frameBox } from './frame-box.js';

function modelOf(...objects: THREE.Mesh[]) {
  const scene = new THREE.Group();
  scene.add(...objects);
  return { scene, draws: objects.map((object) => ({ object })), animations: [] as THREE.AnimationClip[] };
}

const ball = () => new THREE.Mesh(new THREE.SphereGeometry(1, 40, 40));
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

it('contains what clips move, and leaves the model where it was', () => {
  const object = ball();
  object.name = 'ball';
  const model = modelOf(object);
  const track = new THREE.VectorKeyframeTrack('ball.position', [0, 1, 2], [0, 0, 0, 10, 0, 0, 0, 0, 0]);
  model.animations.push(new THREE.AnimationClip('jump', 2, [track]));
  const box = frameBox(model);
  expect(box.max.x).toBeGreaterThan(10.5);
  expect(box.min.x).toBeCloseTo(-1, 1);
  expect(object.position.toArray()).toEqual([0, 0, 0]);
});
