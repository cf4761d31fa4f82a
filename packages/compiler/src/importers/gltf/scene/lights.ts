// Reads KHR_lights_punctual, by source index.

import type { LightModel } from '../../../model/scene/scene.js';
import { holdLimit, type SceneLimits } from '../../../model/scene/scene-limits.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { skipIfBroken } from '../skip-if-broken.js';

const TYPES = ['directional', 'point', 'spot'] as const;
/** Default outer cone angle of a spot light. */
const DEFAULT_OUTER_CONE = Math.PI / 4;

/** An entry is undefined if the light is broken. */
export function readLights(file: GltfFile, limits: SceneLimits): readonly (LightModel | undefined)[] {
  const lights = file.root.extension('KHR_lights_punctual')?.get('lights');
  if (lights === undefined) return [];
  const at = { file: file.context.path, where: { pointer: lights.pointer } };
  holdLimit('gltf/too-large', limits, 'maxElements', lights.length, 'lights', at);
  return lights.items().map((light) => skipIfBroken(file, 'light', light, () => readLight(file, light)));
}

/** The index of the light that a reference names. */
export function followLight(file: GltfFile, reference: JsonNode): number {
  const index = reference.integer();
  const count = file.root.extension('KHR_lights_punctual')?.get('lights')?.length ?? 0;
  return index < count
    ? index
    : reference.fail('gltf/bad-reference', `there is no light ${index}: the file has ${count}`);
}

function readLight(file: GltfFile, light: JsonNode): LightModel {
  const typeNode = light.require('type');
  const is = TYPES.find((type) => type === typeNode.value);
  if (is === undefined) return typeNode.fail('gltf/bad-json', `must be one of ${TYPES.join(', ')}`);
  const spot = is === 'spot' ? light.get('spot') : undefined;
  const [r = 1, g = 1, b = 1] = light.get('color')?.numbers(3) ?? [];
  // Some exporters write 0 for an unlimited range.
  const range = nonNegativeOr(light.get('range'), 0);
  const innerCone = nonNegativeOr(spot?.get('innerConeAngle'), 0);
  const outerCone = is === 'spot' ? nonNegativeOr(spot?.get('outerConeAngle'), DEFAULT_OUTER_CONE) : 0;
  // Equal angles are a hard edge, which exporters write, although glTF forbids them.
  if (innerCone > outerCone)
    file.warnOnce(
      'gltf/broken-rule',
      spot ?? light,
      `the inner cone of a light (${innerCone}) is wider than the outer one (${outerCone}); both are stored as they are`,
      'light',
      'Set the cone and the blend of the spot light again.',
    );
  return {
    is,
    name: light.name(),
    color: [r, g, b],
    intensity: light.get('intensity')?.number() ?? 1,
    range: range === 0 ? undefined : range,
    innerCone,
    outerCone,
  };
}

function nonNegativeOr(node: JsonNode | undefined, defaultValue: number): number {
  const value = node?.number() ?? defaultValue;
  return value >= 0 ? value : (node?.fail('gltf/bad-json', `must not be negative, but is ${value}`) ?? defaultValue);
}
