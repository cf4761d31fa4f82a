// How far a compressed clip is from the keys of the same model, joint by joint over time: distances of points around each joint, in the
// space of the model. The points are as far from the joint as the farthest vertex that it moves.

import {
  type AnimationClip,
  bindPoseOf,
  type CompressedClip,
  type Hmesh,
  POSE_FLOATS,
  sampleHclip,
  unpackSkinVertices,
  unpackVertices,
} from '@assetc/formats';
import * as THREE from 'three';
import { sampleKeys } from './sample-keys.js';

/** Errors of one clip. */
export interface JointErrors {
  /** Moments from start to end, equally spaced. */
  readonly columns: number;
  /** The joints with the largest errors, the worst first. */
  readonly rows: readonly { readonly name: string; readonly errors: Float32Array; readonly largest: number }[];
  readonly largest: number;
}

const COLUMNS = 96;
const MAX_ROWS = 32;
/** Without a vertex: as the compiler. */
const DEFAULT_REACH = 0.03;

/** For each joint the distance of the farthest vertex that it moves. */
function reaches(mesh: Hmesh): Float32Array {
  const joints = mesh.skin?.joints ?? [];
  const reach = new Float32Array(joints.length);
  if (mesh.skin === undefined) return reach;
  const { positions } = unpackVertices(mesh.vertices, mesh.version);
  const { joints: numbers, weights } = unpackSkinVertices(mesh.skin.vertices);
  const inverses = joints.map(({ inverseBind }) => new THREE.Matrix4().fromArray(inverseBind));
  const point = new THREE.Vector3();
  for (let i = 0; i < numbers.length; i++) {
    const [joint = 0, inverse] = [numbers[i], inverses[numbers[i] ?? 0]];
    if (!((weights[i] ?? 0) > 0) || inverse === undefined) continue;
    const distance = point
      .fromArray(positions, (i >> 2) * 3)
      .applyMatrix4(inverse)
      .length();
    reach[joint] = Math.max(reach[joint] ?? 0, distance);
  }
  return reach.map((r) => (r > 0 ? r : DEFAULT_REACH));
}

/** Where joints are, of a pose of ten floats per joint. */
class Skeleton {
  readonly world: THREE.Matrix4[];
  readonly #order: readonly number[];
  readonly #parents: readonly number[];

  constructor({ skin }: Hmesh) {
    const joints = skin?.joints ?? [];
    this.world = joints.map(() => new THREE.Matrix4());
    this.#parents = joints.map(({ parent }) => parent);
    // Parents first; joints of a file may be in any order.
    const depth = (joint: number): number => {
      const parent = this.#parents[joint] ?? -1;
      return parent < 0 ? 0 : depth(parent) + 1;
    };
    this.#order = joints.map((_, i) => i).sort((a, b) => depth(a) - depth(b));
  }

  place(pose: Float32Array): void {
    const [position, rotation, scale] = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3()];
    for (const joint of this.#order) {
      const at = joint * POSE_FLOATS;
      const matrix = this.world[joint];
      matrix?.compose(
        position.fromArray(pose, at),
        rotation.fromArray(pose, at + 3).normalize(),
        scale.fromArray(pose, at + 7),
      );
      const parent = this.world[this.#parents[joint] ?? -1];
      if (parent !== undefined) matrix?.premultiply(parent);
    }
  }
}

/** The largest distance of the points around a joint between two places of it. */
function distanceOf(a: THREE.Matrix4, b: THREE.Matrix4, reach: number): number {
  const [from, to] = [new THREE.Vector3(), new THREE.Vector3()];
  let largest = 0;
  for (const [x, y, z] of [
    [0, 0, 0],
    [reach, 0, 0],
    [0, reach, 0],
    [0, 0, reach],
  ] as const) {
    from.set(x, y, z).applyMatrix4(a);
    to.set(x, y, z).applyMatrix4(b);
    largest = Math.max(largest, from.distanceTo(to));
  }
  return largest;
}

/** Undefined if there is nothing to compare: no skin, or an additive clip, which is not a pose. */
export function jointErrors(clip: CompressedClip, keys: AnimationClip, mesh: Hmesh): JointErrors | undefined {
  const joints = mesh.skin?.joints ?? [];
  if (clip.isAdditive || joints.length === 0 || clip.jointCount !== joints.length) return undefined;
  const bind = bindPoseOf(mesh);
  const reach = reaches(mesh);
  const [ours, theirs] = [new Skeleton(mesh), new Skeleton(mesh)];
  const errors = joints.map(() => new Float32Array(COLUMNS));
  for (let column = 0; column < COLUMNS; column++) {
    const time = (clip.duration * column) / (COLUMNS - 1);
    const [pose, wanted] = [bind.slice(), bind.slice()];
    sampleHclip(clip, time, bind, pose);
    sampleKeys(keys.channels, time, wanted);
    ours.place(pose);
    theirs.place(wanted);
    for (const [joint, row] of errors.entries()) {
      const [a, b] = [ours.world[joint], theirs.world[joint]];
      if (a !== undefined && b !== undefined) row[column] = distanceOf(a, b, reach[joint] ?? 0);
    }
  }
  const rows = errors
    .map((row, i) => ({ name: mesh.names?.joints[i] || `joint ${i}`, errors: row, largest: Math.max(...row) }))
    .sort((a, b) => b.largest - a.largest)
    .slice(0, MAX_ROWS);
  return { columns: COLUMNS, rows, largest: rows[0]?.largest ?? 0 };
}
