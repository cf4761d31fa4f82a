import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormatError } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGolden } from '../testing/golden.js';
import { formatTextAsset } from './encode-text.js';
import { loadAssetFile, saveAssetFile } from './node.js';
import { decodeAssetFile } from './read-container.js';
import { decodeVkguideMesh, readVkguideMesh } from './read-mesh.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assetc-vkguide-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('asset files by path', () => {
  it('are saved and loaded, of any type', async () => {
    const path = join(folder, 'steps.snd');
    await writeFile(path, 'what was there before');
    await saveAssetFile(path, { type: 'SNDS', version: 3, metadata: { rate: 48000 }, blob: Uint8Array.of(1, 2) });
    const { type, version, metadata, blob } = await loadAssetFile(path);
    expect({ type, version, metadata, blob }).toEqual({
      type: 'SNDS',
      version: 3,
      metadata: { rate: 48000 },
      blob: Uint8Array.of(1, 2),
    });
    expect(await readdir(folder)).toEqual(['steps.snd']);
    await saveAssetFile(path, decodeAssetFile(readGolden('vkguide-pncv.mesh')));
    expect(new Uint8Array(await readFile(path))).toEqual(readGolden('vkguide-pncv.mesh'));
    await rm(path);
  });

  it('are loaded from their text form, with the blob next to it', async () => {
    const file = decodeAssetFile(readGolden('vkguide-pncv.mesh'));
    await writeFile(join(folder, 'a.mesh.json'), formatTextAsset(file, 'a.mesh.bin'));
    await expect(loadAssetFile(join(folder, 'a.mesh.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(join(folder, 'a.mesh.bin'), file.blob);
    const mesh = readVkguideMesh(await loadAssetFile(join(folder, 'a.mesh.json')));
    expect(mesh).toEqual(decodeVkguideMesh(readGolden('vkguide-pncv.mesh')));
  });

  it('are refused where they are damaged or absent, and leave no temporary file where they cannot be saved', async () => {
    await writeFile(join(folder, 'broken.tx'), Uint8Array.of(1, 2, 3));
    await expect(loadAssetFile(join(folder, 'broken.tx'))).rejects.toThrow(FormatError);
    await expect(loadAssetFile(join(folder, 'absent.tx'))).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(join(folder, 'taken.tx', 'inside'), { recursive: true });
    const file = decodeAssetFile(readGolden('vkguide-single.tx'));
    await expect(saveAssetFile(join(folder, 'taken.tx'), file)).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
