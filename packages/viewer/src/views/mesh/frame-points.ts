// What a camera frames: the points of a model at rest, or of all poses of a clip, but not a few far vertices. A water disc of kilometers
// around an island has few vertices, and framing it would show nothing.

import * as THREE from 'three';

interface Framed {
  readonly scene: THREE.Object3D;
  readonly draws: readonly { readonly object: THREE.Mesh | THREE.LineSegments | THREE.Points }[];
}

const MAX_POINTS = 20_000;
/** Fewer for poses, because each point is skinned. */
const MAX_POSE_POINTS = 1500;
/** Between them a model moves little: the frame has a margin. */
const POSES = 24;
/** The share of points at each end of an axis that a round may leave out. */
const LEFT_OUT = 0.03;
/** Points are left out only if the rest is this much smaller. */
const MIN_RATIO = 4;
/** In later rounds: what is left of something that was left out. */
const MIN_LATER_RATIO = 1.6;
const MARGIN = 0.15;

/** x y z in the world. Empty if nothing is drawn. Expects the model at rest, and leaves it there. */
export function framePoints(model: Framed, clip?: THREE.AnimationClip): Float32Array {
  model.scene.updateMatrixWorld(true);
  if (clip === undefined) return densePoints(pointsOf(model, MAX_POINTS));
  const poses: Float32Array[] = [];
  const mixer = new THREE.AnimationMixer(model.scene);
  mixer.clipAction(clip).play();
  for (let pose = 0; pose < POSES; pose++) {
    mixer.setTime((clip.duration * pose) / POSES);
    model.scene.updateMatrixWorld(true);
    poses.push(densePoints(pointsOf(model, MAX_POSE_POINTS)));
  }
  mixer.stopAllAction();
  mixer.uncacheRoot(model.scene);
  model.scene.updateMatrixWorld(true);
  const points = new Float32Array(poses.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const pose of poses) {
    points.set(pose, at);
    at += pose.length;
  }
  return points;
}

/**
 * Without those that are far from most, round by round: the rings of a sea grow outward, so that each round leaves out the outermost ones only.
 * Half of the points stay in any case.
 */
function densePoints(points: Float32Array): Float32Array {
  let kept = points;
  let box = new THREE.Box3().setFromArray(points);
  for (;;) {
    const inner = innerBox(kept, box, kept === points ? MIN_RATIO : MIN_LATER_RATIO);
    const next = inner === undefined ? kept : pointsIn(inner, kept);
    if (inner === undefined || next.length * 2 < points.length) return kept;
    kept = next;
    box = inner;
  }
}

function pointsIn(box: THREE.Box3, points: Float32Array): Float32Array {
  const point = new THREE.Vector3();
  return points.filter((_, i) => box.containsPoint(point.fromArray(points, i - (i % 3))));
}

/** Positions in the world, x y z, evenly chosen. */
function pointsOf({ draws }: Framed, maxPoints: number): Float32Array {
  const counts = draws.map(({ object }) => object.geometry.getAttribute('position')?.count ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const step = Math.max(1, Math.ceil(total / maxPoints));
  const points: number[] = [];
  const point = new THREE.Vector3();
  for (const [i, { object }] of draws.entries()) {
    if (object instanceof THREE.SkinnedMesh) object.skeleton.update();
    for (let vertex = 0; vertex < (counts[i] ?? 0); vertex += step) {
      if (object instanceof THREE.Mesh) object.getVertexPosition(vertex, point);
      else point.fromBufferAttribute(object.geometry.getAttribute('position'), vertex);
      point.applyMatrix4(object.matrixWorld);
      points.push(point.x, point.y, point.z);
    }
  }
  return new Float32Array(points);
}

/** The box of most points; undefined if it is not much smaller than the box of `all`. */
function innerBox(points: Float32Array, all: THREE.Box3, ratio: number): THREE.Box3 | undefined {
  const count = points.length / 3;
  const skipped = Math.floor(count * LEFT_OUT);
  if (skipped === 0) return undefined;
  const axes = [0, 1, 2].map((axis) =>
    Float32Array.from({ length: count }, (_, i) => points[i * 3 + axis] ?? 0).sort(),
  );
  const corner = (index: number): THREE.Vector3 => new THREE.Vector3(...axes.map((values) => values.at(index) ?? 0));
  const dense = new THREE.Box3(corner(skipped), corner(-1 - skipped));
  const size = dense.getSize(new THREE.Vector3());
  if (size.length() * ratio > all.getSize(new THREE.Vector3()).length()) return undefined;
  return dense.expandByVector(size.multiplyScalar(MARGIN)).intersect(all);
}
