// Plays compressed clips on a model. Each is sampled in place: nothing is decoded ahead.

import {
  addPose,
  blendPoses,
  type CompressedClip,
  extractRootMotion,
  neutralPose,
  POSE_FLOATS,
  type PoseLayer,
  type RootMotionOptions,
  removeRootMotion,
  sampleHclip,
  sampleHclipWeights,
} from '@assetc/formats';
import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { PlayingClip, type PlayOptions } from './playing-clip.js';
import { type AssetcRig, RigPoses } from './rig.js';

/** A model that clips can be played on: an `AssetcModel`. */
export interface PlayableModel {
  readonly scene: Object3D;
  readonly rig: AssetcRig;
  readonly compressedClips: readonly CompressedClip[];
}

/** What part of the clips moves the whole model instead of a bone. Directions are those of the bone's parent. */
export interface PlayerRootMotion extends Omit<RootMotionOptions, 'joint'> {
  /** Name of the bone. */
  readonly bone: string;
}

/** The motion of the whole model in the last step, in its own space. */
export interface PlayerMotion {
  readonly translation: Vector3;
  readonly rotation: Quaternion;
}

const ONE = new Vector3(1, 1, 1);

/**
 * Plays clips of a `.hclip` on a model, with weights, fades, masks, additive clips and root motion. Weights that add up to less than 1 leave the rest
 * to the pose that the model had before; bones that no clip moves are not touched.
 *
 * @example
 * const player = new ClipPlayer(fox);
 * const walk = player.play('Walk');
 * // Later: walk.fadeOut(0.3); player.play('Run', { fade: 0.3 });
 * renderer.setAnimationLoop(() => player.update(clock.getDelta()));
 */
export class ClipPlayer {
  /** Moves `scene` of the model in `update`, as the clips move a bone; undefined leaves the motion to the bone. */
  rootMotion: PlayerRootMotion | undefined;
  /** What `update` has moved the model by. */
  readonly motion: PlayerMotion = { translation: new Vector3(), rotation: new Quaternion() };
  readonly #model: PlayableModel;
  readonly #clips: readonly CompressedClip[] | undefined;
  #poses: RigPoses;
  #playing: PlayingClip[] = [];
  readonly #pose: Float32Array;
  readonly #neutral: Float32Array;
  readonly #weights: Float32Array;
  readonly #noWeights: Float32Array;
  /** In the last frame, as `movedBy` numbers them. */
  readonly #moved: Uint8Array;
  readonly #movedTargets: Uint8Array;
  readonly #layers: PoseLayer[] = [];

  /** `clips`: those of another file for the same skeleton, instead of the model's own. */
  constructor(model: PlayableModel, clips?: readonly CompressedClip[]) {
    this.#model = model;
    this.#clips = clips;
    this.#poses = new RigPoses(model.rig);
    const { bind, defaults } = this.#poses;
    this.#pose = bind.slice();
    this.#neutral = neutralPose(bind.length / POSE_FLOATS);
    this.#weights = defaults.slice();
    this.#noWeights = new Float32Array(defaults.length);
    this.#moved = new Uint8Array(bind.length / POSE_FLOATS);
    this.#movedTargets = new Uint8Array(defaults.length);
  }

  /** The clips that can be played. */
  get clips(): readonly CompressedClip[] {
    return this.#clips ?? this.#model.compressedClips;
  }

  /** Those that have not faded out. */
  get playing(): readonly PlayingClip[] {
    return this.#playing;
  }

  /** Plays a clip by name. A clip may be played several times at once. Throws a RangeError if there is none of that name. */
  play(name: string, options: PlayOptions = {}): PlayingClip {
    const clip = this.clips.find((each) => each.name === name);
    if (clip === undefined) {
      const names = this.clips.map((each) => each.name).join(', ');
      throw new RangeError(
        `no compressed clip is named ${name}; ${names === '' ? 'there are none' : `there are ${names}`}`,
      );
    }
    const bones = this.#model.rig.bones.map((bone) => bone.name);
    const playing = new PlayingClip(clip, bones, this.#pose.length, options);
    this.#playing.push(playing);
    return playing;
  }

  /** Ends all clips, and gives the model the pose that it had before. */
  stop(): void {
    this.#playing = [];
    this.#write(this.#poses.base, this.#poses.baseWeights);
  }

  /** Moves on by some seconds, and poses the model. */
  update(seconds: number): void {
    // A reload gives the model new bones.
    if (this.#poses.rig !== this.#model.rig) this.#poses = new RigPoses(this.#model.rig);
    this.#playing = this.#playing.filter((each) => each.step(seconds));
    const root = this.#root();
    for (const each of this.#playing) this.#sample(each, root);
    if (root !== undefined) this.#move(root);
    this.#blend();
    this.#write(this.#pose, this.#weights);
  }

  #root(): RootMotionOptions | undefined {
    const { rootMotion } = this;
    if (rootMotion === undefined) return undefined;
    const joint = this.#model.rig.bones.findIndex(({ name }) => name === rootMotion.bone);
    if (joint < 0) throw new RangeError(`the model has no bone ${rootMotion.bone}`);
    return { joint, axes: rootMotion.axes, yaw: rootMotion.yaw };
  }

  #sample({ clip, clipTime, layer, weights }: PlayingClip, root: RootMotionOptions | undefined): void {
    const { bind, base, defaults, baseWeights } = this.#poses;
    if (clip.isAdditive) {
      layer.pose.set(this.#neutral);
      sampleHclip(clip, clipTime, this.#neutral, layer.pose);
      sampleHclipWeights(clip, clipTime, this.#noWeights, weights.fill(0));
      return;
    }
    layer.pose.set(base);
    sampleHclip(clip, clipTime, bind, layer.pose);
    weights.set(baseWeights);
    sampleHclipWeights(clip, clipTime, defaults, weights);
    if (root !== undefined) removeRootMotion(clip, clipTime, bind, root, layer.pose);
  }

  #blend(): void {
    this.#layers.length = 0;
    for (const { clip, layer } of this.#playing) if (!clip.isAdditive) this.#layers.push(layer);
    blendPoses(this.#layers, this.#poses.base, this.#pose);
    for (const { clip, layer } of this.#playing)
      if (clip.isAdditive) addPose(this.#pose, layer, this.#neutral, this.#pose);
    for (let target = 0; target < this.#weights.length; target++) this.#weights[target] = this.#weightOf(target);
  }

  /** As `blendPoses` blends a translation. */
  #weightOf(target: number): number {
    let sum = 0;
    let mixed = 0;
    let added = 0;
    for (const { clip, moved, weights, layer } of this.#playing) {
      if (moved.targets[target] !== 1 || !(layer.weight > 0)) continue;
      const value = weights[target] ?? 0;
      if (clip.isAdditive) added += value * layer.weight;
      else {
        sum += layer.weight;
        mixed += (value - mixed) * (layer.weight / sum);
      }
    }
    const base = this.#poses.baseWeights[target] ?? 0;
    return (sum < 1 ? mixed * sum + base * (1 - sum) : mixed) + added;
  }

  /** What was moved in the last frame and is not now gets its old value back. */
  #write(pose: Float32Array, weights: Float32Array): void {
    this.#markMoved();
    this.#poses.writePose(pose, this.#moved);
    this.#poses.writeWeights(weights, this.#movedTargets);
    this.#moved.fill(0);
    this.#movedTargets.fill(0);
    this.#markMoved();
  }

  #markMoved(): void {
    for (const { moved } of this.#playing) {
      for (const [i, properties] of moved.joints.entries()) this.#moved[i] = (this.#moved[i] ?? 0) | properties;
      for (const [i, isMoved] of moved.targets.entries())
        this.#movedTargets[i] = (this.#movedTargets[i] ?? 0) | isMoved;
    }
  }

  /** Moves the model by the blend of all motions since the last frame. */
  #move(root: RootMotionOptions): void {
    const { bind } = this.#poses;
    this.#layers.length = 0;
    for (const { clip, previous, time, loop, layer, motion } of this.#playing) {
      if (clip.isAdditive) continue;
      extractRootMotion(clip, previous, time, loop, bind, root, motion.pose);
      motion.weight = layer.weight;
      this.#layers.push(motion);
    }
    blendPoses(this.#layers, IDENTITY, delta);
    const { translation, rotation } = this.motion;
    matrix.compose(translation.fromArray(delta), rotation.fromArray(delta, 3), ONE);
    this.#toModel(root.joint);
    matrix.premultiply(parent).multiply(inverse);
    matrix.decompose(translation, rotation, scale);
    const { scene } = this.#model;
    scene.position.add(offset.copy(translation).multiply(scene.scale).applyQuaternion(scene.quaternion));
    scene.quaternion.multiply(rotation);
  }

  /** Sets `parent` to the matrix from the bone's parent to the model. */
  #toModel(joint: number): void {
    parent.identity();
    const { scene, rig } = this.#model;
    for (let at = rig.bones[joint]?.parent; at !== null && at !== undefined && at !== scene; at = at.parent) {
      at.updateMatrix();
      parent.premultiply(at.matrix);
    }
    inverse.copy(parent).invert();
  }
}

const IDENTITY = Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1);
// Reused by every call.
const delta = new Float32Array(POSE_FLOATS);
const matrix = new Matrix4();
const parent = new Matrix4();
const inverse = new Matrix4();
const scale = new Vector3();
const offset = new Vector3();
