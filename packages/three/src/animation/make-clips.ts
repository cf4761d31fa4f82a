// Turns clips of joints, morph weights and the scene into clips of three; clips with the same name become one. Tracks refer to objects by
// name, so that they play on any instance of the model.

import {
  type AnimationChannel,
  type HsceneChannel,
  type Interpolation,
  jointVisibility,
  type WeightChannel,
  withAncestors,
} from '@assetc/formats';
import * as THREE from 'three';
import type { AnyMaterial } from '../material/make-material.js';
import type { ModelAsset } from '../model/model-asset.js';
import type { ModelTree } from '../model/model-tree.js';
import { Driver } from './driver.js';
import { type Dial, materialDial } from './material-properties.js';
import { cameraDial, lightDial } from './scene-dials.js';

interface Keys {
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  readonly values: Float32Array;
}

interface JoinedClip {
  readonly name: string;
  duration: number;
  readonly isAdditive: boolean;
  joints: readonly AnimationChannel[];
  weights: readonly WeightChannel[];
  scene: readonly HsceneChannel[];
}

const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/** If several clips share a name, the first of the scene joins the first of the model. */
function joinClips({ model, scene }: ModelAsset): readonly JoinedClip[] {
  const joined: JoinedClip[] = model.clips.map((clip) => ({ ...clip, scene: [] }));
  const taken = new Set<JoinedClip>();
  for (const { name, duration, channels } of scene?.clips ?? []) {
    const known = joined.find((each) => each.name === name && !taken.has(each));
    const clip = known ?? { name, duration, isAdditive: false, joints: [], weights: [], scene: [] };
    if (known === undefined) joined.push(clip);
    taken.add(clip);
    clip.scene = channels;
    clip.duration = Math.max(clip.duration, duration);
  }
  return joined;
}

/** `materials`: the materials of this instance that use a row. Drivers are added to the tree's group. */
export function makeClips(
  asset: ModelAsset,
  tree: ModelTree,
  materials: (row: number) => readonly AnyMaterial[],
): THREE.AnimationClip[] {
  const drivers = new Map<string, Driver | undefined>();
  return joinClips(asset).map((clip) => {
    const writer = new ClipWriter(asset, tree, materials, drivers);
    const mode = clip.isAdditive ? THREE.AdditiveAnimationBlendMode : THREE.NormalAnimationBlendMode;
    return new THREE.AnimationClip(clip.name, clip.duration, writer.tracks(clip), mode);
  });
}

class ClipWriter {
  readonly #asset: ModelAsset;
  readonly #tree: ModelTree;
  readonly #materials: (row: number) => readonly AnyMaterial[];
  readonly #drivers: Map<string, Driver | undefined>;
  readonly #tracks = new Map<string, THREE.KeyframeTrack>();

  constructor(
    asset: ModelAsset,
    tree: ModelTree,
    materials: (row: number) => readonly AnyMaterial[],
    drivers: Map<string, Driver | undefined>,
  ) {
    this.#asset = asset;
    this.#tree = tree;
    this.#materials = materials;
    this.#drivers = drivers;
  }

  tracks(clip: JoinedClip): THREE.KeyframeTrack[] {
    // Scenes that are not baked move their nodes, including joints, themselves. The scene's channels take precedence.
    const isPlacedByScene = this.#asset.scene?.meshesAreBaked === false;
    if (isPlacedByScene) for (const channel of clip.scene) this.#addScene(channel);
    for (const channel of clip.joints) this.#addPose(this.#tree.bones[channel.joint], channel.path, channel);
    for (const channel of clip.weights) this.#addWeight(channel);
    if (!isPlacedByScene) for (const channel of clip.scene) this.#addScene(channel);
    this.#addApart(clip.scene);
    return [...this.#tracks.values()];
  }

  #add(name: string, keys: Keys, make: (name: string, mode: THREE.InterpolationModes) => THREE.KeyframeTrack): void {
    if (keys.times.length === 0 || this.#tracks.has(name)) return;
    const mode = keys.interpolation === 'STEP' ? THREE.InterpolateDiscrete : THREE.InterpolateLinear;
    this.#tracks.set(name, make(name, mode));
  }

  #addPose(object: THREE.Object3D | undefined, path: keyof typeof PROPERTIES, keys: Keys): void {
    if (object === undefined) return;
    const { times, values } = keys;
    this.#add(`${object.name}.${PROPERTIES[path]}`, keys, (name, mode) =>
      path === 'rotation'
        ? new THREE.QuaternionKeyframeTrack(name, arrayOf(times), unitRotations(values), mode)
        : new THREE.VectorKeyframeTrack(name, arrayOf(times), arrayOf(values), mode),
    );
  }

  /** Target indices count over all submeshes; a draw has only its own targets. */
  #addWeight({ target, ...keys }: WeightChannel): void {
    const { morphs } = this.#asset.mesh;
    for (const { object, submesh } of this.#tree.draws) {
      const range = submesh === undefined ? undefined : morphs?.ranges[submesh];
      if (range === undefined || target < range.firstTarget || target >= range.firstTarget + range.targetCount)
        continue;
      this.#add(
        `${object.name}.morphTargetInfluences[${target - range.firstTarget}]`,
        keys,
        (name, mode) => new THREE.NumberKeyframeTrack(name, arrayOf(keys.times), arrayOf(keys.values), mode),
      );
    }
  }

  #addScene(channel: HsceneChannel): void {
    const { target, index, property } = channel;
    if (target === 'node') {
      const node = this.#tree.nodes[index];
      if (property === 'visibility') this.#addVisibility(node, channel);
      else if (property === 'translation' || property === 'rotation' || property === 'scale')
        this.#addPose(node, property, channel);
      return;
    }
    const driver = this.#driver(channel);
    if (driver === undefined) return;
    this.#add(
      `${driver.name}.value`,
      channel,
      (name, mode) => new THREE.VectorKeyframeTrack(name, arrayOf(channel.times), arrayOf(channel.values), mode),
    );
  }

  #addVisibility(object: THREE.Object3D | undefined, keys: Keys): void {
    if (object === undefined) return;
    const flags = Array.from(keys.values, (value) => value !== 0);
    this.#add(`${object.name}.visible`, keys, (name) => new THREE.BooleanKeyframeTrack(name, [...keys.times], flags));
  }

  /** Draws that are not below their node are visible if that node and all its ancestors are. */
  #addApart(channels: readonly HsceneChannel[]): void {
    const { scene } = this.#asset;
    if (scene === undefined) return;
    for (const [node, object] of this.#tree.apart) {
      const keys = jointVisibility(scene, withAncestors(scene, node), channels);
      if (keys !== undefined) this.#addVisibility(object, keys);
    }
  }

  /** One per animated property, shared by all clips. */
  #driver({ target, index, property, times, values }: HsceneChannel): Driver | undefined {
    const name = `assetc_${target}_${index}_${property.replaceAll('.', '_')}`;
    if (this.#drivers.has(name)) return this.#drivers.get(name);
    const dials = this.#dials(target, index, property);
    const driver =
      dials.length === 0 || times.length === 0 ? undefined : new Driver(dials, values.length / times.length);
    if (driver !== undefined) {
      driver.name = name;
      this.#tree.group.add(driver);
    }
    this.#drivers.set(name, driver);
    return driver;
  }

  #dials(target: HsceneChannel['target'], index: number, property: HsceneChannel['property']): readonly Dial[] {
    if (target === 'material')
      return this.#materials(index).flatMap((material) => materialDial(material, property) ?? []);
    if (target === 'light')
      return (this.#tree.lights[index] ?? []).flatMap((light) => lightDial(light, property) ?? []);
    return (this.#tree.cameras[index] ?? []).flatMap((camera) => cameraDial(camera, property) ?? []);
  }
}

/** Copies the values, since three keeps the array and this one is a view of the file. */
const arrayOf = (values: Float32Array): Float32Array<ArrayBuffer> => new Float32Array(values);

function unitRotations(values: Float32Array): Float32Array<ArrayBuffer> {
  const out = arrayOf(values);
  for (let at = 0; at < out.length; at += 4) {
    const [x = 0, y = 0, z = 0, w = 1] = out.subarray(at, at + 4);
    const length = Math.hypot(x, y, z, w);
    if (length > 0) out.set([x / length, y / length, z / length, w / length], at);
  }
  return out;
}
