import { expect, it } from 'vitest';
import { importBytes } from '../testing/run-import.js';
import { model, properties, scene } from '../testing/sample-scene.js';
import { node, writeBinary } from '../testing/write-fbx.js';

const fileWith = (template: string) =>
  writeBinary([
    node(
      'Definitions',
      [],
      [
        node(
          'ObjectType',
          ['NodeAttribute'],
          [node('PropertyTemplate', [template], [properties({ Color: [0.8, 0.8, 0.8], Intensity: [300] })])],
        ),
      ],
    ),
    ...scene({
      objects: [model(1, 'Lamp', 'Light'), node('NodeAttribute', [2, '\0\x01NodeAttribute', 'Light'])],
      connections: [
        [1, 0],
        [2, 1],
      ],
    }),
  ]);

it('takes defaults of the template of its class', async () => {
  const { model: imported } = await importBytes(fileWith('FbxLight'));
  expect(imported.lights).toMatchObject([{ color: [0.8, 0.8, 0.8], intensity: 3 }]);
});

it('ignores the template of another class with the same names', async () => {
  const { model: imported } = await importBytes(fileWith('FbxSkeleton'));
  expect(imported.lights).toMatchObject([{ color: [1, 1, 1], intensity: 1 }]);
});
