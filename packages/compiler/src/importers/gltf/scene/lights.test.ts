import { expect, it } from 'vitest';
import { SCENE_LIMITS } from '../../../model/scene/scene-limits.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { readLights } from './lights.js';

function read(lights: readonly object[], limits = SCENE_LIMITS) {
  const opened = openGltf({ extensions: { KHR_lights_punctual: { lights } } });
  return { ...opened, lights: () => readLights(opened.file, limits) };
}

it('reads lights with their defaults', () => {
  const { lights, warnings } = read([
    { type: 'directional', name: 'sun', color: [1, 0.5, 0], intensity: 3 },
    { type: 'point', range: 0 },
    { type: 'spot', range: 7 },
    { type: 'spot', spot: { innerConeAngle: 0.2, outerConeAngle: 0.4 } },
    // Spot properties are ignored for other lights.
    { type: 'point', spot: { innerConeAngle: -1 } },
  ]);
  const plain = { name: '', color: [1, 1, 1], intensity: 1, range: undefined, innerCone: 0, outerCone: 0 };
  expect(lights()).toEqual([
    { ...plain, is: 'directional', name: 'sun', color: [1, 0.5, 0], intensity: 3 },
    { ...plain, is: 'point' },
    { ...plain, is: 'spot', range: 7, outerCone: Math.PI / 4 },
    { ...plain, is: 'spot', innerCone: 0.2, outerCone: 0.4 },
    { ...plain, is: 'point' },
  ]);
  expect(warnings()).toEqual([]);
});

it.each<[string, object]>([
  ['an unknown type', { type: 'area' }],
  ['two color values', { type: 'point', color: [1, 1] }],
  ['a negative range', { type: 'point', range: -1 }],
  ['an intensity that overflows', { type: 'point', intensity: 1e300 }],
  ['a negative cone angle', { type: 'spot', spot: { outerConeAngle: -0.1 } }],
])('leaves out a light with %s, and keeps the others', (_, light) => {
  const { lights, warnings } = read([light, { type: 'point' }]);
  expect(lights().map((each) => each?.is)).toEqual([undefined, 'point']);
  expect(warnings()).toEqual([['gltf/broken-part', '/extensions/KHR_lights_punctual/lights/0']]);
});

it('checks their number against the limit', async () => {
  const { lights } = read([{ type: 'point' }, { type: 'point' }], { ...SCENE_LIMITS, maxElements: 1 });
  expect(await failureOf(lights)).toMatchObject({ code: 'gltf/too-large' });
});
