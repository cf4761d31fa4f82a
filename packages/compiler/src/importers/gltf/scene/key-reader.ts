// Reads the keys of animation channels: times and values of their samplers.

import { shortestDecimal } from '@assetc/formats';
import { separateTimes } from '../../../model/scene/separate-times.js';
import type { Accessors } from '../file/accessor.js';
import { FLOAT } from '../file/component-types.js';
import { firstNotFinite } from '../file/finite.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

const INTERPOLATIONS = new Map([
  ['STEP', 'step'],
  ['LINEAR', 'linear'],
  ['CUBICSPLINE', 'cubic'],
] as const);
const isInterpolation = (mode: string): mode is 'STEP' | 'LINEAR' | 'CUBICSPLINE' =>
  mode === 'STEP' || mode === 'LINEAR' || mode === 'CUBICSPLINE';

/** Caches the checks by accessor: channels may share keys. */
export class KeyReader {
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
    this.#checkOnce(values, () => checkValues(output.node, values));
    const interpolation = INTERPOLATIONS.get(mode) ?? 'linear';
    return { interpolation, times, values, output, valuesPerKey: interpolation === 'cubic' ? 3 : 1 };
  }

  #timesOf(node: JsonNode, times: Float32Array): Float32Array {
    const cached = this.#times.get(times);
    if (cached !== undefined) return cached;
    const firstEqual = checkTimes(node, times);
    if (firstEqual > 0)
      this.#file.warnOnce(
        'gltf/equal-key-times',
        node,
        `keys ${firstEqual - 1} and ${firstEqual} are at the same time (${shortestDecimal(times[firstEqual] ?? 0)}); the later one counts from there on`,
      );
    const separated = firstEqual > 0 ? separateTimes(times) : times;
    this.#times.set(times, separated);
    return separated;
  }

  #checkOnce(data: Float32Array, check: () => void): void {
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

/** Returns the index of the first key with the same time as the previous one, or 0. */
function checkTimes(node: JsonNode, times: Float32Array): number {
  if (times.length === 0) node.require('count').fail('gltf/dropped-clip', 'the channel has no keys');
  const bad = firstNotFinite(times);
  if (bad >= 0) node.fail('gltf/not-finite', `key time ${bad} is not finite`);
  if ((times[0] ?? 0) < 0) node.fail('gltf/dropped-clip', `key time 0 (${shortestDecimal(times[0] ?? 0)}) is negative`);
  let firstEqual = 0;
  for (let i = 1; i < times.length; i++) {
    const [before = 0, time = 0] = [times[i - 1], times[i]];
    if (time < before)
      node.fail('gltf/dropped-clip', `key time ${i} (${shortestDecimal(time)}) is earlier than the one before it`);
    if (time === before && firstEqual === 0) firstEqual = i;
  }
  return firstEqual;
}

function checkValues(node: JsonNode, values: Float32Array): void {
  const bad = firstNotFinite(values);
  if (bad >= 0) node.fail('gltf/not-finite', `key number ${bad} is not finite`);
}
