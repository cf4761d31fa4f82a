// KHR_lights_punctual, by source index.

import type { LightModel } from '../../model/scene.js';
import { holdLimit, type SceneLimits } from '../../model/scene-limits.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';
import { leaveOutBroken } from './leave-out-broken.js';

const TYPES = ['directional', 'point', 'spot'] as const;
/** Where a spot ends that does not say where: an eighth of a turn from its axis. */
const OUTER_CONE = Math.PI / 4;

/** Undefined where one is broken. */
export function readLights(file: GltfFile, limits: SceneLimits): readonly (LightModel | undefined)[] {
  const lights = file.root.extension('KHR_lights_punctual')?.get('lights');
  if (lights === undefined) return [];
  const at = { file: file.context.path, where: { pointer: lights.pointer } };
  holdLimit('gltf/too-large', limits, 'maxElements', lights.length, 'lights', at);
  return lights.items().map((light) => leaveOutBroken(file, 'light', light, () => readLight(light)));
}

/** The light of the whole file that an index refers to. */
export function followLight(file: GltfFile, reference: JsonNode): number {
  const index = reference.integer();
  const count = file.root.extension('KHR_lights_punctual')?.get('lights')?.length ?? 0;
  return index < count
    ? index
    : reference.fail('gltf/bad-reference', `there is no light ${index}: the file has ${count}`);
}

function readLight(light: JsonNode): LightModel {
  const given = light.require('type');
  const is = TYPES.find((type) => type === given.value);
  if (is === undefined) return given.fail('gltf/bad-json', `must be one of ${TYPES.join(', ')}`);
  const spot = is === 'spot' ? light.get('spot') : undefined;
  const [r = 1, g = 1, b = 1] = light.get('color')?.numbers(3) ?? [];
  // Some exporters write 0 where there is no end.
  const range = notNegative(light.get('range'), 0);
  return {
    is,
    name: light.name(),
    color: [r, g, b],
    intensity: light.get('intensity')?.number() ?? 1,
    range: range === 0 ? undefined : range,
    innerCone: notNegative(spot?.get('innerConeAngle'), 0),
    outerCone: is === 'spot' ? notNegative(spot?.get('outerConeAngle'), OUTER_CONE) : 0,
  };
}

function notNegative(node: JsonNode | undefined, otherwise: number): number {
  const value = node?.number() ?? otherwise;
  return value >= 0 ? value : (node?.fail('gltf/bad-json', `must not be negative, but is ${value}`) ?? otherwise);
}
