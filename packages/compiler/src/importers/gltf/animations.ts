// Clips over the joints of the first skin. Cubic splines keep the middle value of each triple.

import type { AnimationModel, ChannelModel, ChannelPath } from '../../model/animation.js';
import type { SkinModel } from '../../model/scene.js';
import type { Accessors } from './accessor.js';
import { FLOAT } from './component-types.js';
import { firstNotFinite } from './finite.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

const COMPONENTS: { readonly [path in ChannelPath]: number } = { translation: 3, rotation: 4, scale: 3 };
const isPath = (path: string): path is ChannelPath => Object.hasOwn(COMPONENTS, path);

export async function readAnimations(
  file: GltfFile,
  accessors: Accessors,
  skin: SkinModel | undefined,
): Promise<readonly AnimationModel[]> {
  const seat = new Map(skin?.joints.map((joint, i) => [joint, i]));
  const clips: AnimationModel[] = [];
  let skipped = 0;
  let total = 0;
  let firstSkipped: JsonNode | undefined;
  for (const [index, animation] of file.list('animations').entries()) {
    const channels: ChannelModel[] = [];
    for (const channel of animation.require('channels').items()) {
      total++;
      const target = channel.require('target');
      const path = target.require('path').text();
      const node = target.get('node');
      const joint = node === undefined ? undefined : seat.get(file.follow(node, 'nodes').index);
      if (joint === undefined || !isPath(path)) {
        skipped++;
        firstSkipped ??= channel;
        continue;
      }
      channels.push(await readChannel(file, accessors, animation, channel, joint, path));
    }
    if (channels.length > 0) clips.push({ name: animation.name() || `anim_${index}`, channels });
  }
  if (firstSkipped !== undefined)
    file.warnOnce(
      'gltf/skipped-channels',
      firstSkipped,
      `animation of nodes that are no joints of the first skin, and of morph weights, is left out (${skipped} of ${total} channels)`,
    );
  return clips;
}

async function readChannel(
  file: GltfFile,
  accessors: Accessors,
  animation: JsonNode,
  channel: JsonNode,
  joint: number,
  path: ChannelPath,
): Promise<ChannelModel> {
  const samplers = animation.require('samplers');
  const reference = channel.require('sampler');
  const index = reference.integer();
  if (index >= samplers.length)
    return reference.fail('gltf/bad-reference', `there is no sampler ${index}: the animation has ${samplers.length}`);
  const sampler = samplers.at(index);
  const mode = sampler.get('interpolation')?.text() ?? 'LINEAR';
  if (mode !== 'STEP' && mode !== 'LINEAR' && mode !== 'CUBICSPLINE')
    return sampler.require('interpolation').fail('gltf/bad-json', `${mode} is no interpolation`);
  const cubic = mode === 'CUBICSPLINE';
  if (cubic) file.warnOnce('gltf/cubic-spline', sampler, 'cubic splines are kept as linear keys');
  const components = COMPONENTS[path];
  const input = accessors.info(sampler.require('input'), ['SCALAR'], [FLOAT]);
  const output = accessors.info(sampler.require('output'), [components === 4 ? 'VEC4' : 'VEC3']);
  const times = await accessors.floats(input);
  const values = await accessors.floats(output);
  checkTimes(input.node, times);
  if (output.count !== times.length * (cubic ? 3 : 1))
    output.node
      .require('count')
      .fail('gltf/bad-animation', `${output.count} values do not go with ${times.length} key times`);
  const bad = firstNotFinite(values);
  if (bad >= 0) output.node.fail('gltf/not-finite', `key number ${bad} is not finite`);
  return {
    joint,
    path,
    interpolation: mode === 'STEP' ? 'step' : 'linear',
    times: times.slice(),
    values: cubic ? middles(values, components) : values.slice(),
  };
}

function checkTimes(node: JsonNode, times: Float32Array): void {
  if (times.length === 0) node.require('count').fail('gltf/bad-animation', 'the channel has no keys');
  const bad = firstNotFinite(times);
  if (bad >= 0) node.fail('gltf/not-finite', `key time ${bad} is not finite`);
  for (let i = 0; i < times.length; i++)
    if ((times[i] ?? 0) < 0 || (i > 0 && !((times[i] ?? 0) > (times[i - 1] ?? 0))))
      node.fail('gltf/bad-animation', `key time ${i} (${times[i]}) does not come after the one before it`);
}

/** In-tangent, value, out-tangent → value. */
function middles(triples: Float32Array, components: number): Float32Array {
  const keys = triples.length / (components * 3);
  const out = new Float32Array(keys * components);
  for (let key = 0; key < keys; key++)
    out.set(triples.subarray((key * 3 + 1) * components, (key * 3 + 2) * components), key * components);
  return out;
}
