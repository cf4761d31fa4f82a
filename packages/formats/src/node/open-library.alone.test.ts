import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { encodeHman } from '../hman/encode.js';
import type { AssetKind } from '../hman/layout.js';
import { manifestHash } from '../hman/manifest-hash.js';
import { encodeHpack } from '../hpack/encode.js';
import { openPack } from '../hpack/read.js';
import { AssetLibrary, LibraryError } from '../library/asset-library.js';
import { fetchProvider } from '../library/file-provider.js';
import { hashRef } from '../refs/hash-ref.js';
import { bytesSource } from '../source/random-access-source.js';
import { readGolden } from '../testing/golden.js';
import { folderProvider, openAssetLibrary } from './open-library.js';

const SPIRV = new Uint8Array(Uint32Array.of(0x07230203, 0x10000, 0, 1, 0).buffer);
const assets: readonly (readonly [AssetKind, string, Uint8Array])[] = [
  ['mesh', 'models/quad.hmesh', readGolden('quad.hmesh')],
  ['mesh', 'models/old.hmesh', readGolden('quad-v1.hmesh')],
  ['material', 'models/quad.hmat', readGolden('chair.hmat')],
  ['animation', 'models/quad.hanim', readGolden('walk.hanim')],
  ['texture', 'models/quad/tex_0.ktx2', readGolden('uastc-2d.ktx2')],
  ['texture', 'tex/00000000000000ab.ktx2', readGolden('uastc-cube.ktx2')],
  ['lut', 'grade/warm.lut.ktx2', readGolden('rgba8-lut.ktx2')],
  ['font', 'ui/font #1.hfont', readGolden('font.hfont')],
  ['shader', 'sky/fragment.spv', SPIRV],
  ['embed', 'scene/level.json', new TextEncoder().encode('{"a":1}')],
  ['mesh', 'broken.hmesh', Uint8Array.of(1, 2, 3)],
];
const manifest = encodeHman(
  assets.map(([kind, path]) => ({ kind, path, colorspace: 'linear', hash: manifestHash(kind, path) })),
);
const files = [...assets.map(([, path, bytes]) => ({ path, bytes })), { path: 'assets.hman', bytes: manifest }];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assetc-library-'));
  for (const { path, bytes } of files) {
    await mkdir(join(folder, 'out', dirname(path)), { recursive: true });
    await writeFile(join(folder, 'out', path), bytes);
  }
  await writeFile(join(folder, 'out.hpack'), encodeHpack(files));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function loadEverything(library: AssetLibrary): Promise<void> {
  const mesh = await library.loadMesh('models/quad');
  expect(mesh.version).toBe(2);
  expect((await library.loadMesh(hashRef('models/old.hmesh'))).version).toBe(1);
  expect((await library.loadMaterials('models/quad.hmat')).length).toBeGreaterThan(0);
  expect((await library.loadAnimation('models/quad')).length).toBeGreaterThan(0);
  expect(await library.loadTexture(hashRef('models/quad/tex_0'))).toMatchObject({ pixelWidth: 10, pixelHeight: 6 });
  expect(await library.loadTexture('models/quad/tex_0')).toMatchObject({ pixelWidth: 10 });
  expect(await library.loadTexture(0xabn)).toMatchObject({ faceCount: 6 });
  expect(await library.loadTexture('grade/warm.lut')).toMatchObject({ pixelDepth: 2 });
  expect((await library.loadFont('ui/font #1')).glyphCount).toBe(5);
  expect([...(await library.loadShader('sky/fragment'))]).toEqual([0x07230203, 0x10000, 0, 1, 0]);
  const { bytes } = await library.read('scene/level.json');
  expect(new TextDecoder().decode(bytes)).toBe('{"a":1}');
  expect(library.find(hashRef('scene/level.json'))?.kind).toBe('embed');
  expect(library.list()).toEqual([...library.manifest.entries()]);
  const meshes = library.list('mesh', 'font').map(({ path }) => path);
  expect(meshes.sort()).toEqual(['broken.hmesh', 'models/old.hmesh', 'models/quad.hmesh', 'ui/font #1.hfont']);
}

describe('a library', () => {
  it('loads every kind from a folder on disk', async () => {
    const { library, close } = await openAssetLibrary(join(folder, 'out'));
    await loadEverything(library);
    await close();
  });

  it('loads every kind from a pack on disk', async () => {
    const { library, close } = await openAssetLibrary(join(folder, 'out.hpack'));
    await loadEverything(library);
    await close();
  });

  it('loads every kind from a pack in memory', async () => {
    await loadEverything(await AssetLibrary.open(await openPack(bytesSource(encodeHpack(files)))));
  });

  it('loads every kind from a server', async () => {
    const server = createServer((request, response) => {
      const path = decodeURIComponent((request.url ?? '').replace(/^\/game\//, ''));
      const file = files.find((f) => f.path === path);
      response.writeHead(file === undefined ? 404 : 200).end(file?.bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/game`;
    const library = await AssetLibrary.open(fetchProvider(url));
    await loadEverything(library);
    await expect(library.loadMesh('nothing')).rejects.toThrow('nothing.hmesh is not there');
    server.close();
  });

  it('reports which file is broken, and keeps the cause', async () => {
    const library = await AssetLibrary.open(folderProvider(join(folder, 'out')));
    const error = await library.loadMesh('broken').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LibraryError);
    expect(error).toMatchObject({ message: expect.stringContaining('broken.hmesh'), cause: expect.any(FormatError) });
  });

  it('reports a hash that is unknown or of another kind', async () => {
    const library = await AssetLibrary.open(folderProvider(join(folder, 'out')));
    await expect(library.loadMesh(5n)).rejects.toThrow('0000000000000005 is not in the manifest');
    await expect(library.loadMesh(hashRef('models/quad.hmat'))).rejects.toThrow('is of kind material, not mesh');
    await expect(library.loadShader('scene/level.json')).rejects.toThrow(LibraryError);
  });

  it('falls back to the path when the manifest lists textures only', async () => {
    const textures = encodeHman([]);
    const library = await AssetLibrary.open({
      read: async (path) => (path === 'assets.hman' ? textures : files.find((f) => f.path === path)?.bytes),
    });
    expect((await library.loadMesh('models/quad')).version).toBe(2);
  });

  it('loads optional companion files, and returns undefined without them', async () => {
    const companions = new Map([
      ['assets.hman', encodeHman([])],
      ['models/chair.hmatx', readGolden('chair.hmatx')],
      ['models/room.hscene', readGolden('room.hscene')],
      ['models/bad.hscene', Uint8Array.of(1)],
    ]);
    const library = await AssetLibrary.open({ read: async (path) => companions.get(path) });
    expect((await library.loadMaterialExtras('models/chair'))?.rowCount).toBe(4);
    expect((await library.loadScene('models/room'))?.nodes).toHaveLength(5);
    expect(await library.loadScene('models/chair')).toBeUndefined();
    await expect(library.loadScene('models/bad')).rejects.toThrow(LibraryError);
  });

  it('needs a manifest', async () => {
    await expect(AssetLibrary.open({ read: async () => undefined })).rejects.toThrow('assets.hman is not there');
    await expect(openAssetLibrary(join(folder, 'absent'))).rejects.toThrow('ENOENT');
  });

  it('does not leave its folder', async () => {
    const provider = folderProvider(join(folder, 'out'));
    expect(await provider.read('../out.hpack')).toBeUndefined();
    expect(await provider.read(join(folder, 'out.hpack'))).toBeUndefined();
  });
});
