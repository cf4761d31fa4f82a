import { expect, it } from 'vitest';
import { openGltf } from '../testing/open-gltf.js';
import { readExtras } from './extras.js';

const read = (json: { readonly [key: string]: unknown }, scenes: readonly string[] = []) => {
  const opened = openGltf({ asset: { version: '2.0' }, ...json });
  return {
    ...opened,
    extras: readExtras(
      opened.file,
      scenes.map((pointer) => opened.at(pointer)),
    ),
  };
};

it('reads those of everything that the output contains, as compact text', () => {
  const { extras, warnings } = read(
    {
      asset: { version: '2.0', extras: { by: 'me' } },
      scenes: [{ extras: [1, 'two', null] }],
      nodes: [{}, { extras: { a: { b: true } } }],
      meshes: [{ extras: 'text' }],
      materials: [{ extras: 3 }],
      cameras: [{ extras: false }],
      extensions: { KHR_lights_punctual: { lights: [{ extras: { lamp: '\ud800' } }] } },
    },
    ['/scenes/0'],
  );
  expect(extras).toEqual([
    { target: 'asset', index: 0, text: '{"by":"me"}' },
    { target: 'scene', index: 0, text: '[1,"two",null]' },
    { target: 'node', index: 1, text: '{"a":{"b":true}}' },
    { target: 'mesh', index: 0, text: '"text"' },
    { target: 'material', index: 0, text: '3' },
    { target: 'camera', index: 0, text: 'false' },
    // An unpaired surrogate has no UTF-8 form and stays escaped.
    { target: 'light', index: 0, text: '{"lamp":"\\ud800"}' },
  ]);
  expect(warnings()).toEqual([]);
});

it('skips empty ones', () => {
  expect(read({ nodes: [{ extras: {} }, { extras: null }] }).extras).toEqual([]);
});

it('skips those of a second scene, too large and too deep ones, with a warning each', () => {
  const scenes = read({ scenes: [{ extras: 1 }, { extras: 2 }] }, ['/scenes/0', '/scenes/1']);
  expect(scenes.extras).toEqual([{ target: 'scene', index: 0, text: '1' }]);
  expect(scenes.warnings()).toEqual([['gltf/dropped-extras', '/scenes/1/extras']]);
  const large = read({ nodes: [{ extras: 'x'.repeat(9e6) }, { extras: 'y'.repeat(9e6) }, { extras: 'z' }] });
  expect(large.extras.map(({ index }) => index)).toEqual([0, 2]);
  expect(large.warnings()).toEqual([['gltf/dropped-extras', '/nodes/1/extras']]);
});

it('accepts extras nested too deeply to be written', () => {
  const depth = 200_000;
  const text = `{"asset":{"version":"2.0","extras":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
  const opened = openGltf(new TextEncoder().encode(text));
  expect(readExtras(opened.file, [])).toEqual([]);
  expect(opened.warnings()).toEqual([['gltf/dropped-extras', '/asset/extras']]);
});
