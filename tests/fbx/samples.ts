// FBX files with a bit of everything: layers, a skin, shapes, clips, cameras, materials; in every form that files have.

import { FbxBuilder } from '../../packages/compiler/src/importers/fbx/testing/fbx-builder.js';
import { element, geometry, scene } from '../../packages/compiler/src/importers/fbx/testing/sample-scene.js';
import {
  doubles,
  ints,
  node,
  type WrittenNode,
  writeBinary,
  writeText,
} from '../../packages/compiler/src/importers/fbx/testing/write-fbx.js';

const matrix = (y: number) => doubles(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1);

/** A skinned and morphed quad and triangle with two bones that move. */
function character(): readonly WrittenNode[] {
  const fbx = new FbxBuilder();
  const body = fbx.add('Model', 'Body', { subtype: 'Mesh', values: { GeometricTranslation: [1, 2, 3] } });
  fbx.connect(body, 0);
  const bones = ['Hips', 'Spine'].map((name, i) => {
    const bone = fbx.add('Model', name, {
      subtype: 'LimbNode',
      values: { 'Lcl Translation': [0, 10, 0], InheritType: [i], PreRotation: [0, 0, 30 * i], RotationOrder: [i] },
    });
    return bone;
  });
  for (const [i, bone] of bones.entries()) fbx.connect(bone, bones[i - 1] ?? 0);
  const { written, id } = bodyGeometry();
  fbx.connect(id, body);
  const skin = fbx.add('Deformer', 'Skin', { subtype: 'Skin' });
  fbx.connect(skin, id);
  for (const [i, bone] of bones.entries()) {
    const children = [
      node('Indexes', [ints(0, 1, 2, 3, 4)]),
      node('Weights', [doubles(1, 0.5, 0.25, 0.125, 1)]),
      node('Transform', [matrix(-10 * (i + 1))]),
      node('TransformLink', [matrix(10 * (i + 1))]),
    ];
    const cluster = fbx.add('Deformer', 'Cluster', { subtype: 'Cluster', children });
    fbx.connect(cluster, skin);
    fbx.connect(bone, cluster);
  }
  const blend = fbx.add('Deformer', 'Blend', { subtype: 'BlendShape' });
  fbx.connect(blend, id);
  const channel = fbx.add('Deformer', 'Smile', {
    subtype: 'BlendShapeChannel',
    children: [node('DeformPercent', [25.5]), node('FullWeights', [doubles(100)])],
  });
  fbx.connect(channel, blend);
  const shape = fbx.add('Geometry', 'Smile', {
    subtype: 'Shape',
    children: [node('Indexes', [ints(0, 2)]), node('Vertices', [doubles(0, 0, 1, 0, 1, 0)])],
  });
  fbx.connect(shape, channel);
  const material = fbx.add('Material', 'Skin', { values: { DiffuseColor: [1, 0.5, 0.25] } });
  fbx.connect(material, body);
  fbx.texture(material, 'DiffuseColor', 'skin.png', {}, Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
  const camera = fbx.add('Model', 'Eye', { subtype: 'Camera', values: { 'Lcl Rotation': [10, 20, 30] } });
  fbx.connect(camera, 0);
  fbx.connect(fbx.add('NodeAttribute', 'Eye', { subtype: 'Camera', values: { FieldOfView: [35.5] } }), camera);
  const layer = fbx.stack('Walk', 1);
  const swing = [
    [0, 0],
    [0.5, 40.5],
    [1, 0],
  ] as const;
  fbx.animate(layer, bones[1] ?? 0, 'Lcl Rotation', { X: swing, Y: [[0, 5]] });
  fbx.animate(layer, channel, 'DeformPercent', { DeformPercent: swing });
  const whole = fbx.written();
  return scene({
    ...whole,
    settings: { UpAxis: [2], UpAxisSign: [1], FrontAxis: [1], FrontAxisSign: [-1], CoordAxis: [0], CoordAxisSign: [1] },
    objects: [...whole.objects, written],
  });
}

/** A quad and a triangle with every type of layer element. */
function bodyGeometry(): { readonly written: WrittenNode; readonly id: number } {
  const id = 500;
  const written = geometry(id, {
    points: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 2, 0.5],
    polygons: [
      [0, 1, 2, 3],
      [3, 2, 4],
    ],
    elements: [
      element('LayerElementUV', 'ByPolygonVertex', 'IndexToDirect', {
        UV: [0, 0, 1, 1, 0.5, 0],
        UVIndex: [0, 1, 2, 0, 1, 2, 0],
      }),
      element('LayerElementNormal', 'ByVertice', 'Direct', { Normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0] }),
      element('LayerElementColor', 'ByPolygon', 'IndexToDirect', {
        Colors: [1, 0, 0, 1, 0, 0.5, 1, 1],
        ColorIndex: [0, 1],
      }),
      element('LayerElementSmoothing', 'ByPolygon', 'Direct', { Smoothing: [1, 2] }),
      element('LayerElementMaterial', 'AllSame', 'IndexToDirect', { Materials: [0] }),
    ],
  });
  return { written, id };
}

/** The same scene in every form. */
export function everyForm(): readonly Uint8Array[] {
  const nodes = character();
  return [
    ...[6100, 7100, 7400, 7500, 7700].flatMap((version) => [
      writeBinary(nodes, { version }),
      writeBinary(nodes, { version, deflates: true }),
      Buffer.from(writeText(nodes, version)),
    ]),
    writeBinary(nodes, { version: 7400, isBigEndian: true }),
    writeBinary(nodes, { version: 7700, isBigEndian: true, deflates: true }),
  ];
}
