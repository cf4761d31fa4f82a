// What compressed clips move: the bones and morph targets of one instance of a model.

import { bindPoseOf, defaultWeightsOf, type Hmesh, POSE_FLOATS } from '@assetc/formats';
import type { Object3D } from 'three';

/** The skeleton and morph targets of an `AssetcModel`. */
export interface AssetcRig {
  readonly mesh: Pick<Hmesh, 'skin' | 'morphs'>;
  /** By joint. */
  readonly bones: readonly Object3D[];
  readonly draws: readonly { readonly object: Object3D; readonly submesh: number | undefined }[];
}

/** Where the weight of a morph target goes. */
interface Influence {
  readonly values: number[];
  readonly index: number;
}

/** Reads and writes poses: ten floats per joint, one weight per morph target. */
export class RigPoses {
  readonly rig: AssetcRig;
  /** The bind pose of the file. */
  readonly bind: Float32Array;
  readonly defaults: Float32Array;
  /** What the bones and targets had before anything was played. */
  readonly base: Float32Array;
  readonly baseWeights: Float32Array;
  /** By morph target. */
  readonly #influences: readonly (readonly Influence[])[];

  constructor(rig: AssetcRig) {
    this.rig = rig;
    this.bind = bindPoseOf(rig.mesh);
    this.defaults = defaultWeightsOf(rig.mesh);
    this.#influences = Array.from(this.defaults, (_, target) => influencesOf(rig, target));
    this.base = this.bind.slice();
    for (const [joint, { position, quaternion, scale }] of rig.bones.entries()) {
      position.toArray(this.base, joint * POSE_FLOATS);
      quaternion.toArray(this.base, joint * POSE_FLOATS + 3);
      scale.toArray(this.base, joint * POSE_FLOATS + 7);
    }
    this.baseWeights = this.defaults.map((weight, target) => {
      const [first] = this.#influences[target] ?? [];
      return first?.values[first.index] ?? weight;
    });
  }

  /** Writes the properties of `moved`, as `movedBy` numbers them. */
  writePose(pose: Float32Array, moved: Uint8Array): void {
    const { bones } = this.rig;
    for (let joint = 0; joint < bones.length; joint++) {
      const bone = bones[joint];
      const properties = moved[joint] ?? 0;
      if (bone === undefined || properties === 0) continue;
      const at = joint * POSE_FLOATS;
      if ((properties & 1) !== 0) bone.quaternion.fromArray(pose, at + 3);
      if ((properties & 2) !== 0) bone.position.fromArray(pose, at);
      if ((properties & 4) !== 0) bone.scale.fromArray(pose, at + 7);
    }
  }

  writeWeights(weights: Float32Array, moved: Uint8Array): void {
    for (let target = 0; target < weights.length; target++)
      if (moved[target] === 1)
        for (const { values, index } of this.#influences[target] ?? []) values[index] = weights[target] ?? 0;
  }
}

/** Target indices count over all submeshes; a draw has only its own targets. */
function influencesOf({ mesh, draws }: AssetcRig, target: number): readonly Influence[] {
  return draws.flatMap(({ object, submesh }): readonly Influence[] => {
    const range = submesh === undefined ? undefined : mesh.morphs?.ranges[submesh];
    const index = target - (range?.firstTarget ?? 0);
    if (range === undefined || index < 0 || index >= range.targetCount) return [];
    const values: unknown = Reflect.get(object, 'morphTargetInfluences');
    return Array.isArray(values) ? [{ values, index }] : [];
  });
}
