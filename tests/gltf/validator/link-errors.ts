// A file for each error of Khronos' validator about references between elements.

import {
  ANY_STRIDE,
  accessor,
  animated,
  attribute,
  CHANNEL,
  changed,
  HARMLESS,
  indices,
  moves,
  node,
  reports,
  silent,
  skin,
  textured,
  triangle,
  UNALIGNED,
  UNUSED,
  unaligned,
  type ValidatorFixtures,
  WEBP,
  withJson,
  ZERO_BOUNDS,
} from './parts.js';

const withoutBin = (() => {
  const glb = triangle().glb();
  const length = 20 + new DataView(glb.buffer).getUint32(12, true);
  const cut = glb.slice(0, length);
  new DataView(cut.buffer).setUint32(8, length, true);
  return cut;
})();

export const linkErrors: ValidatorFixtures = {
  IO_ERROR: reports('gltf/missing-file', triangle().gltf('gone.bin')),
  ACCESSOR_SMALL_BYTESTRIDE: reports(
    'gltf/bad-accessor',
    changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 8 })),
  ),
  ACCESSOR_TOO_LONG: reports('gltf/bad-accessor', accessor({ count: 9 })),
  ACCESSOR_TOTAL_OFFSET_ALIGNMENT: silent(UNALIGNED, unaligned(2, 0)),
  ACCESSOR_USAGE_OVERRIDE: silent(
    HARMLESS,
    changed(
      (json) => {
        json.animations = [{ samplers: [{ input: 1, output: 0 }], channels: [CHANNEL] }];
      },
      animated(Float32Array.of(0, 1, 2), new Float32Array(9)),
    ),
  ),
  ANIMATION_CHANNEL_TARGET_NODE_MATRIX: reports(
    'gltf/broken-rule',
    changed((json) => {
      json.nodes[0] = { mesh: 0, matrix: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
    }, moves()),
  ),
  ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS: reports(
    'gltf/dropped-clip',
    changed((json, builder) => {
      const times = { min: [0], max: [1] };
      const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR', times);
      const output = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
      const channels = [{ sampler: 0, target: { node: 0, path: 'weights' } }];
      json.animations = [{ samplers: [{ input, output }], channels }];
    }),
  ),
  ANIMATION_DUPLICATE_TARGETS: reports(
    'gltf/skipped-channels',
    changed((json) => {
      const target = { node: 0, path: 'translation' };
      const channels = [
        { sampler: 0, target },
        { sampler: 0, target },
      ];
      json.animations = [{ samplers: [{ input: 1, output: 2 }], channels }];
    }, moves()),
  ),
  ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE: silent(
    ANY_STRIDE,
    changed((json) => Object.assign(json.bufferViews[2] ?? {}, { byteStride: 12 }), moves()),
  ),
  ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT: reports(
    'gltf/dropped-clip',
    changed((json, builder) => {
      const input = builder.accessor(Uint16Array.of(0, 1), 'SCALAR', { min: [0], max: [1] });
      json.animations = [{ samplers: [{ input, output: 2 }], channels: [CHANNEL] }];
    }, moves()),
  ),
  ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS: silent(
    'a spline of one key is constant',
    animated(Float32Array.of(0), new Float32Array(9), 'translation', {
      interpolation: 'CUBICSPLINE',
    }).glb(),
  ),
  ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS: silent(
    UNUSED,
    changed((json) => {
      json.accessors[1] = { ...json.accessors[1], min: undefined, max: undefined };
    }, moves()),
  ),
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT: reports(
    'gltf/dropped-clip',
    animated(Float32Array.of(0, 1), new Float32Array(9)).glb(),
  ),
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT: reports(
    'gltf/dropped-clip',
    changed((json, builder) => {
      const output = builder.accessor(new Float32Array(4), 'VEC2');
      json.animations = [{ samplers: [{ input: 1, output }], channels: [CHANNEL] }];
    }, moves()),
  ),
  BUFFER_MISSING_GLB_DATA: reports('gltf/bad-buffer', withoutBin),
  BUFFER_VIEW_TARGET_OVERRIDE: silent(
    UNUSED,
    changed((json, builder) => {
      const indices = builder.accessor(Uint16Array.of(0, 1, 2), 'SCALAR');
      Object.assign(json.bufferViews[1] ?? {}, { target: 34962 });
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices }] };
    }),
  ),
  BUFFER_VIEW_TOO_LONG: reports('gltf/bad-buffer', withJson({ buffers: [{ byteLength: 30 }] })),
  IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE: silent(
    UNUSED,
    changed((json) => Object.assign(json.bufferViews[2] ?? {}, { byteStride: 4 }), textured()),
  ),
  INVALID_IBM_ACCESSOR_COUNT: reports(
    'gltf/bad-accessor',
    skin((json, builder) => {
      builder.node({ name: 'other' }, false);
      Object.assign(json.nodes[1] ?? {}, { children: [2] });
      json.skins = [{ joints: [1, 2], inverseBindMatrices: 3 }];
    }),
  ),
  KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT: reports(
    'gltf/dropped-extension',
    changed((json) => {
      const mappings = [0, 1].map((material) => ({ material, variants: [0] }));
      json.materials = [{}, {}];
      json.extensionsUsed = ['KHR_materials_variants'];
      json.extensions = { KHR_materials_variants: { variants: [{ name: 'red' }] } };
      const extensions = { KHR_materials_variants: { mappings } };
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, material: 0, extensions }] };
    }),
  ),
  MESH_PRIMITIVE_ACCESSOR_UNALIGNED: silent(
    UNALIGNED,
    attribute('COLOR_0', new Uint8Array(9), 'VEC3', { normalized: true }),
  ),
  MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE: silent(
    'elements without a stride are packed',
    changed((json) => {
      json.accessors.push({ bufferView: 0, componentType: 5126, count: 3, type: 'VEC2' });
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 } }] };
    }),
  ),
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT: reports(
    'gltf/bad-accessor',
    attribute('NORMAL', new Float32Array(6), 'VEC2'),
  ),
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT: reports(
    'gltf/dropped-attribute',
    attribute('_ID', new Uint32Array(3), 'SCALAR'),
  ),
  MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT: reports('gltf/bad-accessor', indices(Float32Array.of(0, 1, 2))),
  MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE: silent(
    ANY_STRIDE,
    changed((json, builder) => {
      const indices = builder.accessor(Uint32Array.of(0, 1, 2), 'SCALAR');
      Object.assign(json.bufferViews[1] ?? {}, { byteStride: 4 });
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices }] };
    }),
  ),
  MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT: reports(
    'gltf/bad-morph-targets',
    changed((json, builder) => {
      const targets = [{ POSITION: builder.accessor(new Float32Array(6), 'VEC3', ZERO_BOUNDS) }];
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, targets }] };
    }),
  ),
  MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR: reports(
    'gltf/dropped-attribute',
    changed((json, builder) => {
      const targets = [{ NORMAL: builder.accessor(new Float32Array(9), 'VEC3') }];
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, targets }] };
    }),
  ),
  MESH_PRIMITIVE_NO_TANGENT_SPACE: silent(
    'normals and tangents are computed',
    changed((json) => {
      json.extensionsUsed = ['KHR_materials_anisotropy'];
      json.materials = [{ extensions: { KHR_materials_anisotropy: { anisotropyTexture: { index: 0 } } } }];
    }, textured()),
  ),
  MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: silent(UNUSED, accessor({ min: undefined, max: undefined })),
  MESH_PRIMITIVE_TOO_FEW_TEXCOORDS: reports('gltf/broken-rule', textured({ texCoord: 1 }).glb()),
  MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT: reports(
    'gltf/bad-accessor',
    attribute('NORMAL', Float32Array.of(0, 0, 1, 0, 0, 1), 'VEC3'),
  ),
  NODE_LOOP: reports('gltf/node-cycle', node({ children: [0] })),
  NODE_PARENT_OVERRIDE: reports(
    'gltf/node-cycle',
    changed((json) => {
      json.nodes.push({ children: [0] }, { children: [0] });
      json.scenes = [{ nodes: [1, 2] }];
    }),
  ),
  NODE_SKIN_WITH_NON_SKINNED_MESH: reports(
    'gltf/broken-rule',
    skin((json) => Object.assign(json, { meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }] })),
  ),
  NODE_WEIGHTS_INVALID: reports('gltf/bad-morph-targets', node({ weights: [1] })),
  SCENE_NON_ROOT_NODE: silent(
    HARMLESS,
    changed((json) => void json.nodes.push({ children: [0] })),
  ),
  SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE: silent(
    ANY_STRIDE,
    skin((json) => Object.assign(json.bufferViews[3] ?? {}, { byteStride: 64 })),
  ),
  SKIN_IBM_INVALID_FORMAT: reports(
    'gltf/bad-accessor',
    skin((json, builder) => {
      json.skins = [{ joints: [1], inverseBindMatrices: builder.accessor(new Float32Array(4), 'VEC4') }];
    }),
  ),
  TEXTURE_INVALID_IMAGE_MIME_TYPE: silent(
    'the type is detected from the bytes',
    changed((json, builder) => {
      json.extensionsUsed = ['EXT_texture_webp'];
      json.images = [{ bufferView: builder.view(WEBP), mimeType: 'image/webp' }];
    }, textured()),
  ),
  UNDECLARED_EXTENSION: reports(
    'gltf/broken-rule',
    withJson({ materials: [{ extensions: { KHR_materials_unlit: {} } }] }),
  ),
  UNEXPECTED_EXTENSION_OBJECT: silent(
    UNUSED,
    changed((json) => {
      json.extensionsUsed = ['KHR_materials_unlit'];
      Object.assign(json.nodes[0] ?? {}, { extensions: { KHR_materials_unlit: {} } });
    }),
  ),
  UNRESOLVED_REFERENCE: reports('gltf/bad-reference', node({ mesh: 9 })),
};
