// FBX models with one thing wrong each.

import { parseFbx } from '../../../packages/compiler/src/importers/fbx/file/parse-fbx.js';
import {
  geometry,
  model,
  properties,
  scene,
  TRIANGLE,
  type WrittenProperties,
  type WrittenScene,
} from '../../../packages/compiler/src/importers/fbx/testing/sample-scene.js';
import {
  doubles,
  ints,
  node,
  type WrittenNode,
  writeBinary,
} from '../../../packages/compiler/src/importers/fbx/testing/write-fbx.js';
import { makePng } from '../../support/png.js';
import { building, type RowsOf, refusing, type Sources } from '../raise.js';

const fbx = ({ objects, connections }: WrittenScene, more: Sources = {}) =>
  building({
    ...more,
    'a.fbx': writeBinary(
      scene({
        objects: [model(1, 'A'), geometry(2, TRIANGLE), ...objects],
        connections: [[1, 0], [2, 1], ...connections],
      }),
    ),
  });

const deep = (): WrittenNode => {
  let nested = node('Leaf');
  for (let i = 0; i < 100; i++) nested = node('N', [], [nested]);
  return nested;
};

/** A triangle whose first point follows five bones. */
const fiveBones: WrittenScene = {
  objects: [
    node('Deformer', [3, '\0\x01Deformer', 'Skin']),
    ...[10, 11, 12, 13, 14].flatMap((id) => [
      model(id, `bone${id}`, 'LimbNode'),
      node(
        'Deformer',
        [id + 10, '\0\x01SubDeformer', 'Cluster'],
        [
          node('Indexes', [ints(0)]),
          node('Weights', [doubles(0.2)]),
          node('Transform', [doubles(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)]),
        ],
      ),
    ]),
  ],
  connections: [
    [3, 2],
    ...[10, 11, 12, 13, 14].flatMap((id) => [[id, 0] as const, [id + 10, 3] as const, [id, id + 10] as const]),
  ],
};

/** A model that tumbles a hundred million degrees in a second. */
const fastTurn: WrittenScene = {
  objects: [
    node('AnimationStack', [30, 'Spin\0\x01AnimStack', '']),
    node('AnimationLayer', [31, '\0\x01AnimLayer', '']),
    node('AnimationCurveNode', [32, 'R\0\x01AnimCurveNode', '']),
    node(
      'AnimationCurve',
      [33, '\0\x01AnimCurve', ''],
      [
        node('KeyTime', [{ type: 'l', values: [0, 46_186_158_000] }]),
        node('KeyValueFloat', [{ type: 'f', values: [0, 123456789] }]),
        node('KeyAttrFlags', [ints(4)]),
        node('KeyAttrDataFloat', [{ type: 'f', values: [0, 0, 0, 0] }]),
        node('KeyAttrRefCount', [ints(2)]),
      ],
    ),
  ],
  connections: [
    [31, 30],
    [32, 31],
    [32, 1, 'Lcl Rotation'],
    [33, 32, 'd|X'],
    [33, 32, 'd|Y'],
    [33, 32, 'd|Z'],
  ],
};

/** A material with a texture in one of its properties. */
const textured = (property: string, values: WrittenProperties = {}): WrittenScene => ({
  objects: [
    node('Material', [40, 'Red\0\x01Material', ''], [node('ShadingModel', ['phong'])]),
    node('Texture', [41, 'Image\0\x01Texture', ''], [node('RelativeFilename', ['image.png']), properties(values)]),
  ],
  connections: [
    [40, 1],
    [41, 40, property],
  ],
});

const image = { 'image.png': makePng(8, 8, () => [1, 2, 3, 255]) };

export const fbxRows: RowsOf<'fbx'> = {
  'fbx/not-fbx': building({ 'a.fbx': Buffer.alloc(64) }),
  'fbx/damaged': building({ 'a.fbx': 'Objects:  {\n' }),
  'fbx/too-large': refusing(() => parseFbx('a.fbx', writeBinary([deep()]))),
  'fbx/bad-index': fbx({
    objects: [geometry(5, { ...TRIANGLE, polygons: [[0, 1, 7]] }), model(6, 'B')],
    connections: [[5, 6]],
  }),
  'fbx/not-finite': fbx({
    objects: [geometry(5, { ...TRIANGLE, points: [0, 0, 0, Number.NaN, 0, 0, 0, 1, 1e300] }), model(6, 'B')],
    connections: [
      [5, 6],
      [6, 0],
    ],
  }),
  'fbx/unsupported': fbx({ objects: [node('Geometry', [5, '\0\x01Geometry', 'NurbsCurve'])], connections: [[5, 1]] }),
  'fbx/merged-weights': fbx(fiveBones),
  'fbx/dense-curve': fbx(fastTurn),
  'fbx/missing-texture': fbx(textured('DiffuseColor')),
  'fbx/dropped-map': fbx(textured('DisplacementColor')),
  'fbx/dropped-value': fbx(textured('DiffuseColor', { Rotation: [0, 0, 30], Scaling: [2, 1, 1] }), image),
};
