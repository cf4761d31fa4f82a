// Writes clips of joints, morph weights and the scene as animations. In glTF an animation targets a property once; joints come first.

import { type HsceneChannel, type Interpolation, jointVisibility, withAncestors } from '@assetc/formats';
import type { GlbBuilder } from './glb-builder.js';
import type { GltfAnimation, GltfChannel } from './gltf-json.js';
import { mergeWeights } from './merge-weights.js';
import type { JoinedClip, ModelFiles } from './model-files.js';
import { unitRotation, VISIBILITY } from './node-tree.js';
import { hasHolder, pointerOf } from './property-pointers.js';
import type { ShownMesh } from './write-placement.js';

const POINTER = 'KHR_animation_pointer';
const SHAPES = { 1: 'SCALAR', 2: 'VEC2', 3: 'VEC3', 4: 'VEC4' } as const;

interface Keys {
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  readonly values: Float32Array;
}

interface ClipPlaces {
  /** The node of each joint. */
  readonly joints: readonly number[];
  readonly shown: readonly ShownMesh[];
  /** By material: its emissive factor is written relative to this. */
  readonly strengths: readonly number[];
}

/** Returns how many channels have no target in the file. */
export function writeClips(builder: GlbBuilder, files: ModelFiles, places: ClipPlaces): number {
  let left = 0;
  for (const clip of files.clips) {
    const writer = new ClipWriter(builder, files, places, clip);
    left += writer.write();
  }
  return left;
}

class ClipWriter {
  readonly #builder: GlbBuilder;
  readonly #files: ModelFiles;
  readonly #places: ClipPlaces;
  readonly #clip: JoinedClip;
  readonly #animation: GltfAnimation;
  readonly #taken = new Set<string>();
  #left = 0;

  constructor(builder: GlbBuilder, files: ModelFiles, places: ClipPlaces, clip: JoinedClip) {
    this.#builder = builder;
    this.#files = files;
    this.#places = places;
    this.#clip = clip;
    this.#animation = { name: clip.name, channels: [], samplers: [] };
  }

  write(): number {
    const { joints, scene } = this.#clip;
    const isPlacedByScene = this.#files.scene?.meshesAreBaked === false;
    // Unmerged scenes animate all their nodes, including joints.
    if (isPlacedByScene) for (const channel of scene) this.#addScene(channel);
    for (const { joint, path, ...keys } of joints) this.#addNode(this.#places.joints[joint] ?? -1, path, keys);
    this.#addWeights();
    if (!isPlacedByScene) for (const channel of scene) this.#addScene(channel);
    this.#addApart();
    if (this.#animation.channels.length > 0) this.#builder.lists.animations.push(this.#animation);
    return this.#left;
  }

  #addNode(node: number, path: string, keys: Keys): void {
    const values = path === 'rotation' ? unitRotations(keys.values) : keys.values;
    this.#add({ node, path }, { ...keys, values }, path === 'rotation' ? 4 : 3);
  }

  #addWeights(): void {
    const byTarget = new Map(this.#clip.weights.map((channel) => [channel.target, channel]));
    const targets = this.#files.mesh.morphs?.targets ?? [];
    for (const { node, firstTarget, targetCount } of this.#places.shown) {
      const rows = Array.from({ length: targetCount }, (_, i) => firstTarget + i);
      const defaults = rows.map((row) => targets[row]?.defaultWeight ?? 0);
      const merged = mergeWeights(
        rows.map((row) => byTarget.get(row)),
        defaults,
      );
      if (merged !== undefined) this.#add({ node, path: 'weights' }, merged, 1);
    }
  }

  #addScene(channel: HsceneChannel): void {
    const { target, index, property } = channel;
    if (target === 'node' && property === 'visibility') this.#addVisibility(index, channel);
    else if (target === 'node') this.#addNode(index, property, channel);
    else this.#addPointer(pointerOf(channel, this.#files.scene?.cameras ?? []), channel);
  }

  #addPointer(pointer: string, channel: HsceneChannel): void {
    const { lists, root } = this.#builder;
    if (channel.times.length === 0) return;
    if (!hasHolder({ ...lists, extensions: root.extensions }, pointer)) {
      this.#left++;
      return;
    }
    const strength = channel.property === 'emissiveFactor' ? (this.#places.strengths[channel.index] ?? 1) : 1;
    const values = strength === 1 ? channel.values : channel.values.map((value) => value / strength);
    this.#add(pointTo(pointer), { ...channel, values }, channel.values.length / channel.times.length);
  }

  #addVisibility(node: number, keys: Keys): void {
    const target = pointTo(`/nodes/${node}/extensions/${VISIBILITY}/visible`);
    this.#add(target, { ...keys, interpolation: 'STEP' }, 1, Uint8Array.from(keys.values));
  }

  /** Meshes detached from their nodes are visible when those and all their ancestors are. */
  #addApart(): void {
    const { scene } = this.#files;
    if (scene === undefined) return;
    const apart = new Map(
      this.#places.shown.flatMap(({ node, insteadOf }) => (insteadOf === undefined ? [] : [[insteadOf, node]])),
    );
    for (const [index, node] of apart) {
      const keys = jointVisibility(scene, withAncestors(scene, index), this.#clip.scene);
      if (keys !== undefined) this.#addVisibility(node, keys);
    }
  }

  #add(target: GltfChannel['target'], keys: Keys, width: number, output?: Uint8Array): void {
    const key = JSON.stringify(target);
    if (keys.times.length === 0 || this.#taken.has(key)) return;
    this.#taken.add(key);
    if (target.extensions) this.#builder.use(POINTER);
    const shape = width === 2 || width === 3 || width === 4 ? SHAPES[width] : SHAPES[1];
    const sampler = this.#animation.samplers.push({
      input: this.#builder.addTimes(keys.times),
      output: this.#builder.addAccessor(output ?? keys.values, shape),
      interpolation: keys.interpolation,
    });
    this.#animation.channels.push({ sampler: sampler - 1, target });
  }
}

const pointTo = (pointer: string): GltfChannel['target'] => ({
  path: 'pointer',
  extensions: { [POINTER]: { pointer } },
});

function unitRotations(values: Float32Array): Float32Array {
  const out = values.slice();
  for (let at = 0; at < out.length; at += 4) out.set(unitRotation(out.subarray(at, at + 4)), at);
  return out;
}
