// What the compressor must know of a mesh: its joints, how far vertices are from them, and how far morph targets move vertices.

import { bindPoseOf, defaultWeightsOf, type HmeshModel, type Joint, morphTargetAt } from '@assetc/formats';
import { GpuSkinVertex, GpuVertex } from '@assetc/formats/layouts';
import type { ClipTargets } from './clip-input.js';
import type { ClipSkeleton } from './joint-tree.js';

/** How far from a joint errors are measured if no vertex follows it, in meters. */
const DEFAULT_SHELL = 0.03;
/** Errors are measured on the axes. A turn moves a point in any direction at most this much farther than the axis that it moves most. */
const ANY_DIRECTION = Math.sqrt(1.5);
/** Joints with these names get a tenth of the error. */
const PRECISE_SHARE = 0.1;
/** A weight changes nothing that anybody sees below this. */
const MIN_WEIGHT_LIMIT = 1e-6;
const MAX_WEIGHT_LIMIT = 1 / 256;

type ClipMesh = Pick<HmeshModel, 'vertices' | 'skin' | 'morphs'>;

interface ClipPrecision {
  /** Largest distance from the source, in the units of the mesh. */
  readonly error: number;
  /** Whether a joint gets a tenth of it. */
  isPrecise(joint: number): boolean;
}

export function clipSkeleton({ skin, vertices }: ClipMesh, { error, isPrecise }: ClipPrecision): ClipSkeleton {
  const joints = skin?.joints ?? [];
  return {
    parents: Int32Array.from(joints, ({ parent }) => parent),
    bind: bindPoseOf({ skin }),
    shells: skin === undefined ? new Float64Array(0) : shellsOf(skin.vertices, vertices, joints),
    limits: Float64Array.from(joints, (_, i) => (isPrecise(i) ? error * PRECISE_SHARE : error)),
  };
}

/** The distance of the farthest vertex that follows each joint, in the joint's own units. */
function shellsOf(skin: Uint8Array, vertices: Uint8Array, joints: readonly Joint[]): Float64Array {
  const shells = new Float64Array(joints.length);
  const count = vertices.length / GpuVertex.size;
  const views = [skin, vertices].map(
    ({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength),
  );
  const [skinView, vertexView] = views;
  if (skinView === undefined || vertexView === undefined) return shells;
  const weights = GpuSkinVertex.offsetOf('weights');
  for (let i = 0; i < count; i++) {
    const at = i * GpuVertex.size;
    const [x, y, z] = [0, 4, 8].map((offset) => vertexView.getFloat32(at + offset, true));
    for (let lane = 0; lane < 4; lane++) {
      const row = i * GpuSkinVertex.size;
      if (skinView.getFloat32(row + weights + lane * 4, true) <= 0) continue;
      const joint = skinView.getUint16(row + lane * 2, true);
      const m = joints[joint]?.inverseBind;
      if (m === undefined) continue;
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        const value =
          (m[axis] ?? 0) * (x ?? 0) +
          (m[4 + axis] ?? 0) * (y ?? 0) +
          (m[8 + axis] ?? 0) * (z ?? 0) +
          (m[12 + axis] ?? 0);
        squared += value * value;
      }
      const distance = Math.sqrt(squared);
      if (distance > (shells[joint] ?? 0)) shells[joint] = distance;
    }
  }
  return shells.map((shell, i) => (shell > 0 ? shell * ANY_DIRECTION : DEFAULT_SHELL * (scaleOf(joints[i]) || 1)));
}

/** Units of a joint per unit of the mesh: the length of an axis of its inverse bind matrix. */
function scaleOf(joint: Joint | undefined): number {
  const [x = 0, y = 0, z = 0] = joint?.inverseBind ?? [];
  return Math.sqrt(x * x + y * y + z * z);
}

/** A weight may be off by what moves no vertex farther than the error. */
export function clipTargets({ morphs }: ClipMesh, error: number): ClipTargets {
  const targets = morphs?.targets ?? [];
  const limits = targets.map((_, i) => {
    let squared = 0;
    const { positions } = morphs === undefined ? { positions: new Float32Array(0) } : morphTargetAt(morphs, i);
    for (let at = 0; at < positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
      squared = Math.max(squared, x * x + y * y + z * z);
    }
    const limit = squared > 0 ? error / Math.sqrt(squared) : MAX_WEIGHT_LIMIT;
    return Math.min(MAX_WEIGHT_LIMIT, Math.max(MIN_WEIGHT_LIMIT, limit));
  });
  return {
    defaults: defaultWeightsOf({ morphs }),
    limits: Float64Array.from(limits),
  };
}
