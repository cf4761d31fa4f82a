// Collects the clips that only `.hscene` stores: nodes that are not joints, visibility, cameras, lights and materials.

import { type HsceneChannel, type HsceneClipModel, SCENE_PROPERTIES } from '@assetc/formats';
import type { Place } from '../../diagnostics/diagnostic.js';
import type { ClipModel, PointerChannel } from '../../model/scene/animation.js';
import type { SceneModel } from '../../model/scene/scene.js';
import { warnAboutDenseSpline } from '../dense-spline.js';
import type { WarnAt } from '../warn-once.js';
import { emissionKeys } from './emission-keys.js';
import { type Keys, type SplineReader, toStoredKeys, type ValueType } from './keys.js';
import { type PointerTarget, pointerTarget } from './pointer-target.js';
import type { SceneRows } from './scene-rows.js';

interface ClipOptions {
  readonly numbers: SceneRows;
  /** Whether joint clips move this node. */
  readonly isJoint: (node: number) => boolean;
  readonly spline: SplineReader;
  /** Throws if there are more keys than the limit. */
  readonly countKeys: (count: number, where: Place) => void;
  readonly warn: WarnAt;
}

/** Drops clips without channels. */
export function sceneClips(
  { animations, materials, cameras = [] }: Pick<SceneModel, 'animations' | 'materials' | 'cameras'>,
  options: ClipOptions,
): readonly HsceneClipModel[] {
  return animations.flatMap((clip) => {
    const channels = new ClipChannels(clip, { materials, cameras }, options).all();
    return channels.length === 0 ? [] : [{ name: clip.name, channels }];
  });
}

type ChannelTarget = Pick<HsceneChannel, 'target' | 'index' | 'property'>;
type Emission = PointerTarget & {
  readonly is: 'material';
  readonly property: 'emissiveFactor' | 'emissiveStrength';
};

class ClipChannels {
  readonly #clip: ClipModel;
  readonly #scene: Required<Pick<SceneModel, 'materials' | 'cameras'>>;
  readonly #options: ClipOptions;
  readonly #channels = new Map<string, HsceneChannel>();
  /** The first channel of each material and property. */
  readonly #emissions = new Map<string, PointerChannel>();

  constructor(clip: ClipModel, scene: Required<Pick<SceneModel, 'materials' | 'cameras'>>, options: ClipOptions) {
    this.#clip = clip;
    this.#scene = scene;
    this.#options = options;
  }

  all(): readonly HsceneChannel[] {
    const { numbers, isJoint } = this.#options;
    for (const { node, path, origin, ...keys } of this.#clip.channels) {
      const index = numbers.node.get(node);
      if (index !== undefined && path !== 'weights' && !isJoint(node))
        this.#add(
          { target: 'node', index, property: path },
          keys,
          path === 'rotation' ? 'rotation' : 'numbers',
          origin,
        );
    }
    for (const channel of this.#clip.pointers ?? []) {
      const target = pointerTarget(channel.pointer);
      if (target === undefined)
        this.#skip(channel.origin, `${channel.pointer} is animated, but no output format stores it`);
      else this.#addPointer(target, channel);
    }
    this.#addEmissions();
    return [...this.#channels.values()];
  }

  #addPointer(target: PointerTarget, channel: PointerChannel): void {
    const index = this.#options.numbers[target.is].get(target.index);
    // Elements that are not in the output need no animation.
    if (index === undefined) return;
    const { origin } = channel;
    if (isEmission(target)) this.#keepEmission(target, channel);
    else if (target.is === 'camera' && this.#scene.cameras[target.index]?.is !== target.lens)
      this.#skip(origin, `the camera is not ${target.lens}`, EXPORT_AGAIN);
    else if (target.property !== 'emissiveStrength' && this.#fits(target.is, target.property, channel)) {
      const valueType = target.property === 'visibility' ? 'flag' : 'numbers';
      this.#add({ target: target.is, index, property: target.property }, channel, valueType, origin);
    }
  }

  #keepEmission({ index, property }: Emission, channel: PointerChannel): void {
    const key = `${index} ${property}`;
    if (channel.components !== (property === 'emissiveFactor' ? 3 : 1))
      this.#skip(channel.origin, `${property} does not have ${channel.components} numbers`, EXPORT_AGAIN);
    else if (this.#emissions.has(key)) this.#skip(channel.origin, REPEATED, 'Remove one of the two channels.');
    else this.#emissions.set(key, channel);
  }

  /** Factor and strength are one property of the output. */
  #addEmissions(): void {
    const sources = new Set([...this.#emissions.keys()].map((key) => Number.parseInt(key, 10)));
    for (const source of sources) {
      const material = this.#scene.materials[source];
      const index = this.#options.numbers.material.get(source);
      const factor = this.#emissions.get(`${source} emissiveFactor`);
      const strength = this.#emissions.get(`${source} emissiveStrength`);
      const origin = (factor ?? strength)?.origin;
      if (material === undefined || index === undefined || origin === undefined) continue;
      const keys = emissionKeys(factor, strength, material, this.#options.spline);
      if (keys === undefined)
        this.#skip(
          origin,
          'emissive factor and emissive strength must both be stepped or both be interpolated',
          'Give both channels the same interpolation.',
        );
      else this.#add({ target: 'material', index, property: 'emissiveFactor' }, keys, 'numbers', origin);
    }
  }

  #fits(target: PointerTarget['is'], name: string, { components, origin }: PointerChannel): boolean {
    const property = SCENE_PROPERTIES[target].find((each) => each.name === name);
    if (property?.components === components) return true;
    this.#skip(origin, `${name} has ${property?.components ?? 'no'} numbers, not ${components}`, EXPORT_AGAIN);
    return false;
  }

  #add(target: ChannelTarget, sourceKeys: Keys, valueType: ValueType, origin: Place): void {
    const key = `${target.target} ${target.index} ${target.property}`;
    if (this.#channels.has(key)) {
      this.#skip(origin, REPEATED, 'Remove one of the two channels.');
      return;
    }
    const width = SCENE_PROPERTIES[target.target].find(({ name }) => name === target.property)?.components ?? 1;
    const keys = toStoredKeys(sourceKeys, width, valueType, this.#options.spline);
    if (keys === undefined) {
      this.#skip(origin, 'its values are outside the range of 32-bit floats', EXPORT_AGAIN);
      return;
    }
    this.#options.countKeys(keys.times.length, origin);
    if (keys.isLimited) warnAboutDenseSpline(this.#options.warn, origin);
    const interpolation = keys.interpolation === 'step' ? 'STEP' : 'LINEAR';
    this.#channels.set(key, { ...target, interpolation, times: keys.times, values: keys.values });
  }

  #skip(where: Place, why: string, hint?: string): void {
    this.#options.warn('gltf/skipped-channels', where, `a channel is left out: ${why}`, hint);
  }
}

const EXPORT_AGAIN = 'Correct the channel, or export the animation again.';
const REPEATED = 'another channel of the clip animates the same property';

const isEmission = (target: PointerTarget): target is Emission =>
  target.property === 'emissiveFactor' || target.property === 'emissiveStrength';
