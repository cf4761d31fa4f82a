// A file for each error of Khronos' validator about contents of buffers and images.

import {
  accessor,
  animated,
  attribute,
  changed,
  IDENTITY,
  indices,
  NORMALIZED,
  ONE,
  PNG,
  reports,
  silent,
  skinned,
  sparse,
  textured,
  UNUSED,
  type ValidatorFixtures,
  WEBP,
  withJson,
} from './parts.js';

export const dataErrors: ValidatorFixtures = {
  ACCESSOR_ANIMATION_INPUT_NEGATIVE: reports(
    'gltf/dropped-clip',
    animated(Float32Array.of(-1, 1), new Float32Array(6)).glb(),
  ),
  ACCESSOR_ANIMATION_INPUT_NON_INCREASING: reports(
    'gltf/dropped-clip',
    animated(Float32Array.of(1, 0), new Float32Array(6)).glb(),
  ),
  ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION: reports(
    'gltf/broken-rule',
    animated(Float32Array.of(0, 1), new Float32Array(8).fill(3), 'rotation').glb(),
  ),
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: silent(UNUSED, accessor({ max: [0.5, 1, 0] })),
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: silent(UNUSED, accessor({ min: [0.5, 0, 0] })),
  ACCESSOR_INDEX_OOB: reports('gltf/bad-index', indices(Uint16Array.of(0, 1, 9))),
  ACCESSOR_INDEX_PRIMITIVE_RESTART: reports('gltf/bad-index', indices(Uint8Array.of(0, 1, 255))),
  ACCESSOR_INVALID_FLOAT: reports(
    'gltf/repaired-attribute',
    attribute('NORMAL', new Float32Array(9).fill(Number.NaN), 'VEC3'),
  ),
  ACCESSOR_INVALID_IBM: reports(
    'gltf/broken-rule',
    skinned(
      new Uint8Array(12),
      ONE,
      Float32Array.from(IDENTITY, (v, i) => (i === 15 ? 2 : v)),
    ).glb(),
  ),
  ACCESSOR_INVALID_SIGN: reports(
    'gltf/repaired-attribute',
    changed((json, builder) => {
      const attributes = {
        POSITION: 0,
        NORMAL: builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), 'VEC3'),
        TANGENT: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
      };
      json.meshes[0] = { primitives: [{ attributes }] };
    }),
  ),
  ACCESSOR_JOINTS_INDEX_DUPLICATE: silent(
    'weights of the same joint add up',
    skinned(
      new Uint8Array(12),
      Float32Array.from(ONE, (_, i) => (i % 4 < 2 ? 0.5 : 0)),
    ).glb(),
  ),
  ACCESSOR_JOINTS_INDEX_OOB: reports('gltf/bad-joint', skinned(new Uint8Array(12).fill(4), ONE).glb()),
  ACCESSOR_MAX_MISMATCH: silent(UNUSED, accessor({ max: [2, 1, 0] })),
  ACCESSOR_MIN_MISMATCH: silent(UNUSED, accessor({ min: [-2, 0, 0] })),
  ACCESSOR_NON_CLAMPED: silent(
    'colors above 1 are stored, as other readers use them',
    attribute('COLOR_0', Float32Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0), 'VEC3'),
  ),
  ACCESSOR_SPARSE_INDEX_OOB: reports('gltf/bad-accessor', sparse(Uint16Array.of(7))),
  ACCESSOR_SPARSE_INDICES_NON_INCREASING: silent(
    'elements are replaced in the order of the file',
    sparse(Uint16Array.of(1, 0)),
  ),
  ACCESSOR_VECTOR3_NON_UNIT: silent(NORMALIZED, attribute('NORMAL', new Float32Array(9).fill(2), 'VEC3')),
  ACCESSOR_WEIGHTS_NEGATIVE: reports(
    'gltf/repaired-attribute',
    skinned(
      new Uint8Array(12),
      Float32Array.from(ONE, (v, i) => (i === 0 ? -1 : v)),
    ).glb(),
  ),
  ACCESSOR_WEIGHTS_NON_NORMALIZED: silent(
    NORMALIZED,
    skinned(
      new Uint8Array(12),
      Float32Array.from(ONE, (v) => v / 2),
    ).glb(),
  ),
  BUFFER_BYTE_LENGTH_MISMATCH: reports('gltf/bad-buffer', withJson({ buffers: [{ byteLength: 99 }] })),
  IMAGE_DATA_INVALID: reports(
    'image/corrupt',
    changed((json, builder) => {
      const bytes = Uint8Array.from(PNG);
      bytes.set([0, 0, 0, 9], 8);
      json.images = [{ bufferView: builder.view(bytes), mimeType: 'image/png' }];
    }, textured()),
  ),
  IMAGE_MIME_TYPE_INVALID: silent(
    'the type is detected from the bytes',
    changed((json, builder) => {
      json.images = [{ bufferView: builder.view(PNG), mimeType: 'image/jpeg' }];
    }, textured()),
  ),
  IMAGE_NON_ENABLED_MIME_TYPE: silent(
    'the type is detected from the bytes',
    changed((json, builder) => {
      json.images = [{ bufferView: builder.view(WEBP), mimeType: 'image/webp' }];
    }, textured()),
  ),
  IMAGE_UNEXPECTED_EOS: reports(
    'image/truncated',
    changed((json, builder) => {
      json.images = [{ bufferView: builder.view(PNG.subarray(0, 20)), mimeType: 'image/png' }];
    }, textured()),
  ),
};
