// Wrong glTF files: each gives one diagnostic with file and place, reads nothing outside the input and allocates nothing
// on the strength of a claim.

import { describe, expect, it } from 'vitest';
import { AssetError, type Diagnostic } from '../packages/compiler/src/diagnostics/diagnostic.js';
import { meshKind } from '../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { addGrid, GltfBuilder, glbOf, grid } from '../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../packages/compiler/src/testing/test-context.js';
import { compileModel } from './compile-model.js';

const PATH = 'models/deep/wrong.gltf';

/** The one diagnostic that a file fails with. */
async function refusal(
  file: string | Uint8Array,
  more: { readonly [path: string]: Uint8Array | string } = {},
): Promise<Diagnostic & { readonly reads: readonly string[] }> {
  const context = new TestContext({ path: PATH, input: { [PATH]: file, ...more } });
  const error = await meshKind.compile(context).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof AssetError)) throw error ?? new Error('the file was accepted');
  expect(context.outputs).toEqual([]);
  expect(error.diagnostic.file).toBe(PATH);
  expect(error.diagnostic.message).not.toMatch(/undefined|NaN|\.$/);
  return { ...error.diagnostic, reads: context.reads.map((read) => read.path) };
}

/** A right file with one thing wrong. */
function broken(change: (builder: GltfBuilder) => void): string {
  const builder = new GltfBuilder();
  addGrid(builder, 2);
  builder.node({ mesh: 0 });
  change(builder);
  return builder.gltf();
}

const patch = (list: { [key: string]: unknown }[], index: number, values: object): void => {
  list[index] = { ...list[index], ...values };
};

describe('structure', () => {
  it.each<[string, string, object, (builder: GltfBuilder) => void]>([
    [
      'a mesh that is not there',
      'gltf/bad-reference',
      { pointer: '/nodes/0/mesh' },
      (b) => patch(b.json.nodes, 0, { mesh: 7 }),
    ],
    ['a negative index', 'gltf/bad-json', { pointer: '/nodes/0/mesh' }, (b) => patch(b.json.nodes, 0, { mesh: -1 })],
    [
      'a fraction for an index',
      'gltf/bad-json',
      { pointer: '/nodes/0/mesh' },
      (b) => patch(b.json.nodes, 0, { mesh: 0.5 }),
    ],
    [
      'a text for an index',
      'gltf/bad-json',
      { pointer: '/nodes/0/mesh' },
      (b) => patch(b.json.nodes, 0, { mesh: '0' }),
    ],
    [
      'an accessor that is not there',
      'gltf/bad-reference',
      { pointer: '/meshes/0/primitives/0/attributes/POSITION' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { attributes: { POSITION: 99 } }),
    ],
    [
      'a material that is not there',
      'gltf/bad-reference',
      { pointer: '/meshes/0/primitives/0/material' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { material: 0 }),
    ],
    [
      'an unknown mode',
      'gltf/bad-json',
      { pointer: '/meshes/0/primitives/0/mode' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { mode: 7 }),
    ],
    [
      'a scene that is not there',
      'gltf/bad-reference',
      { pointer: '/scene' },
      (b) => Object.assign(b.json, { scene: 4 }),
    ],
    [
      'a cycle',
      'gltf/node-cycle',
      { pointer: '/nodes/1' },
      (b) => b.json.nodes.push({ children: [2] }, { children: [1] }),
    ],
    [
      'a node that is its own child',
      'gltf/node-cycle',
      { pointer: '/nodes/0' },
      (b) => patch(b.json.nodes, 0, { children: [0] }),
    ],
    [
      'a node with two parents',
      'gltf/node-cycle',
      { pointer: '/nodes/2/children/0' },
      (b) => b.json.nodes.push({ children: [0] }, { children: [0] }),
    ],
    [
      'a matrix of 15 numbers',
      'gltf/bad-json',
      { pointer: '/nodes/0/matrix' },
      (b) => patch(b.json.nodes, 0, { matrix: Array(15).fill(1) }),
    ],
    [
      'meshes that are no array',
      'gltf/bad-json',
      { pointer: '/meshes' },
      (b) => Object.assign(b.json, { meshes: { 0: {} } }),
    ],
    [
      'version 1',
      'gltf/version',
      { pointer: '/asset/version' },
      (b) => Object.assign(b.json, { asset: { version: '1.0' } }),
    ],
    ['no asset', 'gltf/bad-json', { pointer: '' }, (b) => Object.assign(b.json, { asset: undefined })],
    [
      'an extension that is required and unknown',
      'gltf/unsupported-extension',
      { pointer: '/extensionsRequired/1' },
      (b) => Object.assign(b.json, { extensionsRequired: ['KHR_mesh_quantization', 'ACME_rockets'] }),
    ],
  ])('refuses %s', async (_, code, where, change) => {
    expect(await refusal(broken(change))).toMatchObject({ code, where });
  });

  it('names the extension that it lacks', async () => {
    const { message } = await refusal(broken((b) => Object.assign(b.json, { extensionsRequired: ['ACME_rockets'] })));
    expect(message).toContain('ACME_rockets');
  });

  it('survives nodes nested a hundred thousand deep', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 1);
    builder.node({ mesh: 0 }, false);
    for (let i = 1; i < 100_000; i++) builder.json.nodes.push({ children: [i - 1] });
    builder.json.scenes = [{ nodes: [99_999] }];
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.mesh.submeshes.length).toBe(1);
  });

  it('refuses instances that would multiply into more triangles than memory holds', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 60);
    builder.node({
      mesh: 0,
      extensions: {
        EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: builder.accessor(new Float32Array(3 * 9000), 'VEC3') } },
      },
    });
    expect(await refusal(builder.gltf())).toMatchObject({
      code: 'mesh/too-large',
      where: { pointer: '/meshes/0' },
      message: expect.stringContaining('mesh.maxTriangles'),
    });
  });
});

describe('data', () => {
  it.each<[string, string, object, (builder: GltfBuilder) => void]>([
    [
      'an index out of range',
      'gltf/bad-index',
      { pointer: '/accessors/4' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { indices: b.accessor(Uint16Array.of(0, 1, 9), 'SCALAR') }),
    ],
    [
      'an accessor past its view',
      'gltf/bad-accessor',
      { pointer: '/accessors/0' },
      (b) => patch(b.json.accessors, 0, { byteOffset: 4 }),
    ],
    [
      'a count of four billion',
      'gltf/bad-accessor',
      { pointer: '/accessors/0' },
      (b) => patch(b.json.accessors, 0, { count: 0xffffffff }),
    ],
    [
      'four billion zeros',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/count' },
      (b) => {
        b.json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 0xffffffff };
      },
    ],
    [
      'a view past its buffer',
      'gltf/bad-buffer',
      { pointer: '/bufferViews/0' },
      (b) => patch(b.json.bufferViews, 0, { byteLength: 0xffffffff }),
    ],
    [
      'a view that begins past its buffer',
      'gltf/bad-buffer',
      { pointer: '/bufferViews/0' },
      (b) => patch(b.json.bufferViews, 0, { byteOffset: 1e9 }),
    ],
    [
      'a view of no buffer',
      'gltf/bad-reference',
      { pointer: '/bufferViews/2/buffer' },
      (b) => patch(b.json.bufferViews, 2, { buffer: 3 }),
    ],
    [
      'elements that overlap',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/bufferView' },
      (b) => patch(b.json.bufferViews, 0, { byteStride: 8 }),
    ],
    [
      'a component type of doubles',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/componentType' },
      (b) => patch(b.json.accessors, 0, { componentType: 5130 }),
    ],
    [
      'positions of two components',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/type' },
      (b) => patch(b.json.accessors, 0, { type: 'VEC2' }),
    ],
    [
      'float indices',
      'gltf/bad-accessor',
      { pointer: '/accessors/3/componentType' },
      (b) => patch(b.json.accessors, 3, { componentType: 5126 }),
    ],
    [
      'attributes of different counts',
      'gltf/bad-accessor',
      { pointer: '/accessors/1/count' },
      (b) => patch(b.json.accessors, 1, { count: 5 }),
    ],
    [
      'a NaN position',
      'gltf/not-finite',
      { pointer: '/accessors/4' },
      (b) => setPosition(b, Float32Array.of(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0)),
    ],
    [
      'an infinite position',
      'gltf/not-finite',
      { pointer: '/accessors/4' },
      (b) => setPosition(b, Float32Array.of(0, 0, 0, 1, 0, 0, 0, Number.POSITIVE_INFINITY, 0)),
    ],
    [
      'a sparse index out of range',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/sparse/indices' },
      (b) => sparse(b, Uint16Array.of(9), Float32Array.of(1, 2, 3)),
    ],
    [
      'sparse values past their view',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/sparse/values' },
      (b) => sparse(b, Uint16Array.of(1, 2), Float32Array.of(1, 2, 3)),
    ],
    [
      'a position that its node carries to infinity',
      'mesh/overflow',
      { pointer: '/meshes/0/primitives/0' },
      (b) => {
        patch(b.json.nodes, 0, { scale: [3e38, 1, 1], children: [1] });
        b.json.nodes.push({ mesh: 0, scale: [3e38, 1, 1] });
      },
    ],
    [
      'a scale of 1e999',
      'gltf/not-finite',
      { pointer: '/nodes/0/scale/0' },
      (b) => patch(b.json.nodes, 0, { scale: ['1e999', 1, 1] }),
    ],
  ])('refuses %s', async (_, code, where, change) => {
    const text = broken(change).replace('"1e999"', '1e999');
    expect(await refusal(text)).toMatchObject({ code, where });
  });

  it('refuses joints out of range', async () => {
    const text = broken((b) => {
      const count = 9;
      patch(b.json.meshes[0]?.primitives ?? [], 0, {
        attributes: {
          POSITION: 0,
          JOINTS_0: b.accessor(new Uint8Array(count * 4).fill(3), 'VEC4'),
          WEIGHTS_0: b.accessor(new Float32Array(count * 4).fill(0.25), 'VEC4'),
        },
      });
      patch(b.json.nodes, 0, { skin: 0 });
      b.node({});
      b.list('skins', { joints: [1] });
    });
    expect(await refusal(text)).toMatchObject({ code: 'gltf/bad-joint', where: { pointer: '/meshes/0/primitives/0' } });
  });

  it('repairs normals that are not finite, with a warning', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(1);
    normals.fill(Number.NaN, 0, 3);
    builder.mesh({
      attributes: { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.warnings).toEqual(['gltf/repaired-attribute']);
  });

  it.each([
    ['times that go back', Float32Array.of(0, 2, 1)],
    ['a time that is not finite', Float32Array.of(0, 1, Number.NaN)],
    ['two keys at one time', Float32Array.of(0, 1, 1)],
  ])('leaves out a clip with %s, not the model', async (_, times) => {
    const text = broken((b) => {
      b.list('skins', { joints: [0] });
      b.list('animations', {
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [{ input: b.accessor(times, 'SCALAR'), output: b.accessor(new Float32Array(9), 'VEC3') }],
      });
    });
    const model = await compileModel({ path: PATH, input: { [PATH]: text } });
    expect(model.warnings).toContain('gltf/dropped-clip');
    expect(model.mesh.desc.indexCount).toBeGreaterThan(0);
  });
});

describe('what is written', () => {
  it('refuses an emission that its strength carries to infinity', async () => {
    const text = broken((b) => {
      const extensions = { KHR_materials_emissive_strength: { emissiveStrength: 1e30 } };
      b.list('materials', { emissiveFactor: [1, 1e20, 1], extensions });
    });
    expect(await refusal(text)).toMatchObject({
      code: 'gltf/not-finite',
      where: { pointer: '/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength' },
    });
  });

  it('refuses a joint whose scale is too large for a float', async () => {
    const huge = [3e38, 3e38, 3e38, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const text = broken((b) => {
      b.node({ matrix: huge });
      b.list('skins', { joints: [1] });
    });
    expect(await refusal(text)).toMatchObject({ code: 'gltf/not-finite', where: { pointer: '/nodes/1' } });
  });

  it('refuses vertices that are finite, but too far apart for a sphere', async () => {
    const text = broken((b) => setPosition(b, Float32Array.of(-3e38, 0, 0, 3e38, 0, 0, 0, 3e38, 0)));
    expect(await refusal(text)).toMatchObject({ code: 'mesh/overflow', where: { pointer: '/meshes/0/primitives/0' } });
  });

  it('makes normals where the source has some without length, with a warning', async () => {
    const builder = new GltfBuilder();
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1), 'VEC3'),
        NORMAL: builder.accessor(Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0), 'VEC3'),
      },
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.warnings).toEqual(['gltf/repaired-attribute']);
    const normals = [...model.mesh.indices].map((v) => [...model.vertices.normals.subarray(v * 3, v * 3 + 3)]);
    const rounded = normals.map((normal) => normal.map((c) => Math.round(c * 1000) / 1000).join());
    expect(rounded.sort()).toEqual(['0,1,0', '1,0,0', '1,0,0']);
  });

  it('warns of an index that glTF keeps for restarting strips', async () => {
    const builder = new GltfBuilder();
    const positions = Float32Array.from({ length: 256 * 3 }, (_, i) => (i * 7919) % 101);
    builder.mesh({
      attributes: { POSITION: builder.accessor(positions, 'VEC3') },
      indices: builder.accessor(Uint8Array.of(0, 1, 255), 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.warnings).toEqual(['gltf/restart-index']);
  });
});

describe('what is dropped', () => {
  const shown = (samplers: readonly object[]): string => {
    const builder = new GltfBuilder();
    for (const [i, sampler] of samplers.entries()) {
      builder.list('samplers', sampler);
      builder.list('textures', { source: 0, sampler: i });
      builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: i } } });
    }
    builder.list('images', { uri: 'a.png' });
    addGrid(builder, 2, { material: 0 });
    builder.node({ mesh: 0 });
    return builder.gltf();
  };
  const warningsOf = async (text: string): Promise<readonly { code: string; message: string }[]> => {
    const input = { [PATH]: text, 'models/deep/a.png': 'pixels' };
    const { context } = await compileModel({ path: PATH, input });
    return context.warnings.map(({ code, message }) => ({ code, message }));
  };

  it('tells of samplers that ask for what glTF does not have, once a file', async () => {
    const samplers = [{ wrapS: 33069, wrapT: 33648 }, { wrapS: 33069, minFilter: 9987 }, { wrapS: 10497 }];
    expect(await warningsOf(shown(samplers))).toEqual([
      { code: 'gltf/dropped-sampler', message: 'wrapS is 33069, which glTF does not have: it is dropped' },
    ]);
  });

  it('tells of the first camera that is broken, and of no good one', async () => {
    const cameras = (...list: object[]) => broken((b) => list.map((camera) => b.list('cameras', camera)));
    const good = { type: 'perspective', perspective: { yfov: 1, znear: 1 } };
    expect(await warningsOf(cameras(good))).toEqual([]);
    expect(await warningsOf(cameras(good, { type: 'perspective' }, { type: 'fisheye' }))).toEqual([
      { code: 'gltf/broken-part', message: 'the camera is left out: "perspective" is missing' },
    ]);
  });
});

function setPosition(builder: GltfBuilder, positions: Float32Array): void {
  builder.json.meshes = [{ primitives: [{ attributes: { POSITION: builder.accessor(positions, 'VEC3') } }] }];
}

function sparse(builder: GltfBuilder, indices: Uint16Array, values: Float32Array): void {
  patch(builder.json.accessors, 0, {
    sparse: {
      count: indices.length,
      indices: { bufferView: builder.view(indices), componentType: 5123 },
      values: { bufferView: builder.view(values) },
    },
  });
}

describe('JSON', () => {
  it.each([
    ['garbage', 'hello', { line: 1, column: 1 }],
    ['nothing', '', { line: 1, column: 1 }],
    ['an unfinished object', '{"asset":\n {"version": "2.0"', { line: 2 }],
    ['a trailing comma', '{\n  "asset": {},\n}', { line: 3, column: 1 }],
    ['a bad escape', '{"asset": "\\q"}', { line: 1, column: 13 }],
    ['an array', '[1, 2]', { pointer: '' }],
    ['a number', '42', { pointer: '' }],
  ])('refuses %s with its place', async (_, text, where) => {
    expect(await refusal(text)).toMatchObject({ code: 'gltf/bad-json', where });
  });

  it('refuses bytes that are not UTF-8', async () => {
    expect(await refusal(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d))).toMatchObject({ code: 'gltf/bad-json' });
  });

  it('survives JSON nested a million deep', async () => {
    const diagnostic = await refusal(`${'['.repeat(1_000_000)}`);
    expect(diagnostic.code).toBe('gltf/bad-json');
  });

  it('accepts a byte order mark', async () => {
    const text = `\uFEFF${broken(() => undefined)}`;
    expect((await compileModel({ path: PATH, input: { [PATH]: text } })).mesh.indices.length).toBe(24);
  });
});

describe('GLB', () => {
  const right = (): Uint8Array => {
    const builder = new GltfBuilder();
    addGrid(builder, 2);
    builder.node({ mesh: 0 });
    return builder.glb();
  };
  const edited = (offset: number, value: number): Uint8Array => {
    const bytes = right();
    new DataView(bytes.buffer).setUint32(offset, value, true);
    return bytes;
  };

  it.each([
    ['a length beyond the file', edited(8, 0xffffffff), { offset: 8 }],
    ['a JSON chunk beyond the file', edited(12, 0xfffffff0), { offset: 12 }],
    ['a first chunk that is not JSON', edited(16, 0x004e4942), { offset: 16 }],
    ['a file that ends in the header', right().slice(0, 10), { offset: 0 }],
    [
      'a file that ends after the header',
      (() => {
        const bytes = right().slice(0, 12);
        new DataView(bytes.buffer).setUint32(8, 12, true);
        return bytes;
      })(),
      { offset: 12 },
    ],
  ])('refuses %s', async (_, bytes, where) => {
    expect(await refusal(bytes)).toMatchObject({ code: 'gltf/bad-glb', where });
  });

  it.each([
    ['an empty file', new Uint8Array(0), 'the file is empty'],
    ['half a header', right().slice(0, 10), 'the file ends inside its header: 10 of 12 bytes'],
    ['another format', new TextEncoder().encode('PNG or so'), 'the file does not begin with a GLB header'],
    ['a file cut short', right().slice(0, 200), /^the header promises \d+ bytes, the file has 200$/],
  ])('says what %s lacks', async (_, bytes, message) => {
    const path = 'models/cut.glb';
    const error = await compileModel({ path, input: { [path]: bytes } }).catch((e: unknown) => e);
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(error instanceof AssetError ? error.diagnostic : error).toMatchObject({
      code: 'gltf/bad-glb',
      message: expected,
    });
  });

  it('refuses version 1', async () => {
    expect(await refusal(edited(4, 1))).toMatchObject({ code: 'gltf/version', where: { offset: 4 } });
  });

  it('refuses a buffer without URI where there is no binary chunk', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 2);
    builder.node({ mesh: 0 });
    const bytes = glbOf({ ...builder.json, buffers: [{ byteLength: builder.bin.length }] }, new Uint8Array(0));
    expect(await refusal(bytes)).toMatchObject({ code: 'gltf/bad-buffer', where: { pointer: '/buffers/0' } });
  });

  it('refuses every truncation', async () => {
    const bytes = right();
    for (let length = 0; length < bytes.length; length += 37)
      expect((await refusal(bytes.slice(0, length))).code).toMatch(/^gltf\//);
  });

  it('never does anything but compile or refuse, whatever byte is wrong', async () => {
    const bytes = right();
    for (let at = 0; at < bytes.length; at += 11) {
      const wrong = bytes.slice();
      wrong[at] = (wrong[at] ?? 0) ^ (1 << (at % 8));
      const context = new TestContext({ path: PATH, input: { [PATH]: wrong } });
      await meshKind.compile(context).catch((error: unknown) => {
        if (!(error instanceof AssetError)) throw error;
      });
    }
  });
});

describe('URIs', () => {
  const withUri = (uri: string): string => {
    const builder = new GltfBuilder();
    addGrid(builder, 2);
    builder.node({ mesh: 0 });
    return builder.gltf(uri);
  };
  const bin = (): Uint8Array => {
    const builder = new GltfBuilder();
    addGrid(builder, 2);
    return builder.bin;
  };

  it.each([
    ['../../../etc/passwd', 'gltf/bad-uri'],
    ['..%2F..%2F..%2Fetc%2Fpasswd', 'gltf/bad-uri'],
    ['..\\..\\..\\secret.bin', 'gltf/bad-uri'],
    ['/etc/passwd', 'gltf/bad-uri'],
    ['//host/share.bin', 'gltf/bad-uri'],
    ['C:\\data.bin', 'gltf/bad-uri'],
    ['http://example.com/data.bin', 'gltf/bad-uri'],
    ['file:///etc/passwd', 'gltf/bad-uri'],
    ['', 'gltf/bad-uri'],
    ['a%00.bin', 'gltf/bad-uri'],
    ['missing.bin', 'gltf/missing-file'],
    ['data:application/octet-stream;base64,!!!!', 'gltf/bad-uri'],
    ['data:application/octet-stream;base64', 'gltf/bad-uri'],
    ['data:application/octet-stream;base64,AAAA', 'gltf/bad-buffer'],
  ])('refuses %s and reads nothing', async (uri, code) => {
    const diagnostic = await refusal(withUri(uri));
    expect(diagnostic).toMatchObject({ code });
    expect(diagnostic.where?.pointer).toMatch(/^\/buffers\/0/);
    expect(diagnostic.reads).toEqual([PATH]);
  });

  it.each([
    ['a name with spaces', 'data%20file.bin', 'models/deep/data file.bin'],
    ['a name that was not encoded', '100% right.bin', 'models/deep/100% right.bin'],
    ['a folder above, inside the input', '../../shared/a.bin', 'shared/a.bin'],
    ['backslashes', 'sub\\a.bin', 'models/deep/sub/a.bin'],
    ['UTF-8', '%E2%9D%A4.bin', 'models/deep/❤.bin'],
  ])('reads %s', async (_, uri, path) => {
    const model = await compileModel({ path: PATH, input: { [PATH]: withUri(uri), [path]: bin() } });
    expect(model.mesh.indices.length).toBe(24);
    expect(model.context.seen).toEqual([PATH, path]);
  });

  it('refuses an image in use that is missing, and does not mind one that nobody uses', async () => {
    const text = (material: object): string =>
      broken((b) => {
        b.list('images', { uri: 'gone.png' });
        b.list('textures', { source: 0 });
        b.list('materials', material);
        patch(b.json.meshes[0]?.primitives ?? [], 0, { material: 0 });
      });
    expect(await refusal(text({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }))).toMatchObject({
      code: 'gltf/missing-file',
      where: { pointer: '/images/0/uri' },
    });
    const model = await compileModel({ path: PATH, input: { [PATH]: text({}) } });
    expect(model.context.derived).toEqual([]);
  });
});

describe('compressed data', () => {
  const meshopt = (extension: object): string =>
    broken((b) => {
      const bufferView = b.view(new Uint8Array(64).fill(7));
      patch(b.json.bufferViews, 0, {
        extensions: {
          EXT_meshopt_compression: {
            buffer: 0,
            byteOffset: b.json.bufferViews[bufferView]?.byteOffset,
            byteLength: 64,
            byteStride: 12,
            count: 9,
            mode: 'ATTRIBUTES',
            ...extension,
          },
        },
      });
    });

  it.each([
    ['garbage', {}, ''],
    ['four billion elements', { count: 0xffffffff }, '/count'],
    ['an unknown mode', { mode: 'SPHERES' }, '/mode'],
    ['an unknown filter', { filter: 'NOISE' }, '/filter'],
    ['a stride that no mode allows', { byteStride: 6 }, '/byteStride'],
    ['indices that are no triangles', { mode: 'TRIANGLES', byteStride: 2, count: 10 }, '/count'],
  ])('refuses meshopt data with %s', async (_, extension, below) => {
    expect(await refusal(meshopt(extension))).toMatchObject({
      code: 'gltf/bad-compression',
      where: { pointer: `/bufferViews/0/extensions/EXT_meshopt_compression${below}` },
    });
  });

  it('refuses Draco garbage', async () => {
    const text = broken((b) =>
      patch(b.json.meshes[0]?.primitives ?? [], 0, {
        extensions: {
          KHR_draco_mesh_compression: { bufferView: b.view(new Uint8Array(40).fill(3)), attributes: { POSITION: 0 } },
        },
      }),
    );
    expect(await refusal(text)).toMatchObject({
      code: 'gltf/bad-compression',
      where: { pointer: '/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression' },
    });
  });
});
