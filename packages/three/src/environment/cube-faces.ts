import type * as THREE from 'three';

/** Columns: the direction of growing s, of growing t, and of the face, as in OpenGL. */
export const CUBE_FACES: readonly (readonly [THREE.Vector3Tuple, THREE.Vector3Tuple, THREE.Vector3Tuple])[] = [
  [
    [0, 0, -1],
    [0, -1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 1],
    [0, -1, 0],
    [-1, 0, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, -1, 0],
  ],
  [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
  [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, -1],
  ],
];
