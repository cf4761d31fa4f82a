// Where a camera stands that looks along a direction and shows points as large as possible, in the middle of the picture.

import * as THREE from 'three';

interface CameraPlace {
  readonly position: THREE.Vector3;
  /** On the axis of the picture, at the depth of the points. */
  readonly target: THREE.Vector3;
  /** Of a ball around the points. */
  readonly radius: number;
}

interface CameraShape {
  readonly fovDegrees: number;
  /** Width by height. */
  readonly aspect: number;
  readonly up: THREE.Vector3;
  /** 1.1: a tenth around the points stays free. */
  readonly margin: number;
}

/** Smaller objects are framed as if they had this size. */
const MIN_RADIUS = 1e-4;

/** `points`: x y z, at least one. `toCamera` points from the points to the camera. */
export function fitCamera(points: Float32Array, toCamera: THREE.Vector3, shape: CameraShape): CameraPlace {
  const back = toCamera.clone().normalize();
  const right = new THREE.Vector3().crossVectors(shape.up, back).normalize();
  const up = new THREE.Vector3().crossVectors(back, right);
  const high = Math.tan((shape.fovDegrees * Math.PI) / 360) / shape.margin;
  const wide = high * shape.aspect;
  // A point is in the picture if it is within four planes through the camera: the outermost points decide for each.
  const most = { right: -Infinity, left: -Infinity, top: -Infinity, bottom: -Infinity };
  let [near, far] = [-Infinity, Infinity];
  const point = new THREE.Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    point.fromArray(points, i);
    const [x, y, z] = [point.dot(right), point.dot(up), point.dot(back)];
    most.right = Math.max(most.right, z * wide + x);
    most.left = Math.max(most.left, z * wide - x);
    most.top = Math.max(most.top, z * high + y);
    most.bottom = Math.max(most.bottom, z * high - y);
    near = Math.max(near, z);
    far = Math.min(far, z);
  }
  const middle = (near + far) / 2;
  const radius = Math.max(radiusOf(points), MIN_RADIUS);
  const away = Math.max((most.right + most.left) / 2 / wide, (most.top + most.bottom) / 2 / high, near + radius / 20);
  const x = middleOf(points, right, back, away, (most.right - most.left) / 2);
  const y = middleOf(points, up, back, away, (most.top - most.bottom) / 2);
  const at = (z: number): THREE.Vector3 =>
    new THREE.Vector3().addScaledVector(right, x).addScaledVector(up, y).addScaledVector(back, z);
  return { position: at(away), target: at(middle), radius };
}

/** Enough for a hundredth of a pixel. */
const ROUNDS = 6;

/**
 * Where along `axis` a camera at `away` has the same room on both sides. Of the direction that decides how far away it is, that is `start`. In the
 * other, near points are larger in the picture than far ones.
 */
function middleOf(points: Float32Array, axis: THREE.Vector3, back: THREE.Vector3, away: number, start: number): number {
  let middle = start;
  const point = new THREE.Vector3();
  for (let round = 0; round < ROUNDS; round++) {
    let [min, max, minDepth, maxDepth] = [Infinity, -Infinity, 0, 0];
    for (let i = 0; i + 2 < points.length; i += 3) {
      point.fromArray(points, i);
      const depth = away - point.dot(back);
      const slope = (point.dot(axis) - middle) / depth;
      if (slope < min) [min, minDepth] = [slope, depth];
      if (slope > max) [max, maxDepth] = [slope, depth];
    }
    // Moving by d changes both slopes by d / depth.
    middle += (min + max) / (1 / minDepth + 1 / maxDepth);
  }
  return middle;
}

function radiusOf(points: Float32Array): number {
  const box = new THREE.Box3().setFromArray(points);
  return box.getSize(new THREE.Vector3()).length() / 2;
}

/** The corners of a box. */
export const cornersOf = ({ min, max }: THREE.Box3): Float32Array =>
  Float32Array.from({ length: 24 }, (_, i) => {
    const corner = Math.floor(i / 3);
    const axis = (['x', 'y', 'z'] as const)[i % 3] ?? 'x';
    return ((corner >> (i % 3)) & 1) === 1 ? max[axis] : min[axis];
  });
