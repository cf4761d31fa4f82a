// Clips over nodes. Of a clip with a broken channel nothing is kept, with a warning: half a motion is worse than none, and a
// model without it is better than no model.

import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import { shortestDecimal } from '../../diagnostics/shortest-decimal.js';
import type { ChannelPath, ClipModel, NodeChannel, PointerChannel } from '../../model/animation.js';
import type { AccessorInfo, Accessors } from './accessor.js';
import { FLOAT } from './component-types.js';
import { firstNotFinite } from './finite.js';
import type { GltfFile } from './gltf-file.js';
import { JsonNode } from './json-node.js';
import { partTimes } from './part-times.js';

const COMPONENTS: { readonly [path in ChannelPath]: 3 | 4 } = { translation: 3, rotation: 4, scale: 3 };
const TYPES = { 3: 'VEC3', 4: 'VEC4' } as const;
const INTERPOLATIONS = new Map([
  ['STEP', 'step'],
  ['LINEAR', 'linear'],
  ['CUBICSPLINE', 'cubic'],
] as const);
const isPath = (path: string): path is ChannelPath => Object.hasOwn(COMPONENTS, path);
const isInterpolation = (mode: string): mode is 'STEP' | 'LINEAR' | 'CUBICSPLINE' =>
  mode === 'STEP' || mode === 'LINEAR' || mode === 'CUBICSPLINE';

export async function readAnimations(file: GltfFile, accessors: Accessors): Promise<readonly ClipModel[]> {
  const keys = new KeyReader(file, accessors);
  const clips: ClipModel[] = [];
  const broken: { readonly name: string; readonly fault: Diagnostic }[] = [];
  for (const [index, animation] of file.list('animations').entries()) {
    const name = animation.name() || `anim_${index}`;
    try {
      const clip = await readClip(file, keys, animation, name);
      if (clip.channels.length + (clip.pointers?.length ?? 0) > 0) clips.push(clip);
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      broken.push({ name, fault: error.diagnostic });
    }
  }
  const [first, ...others] = broken;
  if (first !== undefined)
    file.context.warn({
      ...first.fault,
      code: 'gltf/dropped-clip',
      message: `clip ${first.name}${others.length === 0 ? '' : ` (and ${others.length} more)`} is left out: ${first.fault.message}`,
    });
  return clips;
}

async function readClip(file: GltfFile, keys: KeyReader, animation: JsonNode, name: string): Promise<ClipModel> {
  const channels: NodeChannel[] = [];
  const pointers: PointerChannel[] = [];
  for (const channel of animation.require('channels').items()) {
    const target = channel.require('target');
    const path = target.require('path').text();
    const pointer = target.extension('KHR_animation_pointer')?.get('pointer');
    const node = target.get('node');
    const moved = path === 'pointer' && pointer !== undefined ? movedNode(file, pointer) : undefined;
    if (moved !== undefined) channels.push(await readChannel(file, keys, animation, channel, moved.node, moved.path));
    else if (path === 'pointer' && pointer !== undefined)
      pointers.push(await readPointer(keys, animation, channel, pointer));
    else if (node === undefined || !(isPath(path) || path === 'weights'))
      file.warnOnce(
        'gltf/skipped-channels',
        channel,
        `a channel is left out: it animates ${node === undefined ? 'no node' : `"${path}", which is not supported`}`,
      );
    else channels.push(await readChannel(file, keys, animation, channel, node, path));
  }
  return { name, channels, ...(pointers.length === 0 ? {} : { pointers }) };
}

/** A pointer to what a channel can name without one. */
function movedNode(
  file: GltfFile,
  pointer: JsonNode,
): { readonly node: JsonNode; readonly path: ChannelPath | 'weights' } | undefined {
  const [, index, path = ''] = /^\/nodes\/(\d+)\/(\w+)$/.exec(pointer.text()) ?? [];
  if (index === undefined || !(isPath(path) || path === 'weights')) return undefined;
  return { node: new JsonNode(file.context.path, Number(index), pointer.pointer), path };
}

async function readChannel(
  file: GltfFile,
  reader: KeyReader,
  animation: JsonNode,
  channel: JsonNode,
  node: JsonNode,
  path: ChannelPath | 'weights',
): Promise<NodeChannel> {
  const components = path === 'weights' ? undefined : COMPONENTS[path];
  const target = file.follow(node, 'nodes');
  const keys = await reader.read(animation, channel, components === undefined ? ['SCALAR'] : [TYPES[components]]);
  if (path === 'weights') checkWeights(file, target.node, keys.output, keys.times.length * keys.valuesPerKey);
  else checkCount(keys.output, keys.times.length * keys.valuesPerKey, keys.times.length);
  const { interpolation, times, values } = keys;
  return { node: target.index, path, interpolation, times, values, origin: { pointer: channel.pointer } };
}

async function readPointer(
  reader: KeyReader,
  animation: JsonNode,
  channel: JsonNode,
  pointer: JsonNode,
): Promise<PointerChannel> {
  const keys = await reader.read(animation, channel, ['SCALAR', 'VEC2', 'VEC3', 'VEC4']);
  const { interpolation, times, values, output } = keys;
  const rows = times.length * keys.valuesPerKey;
  // A list of numbers has several scalars for each key.
  const several = output.components === 1 && output.count > 0 && output.count % rows === 0;
  if (!several) checkCount(output, rows, times.length);
  return {
    pointer: pointer.text(),
    components: several ? output.count / rows : output.components,
    interpolation,
    times,
    values,
    origin: { pointer: channel.pointer },
  };
}

/** Channels may share keys, so that each accessor is looked through once. */
class KeyReader {
  readonly #file: GltfFile;
  readonly #accessors: Accessors;
  readonly #times = new Map<Float32Array, Float32Array>();
  readonly #checked = new Set<Float32Array>();

  constructor(file: GltfFile, accessors: Accessors) {
    this.#file = file;
    this.#accessors = accessors;
  }

  async read(animation: JsonNode, channel: JsonNode, types: readonly string[]) {
    const sampler = samplerOf(animation, channel);
    const mode = sampler.get('interpolation')?.text() ?? 'LINEAR';
    if (!isInterpolation(mode))
      return sampler.require('interpolation').fail('gltf/bad-json', `${mode} is not an interpolation mode`);
    const input = this.#accessors.info(sampler.require('input'), ['SCALAR'], [FLOAT]);
    const output = this.#accessors.info(sampler.require('output'), types);
    const times = this.#timesOf(input.node, await this.#accessors.floats(input));
    const values = await this.#accessors.floats(output);
    this.#once(values, () => checkValues(output.node, values));
    const interpolation = INTERPOLATIONS.get(mode) ?? 'linear';
    return { interpolation, times, values, output, valuesPerKey: interpolation === 'cubic' ? 3 : 1 };
  }

  #timesOf(node: JsonNode, times: Float32Array): Float32Array {
    const known = this.#times.get(times);
    if (known !== undefined) return known;
    const equal = checkTimes(node, times);
    if (equal > 0)
      this.#file.warnOnce(
        'gltf/equal-key-times',
        node,
        `keys ${equal - 1} and ${equal} are at the same time (${shortestDecimal(times[equal] ?? 0)}); the later one counts from there on`,
      );
    const parted = equal > 0 ? partTimes(times) : times;
    this.#times.set(times, parted);
    return parted;
  }

  #once(data: Float32Array, check: () => void): void {
    if (this.#checked.has(data)) return;
    check();
    this.#checked.add(data);
  }
}

function samplerOf(animation: JsonNode, channel: JsonNode): JsonNode {
  const samplers = animation.require('samplers');
  const reference = channel.require('sampler');
  const index = reference.integer();
  if (index >= samplers.length)
    return reference.fail('gltf/bad-reference', `there is no sampler ${index}: the animation has ${samplers.length}`);
  return samplers.at(index);
}

/** The first key that is at the time of the one before it, or 0. */
function checkTimes(node: JsonNode, times: Float32Array): number {
  if (times.length === 0) node.require('count').fail('gltf/dropped-clip', 'the channel has no keys');
  const bad = firstNotFinite(times);
  if (bad >= 0) node.fail('gltf/not-finite', `key time ${bad} is not finite`);
  if ((times[0] ?? 0) < 0) node.fail('gltf/dropped-clip', `key time 0 (${shortestDecimal(times[0] ?? 0)}) is negative`);
  let equal = 0;
  for (let i = 1; i < times.length; i++) {
    const [before = 0, time = 0] = [times[i - 1], times[i]];
    if (time < before)
      node.fail('gltf/dropped-clip', `key time ${i} (${shortestDecimal(time)}) is earlier than the one before it`);
    if (time === before && equal === 0) equal = i;
  }
  return equal;
}

function checkValues(node: JsonNode, values: Float32Array): void {
  const bad = firstNotFinite(values);
  if (bad >= 0) node.fail('gltf/not-finite', `key number ${bad} is not finite`);
}

function checkCount({ node, count }: AccessorInfo, wanted: number, keys: number): void {
  if (count !== wanted)
    node
      .require('count')
      .fail('gltf/dropped-clip', `${plural(count, 'value')} do not match ${plural(keys, 'key time')}`);
}

/** Each key has a weight for each target of the node's mesh. */
function checkWeights(file: GltfFile, node: JsonNode, output: AccessorInfo, rows: number): void {
  const mesh = node.get('mesh');
  const [primitive] = mesh === undefined ? [] : file.follow(mesh, 'meshes').node.require('primitives').items();
  const targets = primitive?.get('targets')?.length ?? 0;
  if (targets === 0)
    node.fail('gltf/dropped-clip', 'weights are animated, but the node has no mesh with morph targets');
  if (output.count !== rows * targets)
    output.node
      .require('count')
      .fail(
        'gltf/dropped-clip',
        `${plural(output.count, 'weight')} do not match ${plural(rows, 'row')} of ${plural(targets, 'morph target')}`,
      );
}
