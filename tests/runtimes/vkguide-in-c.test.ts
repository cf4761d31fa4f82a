// A C program that knows the format from its description alone loads what we write, and sees the same bytes.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fnv1a64, hashToHex } from '@assetc/formats';
import {
  decodeVkguideMesh,
  decodeVkguideTexture,
  encodeVkguideTexture,
  readVkguidePage,
} from '@assetc/other-runtimes/vkguide';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileFor } from './decode-meshes.js';
import { sceneModel } from './fixtures.js';

const hasC = process.platform !== 'win32' && spawnSync('cc', ['--version']).status === 0;
const sum = (bytes: Uint8Array): string => hashToHex(fnv1a64(bytes));

describe.skipIf(!hasC)('a C99 loader', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assetc-vkguide-'));
    const flags = ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', '-O1'];
    const source = resolve(import.meta.dirname, 'vkguide-load.c');
    const { status, stderr } = spawnSync('cc', [...flags, source, '-o', join(folder, 'load')], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const load = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const { status, stdout, stderr } = spawnSync(join(folder, 'load'), [path], { encoding: 'utf8' });
    return { status, lines: stdout.trim().split('\n'), stderr };
  };

  const levels = [0, 1, 2, 3, 4, 5].map((n) => {
    const size = 32 >> n;
    // Partly repetitive, partly not: matches, long literals and overlapping copies all occur.
    const pixels = Uint8Array.from({ length: size * size * 4 }, (_, i) => (i & 512 ? (i * i * 31) >> 5 : i & 7));
    return { width: size, height: size, pixels };
  });

  it('reads a .tx of the original form', () => {
    const tx = encodeVkguideTexture({ paged: false, originalFile: 'a "quoted" name.png', levels: levels.slice(0, 1) });
    expect(load('a.tx', tx)).toEqual({
      status: 0,
      lines: [`texture 32 32 ${sum(levels[0]?.pixels ?? new Uint8Array(0))}`],
      stderr: '',
    });
  });

  it('reads every page of a .tx', () => {
    const tx = encodeVkguideTexture({ paged: true, originalFile: 'a.png', levels });
    const lines = levels.map(({ width, pixels }) => `page ${width} ${width} ${sum(pixels)}`);
    expect(load('a.tx', tx)).toEqual({ status: 0, lines, stderr: '' });
    expect(decodeVkguideTexture(tx).pages.map((page) => sum(readVkguidePage(page)))).toEqual(
      levels.map(({ pixels }) => sum(pixels)),
    );
  });

  it.each(['PNCV_F32', 'P32N8C8V16'])('reads compiled meshes of %s, whose bounds hold', async (vkguide) => {
    for (const offset of [0, -1000]) {
      const input = { path: 'm.glb', input: { 'm.glb': sceneModel({ offset }).glb() } };
      const { outputs } = await compileFor('vkguide', input, { vkguide });
      const meshes = outputs.filter(({ suffix }) => suffix.endsWith('.mesh'));
      expect(meshes).toHaveLength(3);
      for (const { bytes } of meshes) {
        const { vertices, indices, vertexCount } = decodeVkguideMesh(bytes);
        const indexBytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength);
        const line = `mesh ${vertexCount} ${indices.length} ${sum(vertices)} ${sum(indexBytes)}`;
        expect(load('m.mesh', bytes)).toEqual({ status: 0, lines: [line], stderr: '' });
      }
    }
  });

  it('refuses a block that is cut off', () => {
    const tx = encodeVkguideTexture({ paged: false, originalFile: 'a.png', levels: levels.slice(0, 1) });
    const view = new DataView(tx.buffer, tx.byteOffset);
    view.setUint32(12, view.getUint32(12, true) - 3, true);
    expect(load('a.tx', tx.subarray(0, tx.length - 3))).toMatchObject({
      status: 1,
      stderr: 'the LZ4 block is malformed\n',
    });
  });
});
