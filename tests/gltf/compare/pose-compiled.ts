// Where an engine puts the vertices of a compiled mesh at a time of a clip: locals from the bind pose and the clip's channels,
// worlds along the parents, and for each vertex the sum of weight × joint world × inverse bind.

import { type AnimationChannel, type AnimationClip, type Joint, morphTargetAt } from '@assetc/formats';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { CompiledModel } from '../../support/compile-model.js';

/** A channel at a time, as the .hanim page defines it: keys clamped at the ends, slerp for rotations. */
export function sample({ times, values, path, interpolation }: AnimationChannel, time: number): number[] {
  const width = path === 'rotation' ? 4 : 3;
  const key = (i: number): number[] => [...values.subarray(i * width, i * width + width)];
  const after = times.findIndex((t) => t > time);
  if (after === 0) return key(0);
  if (after < 0) return key(times.length - 1);
  const [a, b] = [key(after - 1), key(after)];
  const [start = 0, end = 0] = [times[after - 1], times[after]];
  if (interpolation === 'STEP') return a;
  const t = (time - start) / (end - start);
  if (path === 'rotation') {
    const out = [0, 0, 0, 1];
    Quaternion.slerpFlat(out, 0, a, 0, b, 0, t);
    return out;
  }
  return a.map((n, i) => n + ((b[i] ?? 0) - n) * t);
}

/** World matrices of all joints. Parents may follow their children. */
export function jointWorlds(joints: readonly Joint[], clip: AnimationClip | undefined, time: number): Matrix4[] {
  const locals = joints.map(({ bindT, bindR, bindS }) => ({ translation: bindT, rotation: bindR, scale: bindS }));
  for (const channel of clip?.channels ?? []) {
    const local = locals[channel.joint];
    if (local !== undefined) locals[channel.joint] = { ...local, [channel.path]: sample(channel, time) };
  }
  const worlds = new Map<number, Matrix4>();
  const worldOf = (i: number): Matrix4 => {
    const known = worlds.get(i);
    if (known !== undefined) return known;
    const { translation = [], rotation = [], scale = [] } = locals[i] ?? {};
    const world = new Matrix4().compose(
      new Vector3(...translation),
      new Quaternion(...rotation),
      new Vector3(...scale),
    );
    const parent = joints[i]?.parent ?? -1;
    if (parent >= 0) world.premultiply(worldOf(parent));
    worlds.set(i, world);
    return world;
  };
  return joints.map((_, i) => worldOf(i));
}

/** Positions with the morph targets added: by default weights, or those of the clip. */
function morphed({ mesh, vertices, weightClips }: CompiledModel, clip: string | undefined, time: number): Float32Array {
  const { morphs } = mesh;
  if (morphs === undefined) return vertices.positions;
  const positions = vertices.positions.slice();
  const channels = weightClips.find(({ name }) => name === clip)?.channels ?? [];
  for (let i = 0; i < morphs.targets.length; i++) {
    const target = morphTargetAt(morphs, i);
    const channel = channels.find((each) => each.target === i);
    const weight = channel === undefined ? target.defaultWeight : weightAt(channel, time);
    for (const [k, vertex] of target.vertices.entries())
      for (let axis = 0; axis < 3; axis++)
        positions[vertex * 3 + axis] =
          (positions[vertex * 3 + axis] ?? 0) + weight * (target.positions[k * 3 + axis] ?? 0);
  }
  return positions;
}

type Weights = Pick<AnimationChannel, 'times' | 'values' | 'interpolation'>;

function weightAt({ times, values, interpolation }: Weights, time: number): number {
  const after = times.findIndex((t) => t > time);
  if (after <= 0) return values[after === 0 ? 0 : times.length - 1] ?? 0;
  const [a = 0, b = 0, start = 0, end = 0] = [values[after - 1], values[after], times[after - 1], times[after]];
  return interpolation === 'STEP' ? a : a + (b - a) * ((time - start) / (end - start));
}

/** Three numbers for each corner of each triangle. */
export function cornersInEngine(model: CompiledModel, clip: string | undefined, time: number): Float64Array {
  const { mesh, clips } = model;
  const positions = morphed(model, clip, time);
  const { skin, indices } = mesh;
  const joints = skin?.joints ?? [];
  const matrices = jointWorlds(
    joints,
    clips.find(({ name }) => name === clip),
    time,
  ).map((world, i) => world.multiply(new Matrix4().fromArray(joints[i]?.inverseBind ?? [])));
  const view = skin && new DataView(skin.vertices.buffer, skin.vertices.byteOffset, skin.vertices.byteLength);
  const out = new Float64Array(indices.length * 3);
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] ?? 0;
    const point = new Vector3().fromArray(positions, vertex * 3);
    out.set((view === undefined ? point : posed(point, view, vertex * 24, matrices)).toArray(), i * 3);
  }
  return out;
}

function posed(point: Vector3, skin: DataView, at: number, matrices: readonly Matrix4[]): Vector3 {
  const sum = new Vector3();
  for (let lane = 0; lane < 4; lane++) {
    const weight = skin.getFloat32(at + 8 + lane * 4, true);
    const matrix = matrices[skin.getUint16(at + lane * 2, true)];
    if (weight > 0 && matrix !== undefined) sum.addScaledVector(point.clone().applyMatrix4(matrix), weight);
  }
  return sum;
}

/** A point in front of each triangle, at that distance from its center. Of triangles thinner than a thousandth of it, none. */
export function pointsInFront(corners: Float64Array, distance: number): Float64Array {
  const out: number[] = [];
  const corner = (at: number) => new Vector3().fromArray(corners.subarray(at, at + 3));
  for (let i = 0; i + 8 < corners.length; i += 9) {
    const [a, b, c] = [corner(i), corner(i + 3), corner(i + 6)];
    const normal = b.clone().sub(a).cross(c.clone().sub(a));
    const height = normal.length() / Math.max(a.distanceTo(b), b.distanceTo(c), c.distanceTo(a));
    if (!(height > distance / 1000)) continue;
    const center = a.add(b).add(c).divideScalar(3);
    out.push(...center.addScaledVector(normal.normalize(), distance).toArray());
  }
  return Float64Array.from(out);
}

/** The largest distance from a point of either cloud to the nearest of the other, looked for up to `reach`. */
export function cloudDistance(a: Float64Array, b: Float64Array, reach: number): number {
  return Math.max(oneWay(a, b, reach), oneWay(b, a, reach));
}

function oneWay(from: Float64Array, to: Float64Array, reach: number): number {
  const cells = new Map<string, number[]>();
  const cell = (n: number): number => Math.floor(n / reach);
  for (let i = 0; i < to.length; i += 3) {
    const key = `${cell(to[i] ?? 0)},${cell(to[i + 1] ?? 0)},${cell(to[i + 2] ?? 0)}`;
    const list = cells.get(key);
    if (list === undefined) cells.set(key, [i]);
    else list.push(i);
  }
  let worst = 0;
  for (let i = 0; i < from.length; i += 3) {
    const [x = 0, y = 0, z = 0] = from.subarray(i, i + 3);
    let nearest = Number.POSITIVE_INFINITY;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++)
          for (const k of cells.get(`${cell(x) + dx},${cell(y) + dy},${cell(z) + dz}`) ?? [])
            nearest = Math.min(nearest, Math.hypot(x - (to[k] ?? 0), y - (to[k + 1] ?? 0), z - (to[k + 2] ?? 0)));
    worst = Math.max(worst, nearest);
  }
  return worst;
}
