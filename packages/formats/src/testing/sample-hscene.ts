// A scene with one of everything, for the tests of .hscene and of what reads it.

import type { HsceneModel, HsceneNodeModel } from '../hscene/model.js';

export const sampleNode = (more: Partial<HsceneNodeModel> = {}): HsceneNodeModel => ({
  name: '',
  translation: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
  parent: -1,
  firstSubmesh: 0,
  submeshCount: 0,
  firstLine: 0,
  lineCount: 0,
  skin: -1,
  camera: -1,
  light: -1,
  joint: -1,
  visible: true,
  firstInstance: 0,
  instanceCount: 0,
  ...more,
});

export const sampleHscene = (): HsceneModel => ({
  meshesAreBaked: true,
  nodes: [
    sampleNode({ name: 'Wurzel', translation: [1, 2, 3], rotation: [0.5, 0.5, 0.5, 0.5], scale: [1, -1, 2] }),
    sampleNode({ parent: 0, firstSubmesh: 1, submeshCount: 1, firstLine: 0, lineCount: 1, skin: 2, joint: 1 }),
    sampleNode({ name: '📷', parent: 1, camera: 0, visible: false }),
    sampleNode({ name: 'lamp', parent: 0, camera: 1, light: 0, submeshCount: 1, firstInstance: 1, instanceCount: 1 }),
    sampleNode({ name: 'other root', light: 1 }),
  ],
  cameras: [
    { name: 'view', type: 'perspective', aspect: 1.5, yfov: 0.75, znear: 0.125, zfar: 0 },
    { name: '', type: 'orthographic', xmag: 2, ymag: 3, znear: 0, zfar: 100 },
  ],
  lights: [
    { name: 'sun', type: 'directional', color: [1, 0.5, 0.25], intensity: 3, range: 0, innerCone: 0, outerCone: 0.75 },
    { name: 'spot', type: 'spot', color: [1, 1, 1], intensity: 40, range: 10, innerCone: 0.25, outerCone: 0.5 },
  ],
  instances: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 4, 5, 6, 0, 1, 0, 0, 2, 2, 2),
  extras: [
    { target: 'scene', index: 0, json: '{"gravity":-9.81}' },
    { target: 'node', index: 3, json: '["ä",null]' },
    { target: 'mesh', index: 1, json: '1' },
    { target: 'material', index: 7, json: '{}' },
    { target: 'asset', index: 0, json: 'true' },
  ],
  clips: [
    {
      name: 'turn',
      channels: [
        {
          target: 'node',
          index: 0,
          property: 'rotation',
          interpolation: 'LINEAR',
          times: Float32Array.of(0, 1.5),
          values: Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0),
        },
        {
          target: 'node',
          index: 2,
          property: 'visibility',
          interpolation: 'STEP',
          times: Float32Array.of(0.5),
          values: Float32Array.of(1),
        },
        {
          target: 'material',
          index: 1,
          property: 'textures.normal.offset',
          interpolation: 'LINEAR',
          times: Float32Array.of(0, 2),
          values: Float32Array.of(0, 0, 0.5, -0.5),
        },
      ],
    },
    { name: 'still', channels: [] },
    {
      name: 'dim',
      channels: [
        {
          target: 'light',
          index: 1,
          property: 'color',
          interpolation: 'LINEAR',
          times: Float32Array.of(1),
          values: Float32Array.of(1, 0.5, 0),
        },
        {
          target: 'camera',
          index: 0,
          property: 'zfar',
          interpolation: 'STEP',
          times: Float32Array.of(),
          values: Float32Array.of(),
        },
      ],
    },
  ],
});
