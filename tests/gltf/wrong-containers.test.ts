// Mistakes in the containers of a model: JSON, GLB, URIs and compressed data.

import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { addGrid, GltfBuilder, glbOf } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { compileModel } from '../support/compile-model.js';
import { broken, PATH, patch, refusal } from './broken-gltf.js';

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
    ['a file cut short', right().slice(0, 200), /^the header states \d+ bytes, but the file has 200$/],
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
