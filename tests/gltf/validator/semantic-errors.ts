// A file for each error of Khronos' validator about values that contradict each other.

import {
  ANY_STRIDE,
  accessor,
  attribute,
  changed,
  HARMLESS,
  IDENTITY,
  node,
  ONE,
  pointed,
  reports,
  silent,
  skin,
  sparse,
  triangle,
  UNALIGNED,
  UNUSED,
  unaligned,
  type ValidatorFixtures,
  withJson,
} from './parts.js';

export const semanticErrors: ValidatorFixtures = {
  ACCESSOR_MATRIX_ALIGNMENT: silent(
    UNUSED,
    changed((json, builder) => {
      const bufferView = builder.view(new Uint8Array(12));
      json.accessors.push({ bufferView, byteOffset: 2, componentType: 5121, count: 1, type: 'MAT2' });
    }),
  ),
  ACCESSOR_NORMALIZED_INVALID: silent(UNUSED, accessor({ normalized: true })),
  ACCESSOR_OFFSET_ALIGNMENT: silent(UNALIGNED, unaligned(0, 2)),
  ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE: reports('gltf/bad-accessor', sparse(Uint16Array.of(0, 1, 2, 3))),
  ASSET_MIN_VERSION_GREATER_THAN_VERSION: reports(
    'gltf/newer-version',
    withJson({ asset: { version: '2.0', minVersion: '2.1' } }),
  ),
  BUFFER_DATA_URI_MIME_TYPE_INVALID: silent(
    HARMLESS,
    triangle().gltf(`data:image/png;base64,${Buffer.from(triangle().bin).toString('base64')}`),
  ),
  BUFFER_VIEW_INVALID_BYTE_STRIDE: silent(
    ANY_STRIDE,
    changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 12, target: 34963 })),
  ),
  BUFFER_VIEW_TOO_BIG_BYTE_STRIDE: reports(
    'gltf/bad-accessor',
    changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 40 })),
  ),
  CAMERA_XMAG_YMAG_ZERO: reports(
    'gltf/broken-part',
    withJson({
      cameras: [{ type: 'orthographic', orthographic: { xmag: 0, ymag: 1, zfar: 2, znear: 1 } }],
    }),
  ),
  CAMERA_ZFAR_LEQUAL_ZNEAR: reports(
    'gltf/broken-rule',
    withJson({
      cameras: [{ type: 'perspective', perspective: { yfov: 1, zfar: 1, znear: 2 } }],
    }),
  ),
  INVALID_GL_VALUE: silent(
    UNUSED,
    changed((_, builder) => {
      builder.accessor(new Uint8Array(4), 'SCALAR', { min: [0], max: [300] });
    }),
  ),
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE: silent(
    'the pointer is the target, as the extension states',
    pointed({ node: 0, path: 'pointer' }),
  ),
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH: reports(
    'gltf/skipped-channels',
    pointed({ path: 'translation' }),
  ),
  KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES: reports(
    'gltf/broken-rule',
    withJson({
      extensionsUsed: ['KHR_lights_punctual'],
      extensions: {
        KHR_lights_punctual: { lights: [{ type: 'spot', spot: { innerConeAngle: 1, outerConeAngle: 0.5 } }] },
      },
    }),
  ),
  MESH_INVALID_WEIGHTS_COUNT: silent(
    UNUSED,
    changed((json) => Object.assign(json.meshes[0] ?? {}, { weights: [1] })),
  ),
  MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT: reports(
    'gltf/bad-morph-targets',
    changed((json) => {
      const attributes = { POSITION: 0 };
      json.meshes[0] = { primitives: [{ attributes, targets: [{ POSITION: 0 }] }, { attributes }] };
    }),
  ),
  MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY: silent(
    'the second set of coordinates is stored as the second; the first is zero',
    attribute('TEXCOORD_1', new Float32Array(6), 'VEC2'),
  ),
  MESH_PRIMITIVE_INVALID_ATTRIBUTE: reports('gltf/dropped-attribute', attribute('FOO', new Float32Array(9), 'VEC3')),
  MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH: reports('gltf/bad-accessor', attribute('WEIGHTS_0', ONE, 'VEC4')),
  NODE_MATRIX_NON_TRS: silent(
    'the full matrix is used; gltf/sheared-node reports what .hscene cannot store',
    node({ matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
  ),
  NODE_MATRIX_TRS: reports(
    'gltf/broken-rule',
    node({ matrix: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], scale: [1, 1, 2] }),
  ),
  NODE_SKIN_NO_SCENE: reports(
    'gltf/broken-rule',
    skin((json) => Object.assign(json, { scenes: [{ nodes: [0] }] })),
  ),
  NON_REQUIRED_EXTENSION: silent(HARMLESS, withJson({ extensionsUsed: ['KHR_mesh_quantization'] })),
  ROTATION_NON_UNIT: reports('gltf/broken-rule', node({ rotation: [0, 0, 0, 0.5] })),
  SKIN_NO_COMMON_ROOT: silent(
    HARMLESS,
    skin((json, builder) => {
      builder.node({ name: 'other' });
      const inverseBindMatrices = builder.accessor(Float32Array.from([...IDENTITY, ...IDENTITY]), 'MAT4');
      json.skins = [{ joints: [1, 2], inverseBindMatrices }];
    }),
  ),
  SKIN_SKELETON_INVALID: silent(
    UNUSED,
    skin((json) => Object.assign(json, { skins: [{ joints: [1], skeleton: 0 }] })),
  ),
  UNKNOWN_ASSET_MAJOR_VERSION: reports('gltf/version', withJson({ asset: { version: '3.0' } })),
  UNUSED_EXTENSION_REQUIRED: silent(UNUSED, withJson({ extensionsRequired: ['KHR_materials_unlit'] })),
};
