// Small glTF files that the fixtures for Khronos' validator change.

import type { DiagnosticCode } from '../../../packages/compiler/src/diagnostics/codes.js';
import { GltfBuilder } from '../../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../../support/png.js';

type Json = GltfBuilder['json'];
type Components = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** A file with an error, and what a build reports: codes, or nothing for a reason. */
export interface ValidatorFixture {
  readonly source: string | Uint8Array;
  readonly codes: readonly DiagnosticCode[];
  /** Why nothing is reported. */
  readonly reason?: string;
}
export type ValidatorFixtures = Readonly<Record<string, ValidatorFixture>>;

export const reports = (
  code: DiagnosticCode | readonly DiagnosticCode[],
  source: string | Uint8Array,
): ValidatorFixture => ({
  source,
  codes: typeof code === 'string' ? [code] : code,
});
export const silent = (reason: string, source: string | Uint8Array): ValidatorFixture => ({
  source,
  codes: [],
  reason,
});

export const UNUSED = 'assetc does not use this data';
export const NORMALIZED = 'the value is normalized when it is used, as in other readers';
export const HARMLESS = 'the file can be read in only one way';
export const ANY_STRIDE = 'data with a byte stride is read as it is laid out';
export const UNALIGNED = 'unaligned data is read';

export const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
export const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
export const PNG = makePng(4, 4, () => [9, 9, 9, 255]);
export const ZERO_BOUNDS = { min: [0, 0, 0], max: [0, 0, 0] };
export const BOUNDS = { min: [0, 0, 0], max: [1, 1, 0] };

/** A valid triangle: accessor 0, mesh 0, node 0. */
export function triangle(): GltfBuilder {
  const builder = new GltfBuilder();
  const position = builder.accessor(POSITIONS, 'VEC3', BOUNDS);
  builder.node({ mesh: builder.mesh({ attributes: { POSITION: position } }) });
  Object.assign(builder.json, { scene: 0 });
  return builder;
}

export const changed = (change: (json: Json, builder: GltfBuilder) => void, builder = triangle()): Uint8Array => {
  change(builder.json, builder);
  return builder.glb();
};

export const withJson = (parts: object) => changed((json) => Object.assign(json, parts));
export const node = (more: object) => changed((json) => Object.assign(json.nodes[0] ?? {}, more));
export const accessor = (more: object) => changed((json) => Object.assign(json.accessors[0] ?? {}, more));
export const attribute = (name: string, data: Components, type: string, more: object = {}) =>
  changed((json, builder) => {
    const attributes = { POSITION: 0, [name]: builder.accessor(data, type, more) };
    json.meshes[0] = { primitives: [{ attributes }] };
  });
export const indices = (data: Components, more: object = {}) =>
  changed((json, builder) => {
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices: builder.accessor(data, 'SCALAR', more) }] };
  });

/** Node 1 is the joint, node 0 shows the mesh. */
export function skinned(joints: Uint8Array, weights: Float32Array, matrix = IDENTITY): GltfBuilder {
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
export const ONE = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
export const skin = (change: (json: Json, builder: GltfBuilder) => void) =>
  changed(change, skinned(new Uint8Array(12), ONE));

export function animated(
  times: Float32Array,
  values: Float32Array,
  path = 'translation',
  more: object = {},
): GltfBuilder {
  const builder = triangle();
  const bounds = { min: [Math.min(...times)], max: [Math.max(...times)] };
  const input = builder.accessor(times, 'SCALAR', bounds);
  const output = builder.accessor(values, path === 'rotation' ? 'VEC4' : 'VEC3');
  builder.json.animations = [
    { samplers: [{ input, output, ...more }], channels: [{ sampler: 0, target: { node: 0, path } }] },
  ];
  return builder;
}
export const moves = () => animated(Float32Array.of(0, 1), new Float32Array(6));

export function textured(info: object = {}): GltfBuilder {
  const builder = triangle();
  const uv = builder.accessor(new Float32Array(6), 'VEC2');
  builder.json.meshes[0] = { primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: uv }, material: 0 }] };
  builder.json.images = [{ bufferView: builder.view(PNG), mimeType: 'image/png' }];
  builder.json.textures = [{ source: 0 }];
  builder.json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0, ...info } } }];
  return builder;
}
/** One texel, as libwebp encodes it without loss. */
export const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAAAfQ//73v/+BiOh/AAA=', 'base64');
export const CHANNEL = { sampler: 0, target: { node: 0, path: 'translation' } };

/** An animation whose channel has a pointer. */
export const pointed = (target: object) =>
  changed((json) => {
    const extensions = { KHR_animation_pointer: { pointer: '/nodes/0/translation' } };
    json.extensionsUsed = ['KHR_animation_pointer'];
    json.animations = [
      { samplers: [{ input: 1, output: 2 }], channels: [{ sampler: 0, target: { ...target, extensions } }] },
    ];
  }, moves());

/** Positions at an odd place of the buffer. */
export const unaligned = (viewOffset: number, accessorOffset: number) =>
  changed((json, builder) => {
    const bytes = new Uint8Array(40);
    bytes.set(new Uint8Array(POSITIONS.buffer), 2);
    const byteOffset = builder.append(bytes) + viewOffset;
    json.bufferViews[0] = { buffer: 0, byteOffset, byteLength: 38 };
    json.accessors[0] = { ...json.accessors[0], byteOffset: accessorOffset };
  });

/** Replaces positions by zeros. */
export const sparse = (replaced: Uint16Array) =>
  changed((json, builder) => {
    const values = { bufferView: builder.view(new Float32Array(replaced.length * 3)) };
    const indices = { bufferView: builder.view(replaced), componentType: 5123 };
    json.accessors[0] = { ...json.accessors[0], sparse: { count: replaced.length, indices, values } };
  });
