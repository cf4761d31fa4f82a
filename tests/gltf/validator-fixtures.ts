// One small glTF for each error code of Khronos' validator that a change of the JSON can raise.

import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';

type Json = GltfBuilder['json'];

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const PNG = makePng(4, 4, () => [9, 9, 9, 255]);
const BOUNDS = { min: [0, 0, 0], max: [1, 1, 0] };

/** A valid triangle: accessor 0, mesh 0, node 0. */
function triangle(): GltfBuilder {
  const builder = new GltfBuilder();
  const position = builder.accessor(POSITIONS, 'VEC3', BOUNDS);
  builder.node({ mesh: builder.mesh({ attributes: { POSITION: position } }) });
  Object.assign(builder.json, { scene: 0 });
  return builder;
}

const changed = (change: (json: Json, builder: GltfBuilder) => void, builder = triangle()): Uint8Array => {
  change(builder.json, builder);
  return builder.glb();
};

const withJson = (parts: object) => changed((json) => Object.assign(json, parts));
const node = (more: object) => changed((json) => Object.assign(json.nodes[0] ?? {}, more));
const accessor = (more: object) => changed((json) => Object.assign(json.accessors[0] ?? {}, more));
const attribute = (name: string, data: Float32Array | Uint16Array | Uint32Array, type: string, more: object = {}) =>
  changed((json, builder) => {
    const attributes = { POSITION: 0, [name]: builder.accessor(data, type, more) };
    json.meshes[0] = { primitives: [{ attributes }] };
  });
const indices = (data: Uint8Array | Uint16Array | Float32Array, more: object = {}) =>
  changed((json, builder) => {
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices: builder.accessor(data, 'SCALAR', more) }] };
  });

/** Node 1 is the joint, node 0 shows the mesh. */
function skinned(joints: Uint8Array, weights: Float32Array, matrix = IDENTITY): GltfBuilder {
  const builder = triangle();
  const attributes = {
    POSITION: 0,
    JOINTS_0: builder.accessor(joints, 'VEC4'),
    WEIGHTS_0: builder.accessor(weights, 'VEC4'),
  };
  builder.json.meshes[0] = { primitives: [{ attributes }] };
  builder.node({ name: 'bone' });
  builder.json.skins = [{ joints: [1], inverseBindMatrices: builder.accessor(matrix, 'MAT4') }];
  builder.json.nodes[0] = { mesh: 0, skin: 0 };
  return builder;
}
const ONE = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
const skin = (change: (json: Json, builder: GltfBuilder) => void) => changed(change, skinned(new Uint8Array(12), ONE));

function animated(times: Float32Array, values: Float32Array, path = 'translation', more: object = {}): GltfBuilder {
  const builder = triangle();
  const bounds = { min: [Math.min(...times)], max: [Math.max(...times)] };
  const input = builder.accessor(times, 'SCALAR', bounds);
  const output = builder.accessor(values, path === 'rotation' ? 'VEC4' : 'VEC3');
  builder.json.animations = [
    { samplers: [{ input, output, ...more }], channels: [{ sampler: 0, target: { node: 0, path } }] },
  ];
  return builder;
}
const MOVES = () => animated(Float32Array.of(0, 1), new Float32Array(6));

function textured(image: object | undefined, info: object = {}): GltfBuilder {
  const builder = triangle();
  const uv = builder.accessor(new Float32Array(6), 'VEC2');
  builder.json.meshes[0] = { primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: uv }, material: 0 }] };
  builder.json.images = [image ?? { bufferView: builder.view(PNG), mimeType: 'image/png' }];
  builder.json.textures = [{ source: 0 }];
  builder.json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0, ...info } } }];
  return builder;
}

const glb = triangle().glb();
const at = (offset: number, value: number) => {
  const bytes = glb.slice();
  new DataView(bytes.buffer).setUint32(offset, value, true);
  return bytes;
};

/** Files by the code that they raise. */
export const validatorFixtures: Readonly<Record<string, Uint8Array>> = {
  ARRAY_LENGTH_NOT_IN_LIST: node({ translation: [1, 2] }),
  ARRAY_TYPE_MISMATCH: node({ translation: [1, 'two', 3] }),
  DUPLICATE_ELEMENTS: withJson({ scenes: [{ nodes: [0, 0] }] }),
  INVALID_INDEX: node({ mesh: -1 }),
  PATTERN_MISMATCH: withJson({ asset: { version: 'two' } }),
  TYPE_MISMATCH: node({ name: 7 }),
  UNDEFINED_PROPERTY: withJson({ cameras: [{ type: 'perspective', perspective: {} }] }),
  UNSATISFIED_DEPENDENCY: accessor({ bufferView: undefined, byteOffset: 4 }),
  VALUE_MULTIPLE_OF: changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 13 })),
  VALUE_NOT_IN_RANGE: withJson({ materials: [{ alphaCutoff: -1, alphaMode: 'MASK' }] }),
  ACCESSOR_NORMALIZED_INVALID: accessor({ normalized: true }),
  ACCESSOR_OFFSET_ALIGNMENT: accessor({ byteOffset: 2, count: 2, ...BOUNDS }),
  ASSET_MIN_VERSION_GREATER_THAN_VERSION: withJson({ asset: { version: '2.0', minVersion: '2.1' } }),
  BUFFER_VIEW_TOO_BIG_BYTE_STRIDE: changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 40 })),
  CAMERA_XMAG_YMAG_ZERO: withJson({
    cameras: [{ type: 'orthographic', orthographic: { xmag: 0, ymag: 1, zfar: 2, znear: 1 } }],
  }),
  CAMERA_ZFAR_LEQUAL_ZNEAR: withJson({
    cameras: [{ type: 'perspective', perspective: { yfov: 1, zfar: 1, znear: 2 } }],
  }),
  KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES: withJson({
    extensionsUsed: ['KHR_lights_punctual'],
    extensions: {
      KHR_lights_punctual: { lights: [{ type: 'spot', spot: { innerConeAngle: 1, outerConeAngle: 0.5 } }] },
    },
  }),
  MESH_INVALID_WEIGHTS_COUNT: changed((json) => Object.assign(json.meshes[0] ?? {}, { weights: [1] })),
  MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY: attribute('TEXCOORD_1', new Float32Array(6), 'VEC2'),
  MESH_PRIMITIVE_INVALID_ATTRIBUTE: attribute('FOO', new Float32Array(9), 'VEC3'),
  MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH: attribute('WEIGHTS_0', ONE, 'VEC4'),
  NODE_MATRIX_NON_TRS: node({ matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
  NODE_MATRIX_TRS: node({ matrix: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], scale: [1, 1, 2] }),
  NODE_SKIN_NO_SCENE: skin((json) => Object.assign(json, { scenes: [{ nodes: [0] }] })),
  NON_REQUIRED_EXTENSION: withJson({ extensionsUsed: ['KHR_mesh_quantization'] }),
  SKIN_NO_COMMON_ROOT: skin((json, builder) => {
    builder.node({ name: 'other' });
    const inverseBindMatrices = builder.accessor(Float32Array.from([...IDENTITY, ...IDENTITY]), 'MAT4');
    json.skins = [{ joints: [1, 2], inverseBindMatrices }];
  }),
  SKIN_SKELETON_INVALID: skin((json) => Object.assign(json, { skins: [{ joints: [1], skeleton: 0 }] })),
  UNKNOWN_ASSET_MAJOR_VERSION: withJson({ asset: { version: '3.0' } }),
  UNUSED_EXTENSION_REQUIRED: withJson({ extensionsRequired: ['KHR_materials_unlit'] }),
  ACCESSOR_SMALL_BYTESTRIDE: changed((json) => Object.assign(json.bufferViews[0] ?? {}, { byteStride: 8 })),
  ACCESSOR_TOO_LONG: accessor({ count: 9 }),
  ANIMATION_CHANNEL_TARGET_NODE_MATRIX: changed((json) => {
    json.nodes[0] = { mesh: 0, matrix: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
  }, MOVES()),
  ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS: changed((json, builder) => {
    const times = { min: [0], max: [1] };
    const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR', times);
    const output = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
    const channels = [{ sampler: 0, target: { node: 0, path: 'weights' } }];
    json.animations = [{ samplers: [{ input, output }], channels }];
  }),
  ANIMATION_DUPLICATE_TARGETS: changed((json) => {
    const target = { node: 0, path: 'translation' };
    const channels = [
      { sampler: 0, target },
      { sampler: 0, target },
    ];
    json.animations = [{ samplers: [{ input: 1, output: 2 }], channels }];
  }, MOVES()),
  ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS: animated(Float32Array.of(0), new Float32Array(9), 'translation', {
    interpolation: 'CUBICSPLINE',
  }).glb(),
  ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS: changed((json) => {
    json.accessors[1] = { ...json.accessors[1], min: undefined, max: undefined };
  }, MOVES()),
  ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT: animated(Float32Array.of(0, 1), new Float32Array(9)).glb(),
  BUFFER_VIEW_TOO_LONG: withJson({ buffers: [{ byteLength: 30 }] }),
  INVALID_IBM_ACCESSOR_COUNT: skin((json, builder) => {
    builder.node({ name: 'other' }, false);
    Object.assign(json.nodes[1] ?? {}, { children: [2] });
    json.skins = [{ joints: [1, 2], inverseBindMatrices: 3 }];
  }),
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT: attribute('NORMAL', new Float32Array(6), 'VEC2'),
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT: attribute('_ID', new Uint32Array(3), 'SCALAR'),
  MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT: indices(Float32Array.of(0, 1, 2)),
  MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR: changed((json, builder) => {
    const targets = [{ NORMAL: builder.accessor(new Float32Array(9), 'VEC3') }];
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, targets }] };
  }),
  MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: accessor({ min: undefined, max: undefined }),
  MESH_PRIMITIVE_TOO_FEW_TEXCOORDS: textured(undefined, { texCoord: 1 }).glb(),
  MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT: attribute('NORMAL', Float32Array.of(0, 0, 1, 0, 0, 1), 'VEC3'),
  NODE_LOOP: node({ children: [0] }),
  NODE_PARENT_OVERRIDE: changed((json) => {
    json.nodes.push({ children: [0] }, { children: [0] });
    json.scenes = [{ nodes: [1, 2] }];
  }),
  NODE_SKIN_WITH_NON_SKINNED_MESH: skin((json) =>
    Object.assign(json, { meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }] }),
  ),
  NODE_WEIGHTS_INVALID: node({ weights: [1] }),
  SCENE_NON_ROOT_NODE: changed((json) => void json.nodes.push({ children: [0] })),
  UNDECLARED_EXTENSION: withJson({ materials: [{ extensions: { KHR_materials_unlit: {} } }] }),
  UNRESOLVED_REFERENCE: node({ mesh: 9 }),
  ACCESSOR_ANIMATION_INPUT_NEGATIVE: animated(Float32Array.of(-1, 1), new Float32Array(6)).glb(),
  ACCESSOR_ANIMATION_INPUT_NON_INCREASING: animated(Float32Array.of(1, 0), new Float32Array(6)).glb(),
  ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION: animated(
    Float32Array.of(0, 1),
    new Float32Array(8).fill(3),
    'rotation',
  ).glb(),
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: accessor({ max: [0.5, 1, 0] }),
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: accessor({ min: [0.5, 0, 0] }),
  ACCESSOR_INDEX_OOB: indices(Uint16Array.of(0, 1, 9)),
  ACCESSOR_INDEX_PRIMITIVE_RESTART: indices(Uint8Array.of(0, 1, 255)),
  ACCESSOR_INVALID_FLOAT: attribute('_X', Float32Array.of(Number.NaN, 0, 0), 'SCALAR'),
  ACCESSOR_INVALID_IBM: skinned(
    new Uint8Array(12),
    ONE,
    Float32Array.from(IDENTITY, (v, i) => (i === 15 ? 2 : v)),
  ).glb(),
  ACCESSOR_INVALID_SIGN: changed((json, builder) => {
    const attributes = {
      POSITION: 0,
      NORMAL: builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), 'VEC3'),
      TANGENT: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
    };
    json.meshes[0] = { primitives: [{ attributes }] };
  }),
  ACCESSOR_JOINTS_INDEX_OOB: skinned(new Uint8Array(12).fill(4), ONE).glb(),
  ACCESSOR_MAX_MISMATCH: accessor({ max: [2, 1, 0] }),
  ACCESSOR_MIN_MISMATCH: accessor({ min: [-2, 0, 0] }),
  ACCESSOR_NON_CLAMPED: attribute('COLOR_0', Float32Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0), 'VEC3'),
  ACCESSOR_VECTOR3_NON_UNIT: attribute('NORMAL', new Float32Array(9).fill(2), 'VEC3'),
  ACCESSOR_WEIGHTS_NEGATIVE: skinned(
    new Uint8Array(12),
    Float32Array.from(ONE, (v, i) => (i === 0 ? -1 : v)),
  ).glb(),
  ACCESSOR_WEIGHTS_NON_NORMALIZED: skinned(
    new Uint8Array(12),
    Float32Array.from(ONE, (v) => v / 2),
  ).glb(),
  BUFFER_BYTE_LENGTH_MISMATCH: withJson({ buffers: [{ byteLength: 99 }] }),
  IMAGE_MIME_TYPE_INVALID: changed((json, builder) => {
    json.images = [{ bufferView: builder.view(PNG), mimeType: 'image/jpeg' }];
  }, textured(undefined)),
  IMAGE_UNEXPECTED_EOS: changed((json, builder) => {
    json.images = [{ bufferView: builder.view(PNG.subarray(0, 20)), mimeType: 'image/png' }];
  }, textured(undefined)),
  GLB_INVALID_VERSION: at(4, 3),
  GLB_LENGTH_MISMATCH: at(8, glb.length + 4),
  GLB_LENGTH_TOO_SMALL: at(8, 4),
  GLB_CHUNK_TOO_BIG: at(12, glb.length),
  GLB_UNEXPECTED_FIRST_CHUNK: at(16, 0x004e4942),
  GLB_UNEXPECTED_END_OF_HEADER: glb.subarray(0, 8),
};
