// glTF files with one thing wrong each.

import { GltfBuilder } from '../../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../../support/png.js';
import { building, type RowsOf } from '../raise.js';

type Json = GltfBuilder['json'];

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const IMAGE = makePng(4, 4, (x, y) => [x * 60, y * 60, 0, 255]);

/** One triangle, as draco3dgltf encodes it without compression. */
const DRACO_TRIANGLE = Buffer.from(
  'RFJBQ08CAgEAAAABAwEAAQIBAQAJAwAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAA==',
  'base64',
);

/** A triangle that a node shows: mesh 0, node 0. */
function triangle(primitive: object = {}, attributes: object = {}): GltfBuilder {
  const builder = new GltfBuilder();
  const position = builder.accessor(POSITIONS, 'VEC3');
  builder.node({ mesh: builder.mesh({ attributes: { POSITION: position, ...attributes }, ...primitive }) });
  return builder;
}

const broken = (breakIt: (json: Json, builder: GltfBuilder) => void, builder = triangle()) => {
  breakIt(builder.json, builder);
  return building({ 'a.glb': builder.glb() });
};

/** With a material whose base color is a texture, referred to as `info` says. */
function textured(info: object = {}, texture: object = {}): GltfBuilder {
  const builder = triangle({ material: 0 });
  builder.list('images', { bufferView: builder.view(IMAGE), mimeType: 'image/png' });
  builder.list('textures', { source: 0, ...texture });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0, ...info } } });
  return builder;
}

/** A triangle on one joint; `sets` of joints and weights. Node 0 is the joint, node 1 shows the mesh. */
function skinned(joint: object = {}, sets = 1): GltfBuilder {
  const builder = new GltfBuilder();
  builder.node({ name: 'bone', ...joint });
  const attributes: Record<string, number> = { POSITION: builder.accessor(POSITIONS, 'VEC3') };
  for (let set = 0; set < sets; set++) {
    attributes[`JOINTS_${set}`] = builder.accessor(
      Uint8Array.of(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3).map((j) => (j + set * 4) % (sets > 1 ? 8 : 1)),
      'VEC4',
    );
    attributes[`WEIGHTS_${set}`] = builder.accessor(new Float32Array(12).fill(0.25 / sets), 'VEC4');
  }
  const joints = [0, ...Array.from({ length: sets > 1 ? 7 : 0 }, () => builder.node({}))];
  const matrices = Float32Array.from(joints.flatMap(() => [...IDENTITY]));
  builder.list('skins', { joints, inverseBindMatrices: builder.accessor(matrices, 'MAT4') });
  builder.node({ mesh: builder.mesh({ attributes }), skin: 0 });
  return builder;
}

/** Moves node `node` of a skinned triangle. */
function animated(node: number, times: readonly number[], interpolation = 'LINEAR'): GltfBuilder {
  const builder = skinned();
  const keys = interpolation === 'CUBICSPLINE' ? 18 : 6;
  const input = builder.accessor(Float32Array.from(times), 'SCALAR');
  const values = Float32Array.from({ length: keys }, (_, i) => (interpolation === 'CUBICSPLINE' ? i * i * 100 : 0));
  const output = builder.accessor(values, 'VEC3');
  builder.list('animations', {
    samplers: [{ input, output, interpolation }],
    channels: [{ sampler: 0, target: { node, path: 'translation' } }],
  });
  return builder;
}

const glb = (builder: GltfBuilder) => building({ 'a.glb': builder.glb() });

export const gltfRows: RowsOf<'gltf'> = {
  'gltf/bad-json': building({ 'a.gltf': '{ "asset": ' }),
  'gltf/bad-glb': building({ 'a.glb': triangle().glb().subarray(0, 40) }),
  'gltf/too-large': building({ 'a.glb': skinned({}, 2).glb() }, { mesh: { maxElements: 2 } }),
  'gltf/version': broken((json) => {
    json.asset.version = '1.0';
  }),
  'gltf/newer-version': broken((json) => {
    Object.assign(json.asset, { minVersion: '2.1' });
  }),
  'gltf/unsupported-extension': broken((json) => {
    json.extensionsRequired = ['EXT_nobody_knows'];
  }),
  'gltf/bad-reference': broken((json) => {
    json.nodes[0] = { mesh: 7 };
  }),
  'gltf/bad-buffer': broken((json) => {
    json.buffers = [{ byteLength: 1000 }];
  }),
  'gltf/short-buffer': broken((json) => {
    json.buffers = [{ byteLength: POSITIONS.byteLength + 2 }];
  }),
  'gltf/bad-accessor': broken((json) => {
    json.accessors[0] = { ...json.accessors[0], count: 30 };
  }),
  'gltf/bad-compression': broken((json, builder) => {
    json.extensionsUsed = ['EXT_meshopt_compression'];
    const view = builder.view(new Uint8Array(36));
    const extension = { buffer: 0, byteLength: 36, byteStride: 12, count: 3, mode: 'ATTRIBUTES' };
    json.bufferViews[0] = { ...json.bufferViews[view], extensions: { EXT_meshopt_compression: extension } };
  }),
  'gltf/draco-count': broken((json, builder) => {
    json.extensionsUsed = ['KHR_draco_mesh_compression'];
    const bufferView = builder.view(DRACO_TRIANGLE);
    json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 4 };
    const indices = json.accessors.push({ componentType: 5123, type: 'SCALAR', count: 3 }) - 1;
    const extensions = { KHR_draco_mesh_compression: { bufferView, attributes: { POSITION: 0 } } };
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices, extensions }] };
  }),
  'gltf/broken-rule': broken((json) => {
    json.nodes[0] = { mesh: 0, matrix: [...IDENTITY], scale: [1, 1, 2] };
  }),
  'gltf/bad-index': broken((json, builder) => {
    const indices = builder.accessor(Uint16Array.of(0, 1, 9), 'SCALAR');
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices }] };
  }),
  'gltf/not-finite': broken((json) => {
    json.nodes[0] = { mesh: 0, translation: [1e300, 0, 0] };
  }),
  'gltf/repaired-attribute': broken((json, builder) => {
    const normals = builder.accessor(new Float32Array(9).fill(Number.NaN), 'VEC3');
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0, NORMAL: normals } }] };
  }),
  'gltf/bad-joint': broken((json) => {
    json.skins = [{ joints: [0, 0] }];
  }, skinned()),
  'gltf/node-cycle': broken((json) => {
    json.nodes[0] = { mesh: 0, children: [0] };
  }),
  'gltf/no-triangles': building({ 'a.glb': triangle({ mode: 0 }).glb() }, { mesh: { format: 'hmesh1' } }),
  'gltf/missing-file': building({ 'a.gltf': triangle().gltf('gone.bin') }),
  'gltf/bad-uri': building({ 'a.gltf': triangle().gltf('https://example.org/a.bin') }),
  'gltf/unknown-scene': building({ 'a.glb': triangle().glb() }, { mesh: { scene: 'garden' } }),
  'gltf/left-out-scene': broken((json) => {
    json.meshes.push({ primitives: [{ attributes: { POSITION: 0 } }] });
  }),
  'gltf/skipped-primitive': broken((json) => {
    json.meshes[0]?.primitives.push({ attributes: {} });
  }),
  'gltf/partial-triangles': broken((json, builder) => {
    const indices = builder.accessor(Uint16Array.of(0, 1, 2, 0), 'SCALAR');
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, indices }] };
  }),
  'gltf/dropped-morph-targets': building(
    { 'a.glb': triangle({ targets: [{ POSITION: 0 }] }).glb() },
    { mesh: { format: 'hmesh1' } },
  ),
  'gltf/bad-morph-targets': glb(triangle({ targets: [{ POSITION: 9 }] })),
  'gltf/dropped-attribute': glb(triangle({}, { _PAIN: 0 })),
  'gltf/second-uv-set': glb(textured({ texCoord: 2 })),
  'gltf/dropped-sampler': broken(
    (json) => {
      json.samplers = [{ wrapS: 33069 }];
    },
    textured({}, { sampler: 0 }),
  ),
  'gltf/broken-part': broken((json) => {
    json.cameras = [{ type: 'perspective', perspective: { yfov: 1, znear: -1 } }];
  }),
  'gltf/dropped-extras': broken((json) => {
    json.nodes[0] = { mesh: 0, extras: { note: 'x'.repeat(16_000_000) } };
  }),
  'gltf/sheared-node': broken((json) => {
    const matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    json.nodes[0] = { mesh: 0, matrix, extras: { seen: true } };
  }),
  'gltf/restart-index': broken((json, builder) => {
    const position = builder.accessor(
      new Float32Array(256 * 3).map((_, i) => (i * i) % 97),
      'VEC3',
    );
    const indices = builder.accessor(Uint8Array.of(0, 1, 255), 'SCALAR');
    json.meshes[0] = { primitives: [{ attributes: { POSITION: position }, indices }] };
  }),
  'gltf/dropped-extension': broken((json) => {
    json.extensionsUsed = ['EXT_nobody_knows'];
  }),
  'gltf/merged-weights': glb(skinned({}, 2)),
  'gltf/sheared-joint': glb(skinned({ matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] })),
  'gltf/skipped-channels': broken(
    (json) => {
      const target = {
        path: 'pointer',
        extensions: { KHR_animation_pointer: { pointer: '/extensions/EXT_fog/color' } },
      };
      json.animations = [{ samplers: [{ input: 4, output: 5 }], channels: [{ sampler: 0, target }] }];
    },
    animated(1, [0, 1]),
  ),
  'gltf/dense-spline': glb(animated(0, [0, 0.01], 'CUBICSPLINE')),
  'gltf/dropped-clip': glb(animated(0, [1, 0])),
  'gltf/equal-key-times': glb(animated(0, [1, 1])),
};
