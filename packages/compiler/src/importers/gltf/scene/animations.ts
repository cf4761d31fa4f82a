// Reads animation clips of nodes. A clip with a broken channel is left out as a whole, with a warning: half an animation is worse than
// none, and the model is still useful without it.

import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import { plural } from '../../../diagnostics/plural.js';
import type { ChannelPath, ClipModel, NodeChannel, PointerChannel } from '../../../model/scene/animation.js';
import type { AccessorInfo, Accessors } from '../file/accessor.js';
import type { GltfFile } from '../file/gltf-file.js';
import { JsonNode } from '../file/json-node.js';
import { KeyReader } from './key-reader.js';
import { firstNonUnit, lengthText } from './unit-rotations.js';

const COMPONENTS: { readonly [path in ChannelPath]: 3 | 4 } = { translation: 3, rotation: 4, scale: 3 };
const TYPES = { 3: 'VEC3', 4: 'VEC4' } as const;
const isPath = (path: string): path is ChannelPath => Object.hasOwn(COMPONENTS, path);

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
  const targets = new Set<string>();
  const add = (at: JsonNode, channel: NodeChannel): void => {
    const target = `${channel.node} ${channel.path}`;
    if (targets.has(target)) warnAboutRepeated(file, at);
    else channels.push(channel);
    targets.add(target);
  };
  for (const channel of animation.require('channels').items()) {
    const target = channel.require('target');
    const path = target.require('path').text();
    const pointer = target.extension('KHR_animation_pointer')?.get('pointer');
    const node = target.get('node');
    const nodeTarget = path === 'pointer' && pointer !== undefined ? nodeTargetOf(file, pointer) : undefined;
    if (nodeTarget !== undefined)
      add(channel, await readChannel(file, keys, animation, channel, nodeTarget.node, nodeTarget.path));
    else if (path === 'pointer' && pointer !== undefined)
      pointers.push(await readPointer(keys, animation, channel, pointer));
    else if (node === undefined || !(isPath(path) || path === 'weights'))
      file.warnOnce(
        'gltf/skipped-channels',
        channel,
        `a channel is left out: it animates ${node === undefined ? 'no node' : `"${path}", which is not supported`}`,
      );
    else add(channel, await readChannel(file, keys, animation, channel, node, path));
  }
  return { name, channels, ...(pointers.length === 0 ? {} : { pointers }) };
}

/** A pointer to a property that a channel can also target without a pointer. */
function nodeTargetOf(
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
  if (path === 'rotation') warnAboutLength(file, keys.output.node, values, keys.valuesPerKey);
  if (path !== 'weights' && target.node.get('matrix') !== undefined)
    file.warnOnce(
      'gltf/broken-rule',
      channel,
      `the ${path} of a node with a matrix is animated; the matrix is split into translation, rotation and scale`,
      'animated matrix',
      'Replace the matrix of the node by translation, rotation and scale.',
    );
  return { node: target.index, path, interpolation, times, values, origin: { pointer: channel.pointer } };
}

function warnAboutRepeated(file: GltfFile, at: JsonNode): void {
  file.warnOnce(
    'gltf/skipped-channels',
    at,
    `a channel is left out: another channel of the clip animates the same property`,
    'repeated',
    'Remove one of the two channels.',
  );
}

/** A spline has a tangent before and after each value. */
function warnAboutLength(file: GltfFile, at: JsonNode, values: Float32Array, valuesPerKey: number): void {
  const bad = firstNonUnit(values, valuesPerKey, valuesPerKey >> 1);
  if (bad >= 0)
    file.warnOnce(
      'gltf/broken-rule',
      at,
      `rotation ${Math.floor(bad / valuesPerKey)} has the length ${lengthText(values, bad)}, not 1; it is not normalized`,
      'animated rotation',
      'Normalize the quaternions, or export the animation again.',
    );
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
  // A list of numbers has several scalars per key.
  const hasSeveralScalars = output.components === 1 && output.count > 0 && output.count % rows === 0;
  if (!hasSeveralScalars) checkCount(output, rows, times.length);
  return {
    pointer: pointer.text(),
    components: hasSeveralScalars ? output.count / rows : output.components,
    interpolation,
    times,
    values,
    origin: { pointer: channel.pointer },
  };
}

function checkCount({ node, count }: AccessorInfo, expected: number, keys: number): void {
  if (count !== expected)
    node
      .require('count')
      .fail('gltf/dropped-clip', `${plural(count, 'value')} do not match ${plural(keys, 'key time')}`);
}

/** Each key has one weight per morph target of the node's mesh. */
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
