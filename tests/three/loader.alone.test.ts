// The loader in Chromium, apart from what models look like: sources, sharing, freeing, reloading, failures, and what is no model.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeHpack } from '@assetc/formats';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { rgbaPng } from '../support/compile-texture.js';
import type * as pageModule from './behavior-page.js';
import { bundlePage, HOST, type OpenPage, openPage, type ThreeVersion } from './browser-page.js';
import { compare, keepPictures } from './compare-pictures.js';
import { compileFiles } from './compiled-files.js';
import { quadModel } from './quad-model.js';

declare const assetcPage: typeof pageModule;

const input = join(corpus, 'gltf');
const demo = resolve(import.meta.dirname, '../../examples/demo/assets');
const SOURCE = `${HOST}/out`;

/** By direction: +X −X +Y −Y +Z −Z. */
const FACES = {
  px: [255, 0, 0],
  nx: [0, 255, 255],
  py: [0, 255, 0],
  ny: [255, 0, 255],
  pz: [0, 0, 255],
  nz: [255, 255, 0],
} as const;
const faceFiles = Object.fromEntries(
  Object.entries(FACES).map(([name, color]) => [`sky/marked.env/${name}.png`, rgbaPng(16, 16, () => [...color, 255])]),
);

function gridModel(): Uint8Array {
  const builder = new GltfBuilder();
  addGrid(builder, 40);
  return builder.glb();
}

/** Radiance's format without run lengths: 0.5, 0.25 and 0.125 everywhere. */
const LIGHT = Buffer.concat([
  Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 16\n'),
  Buffer.from(Array.from({ length: 16 * 16 }, () => [128, 64, 32, 128]).flat()),
]);

/** A panorama as Radiance has it, of the colors of the faces: its center is −Z, and u grows to +X. */
function panorama(width: number): Buffer {
  const height = width / 2;
  const texels: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [turn, up] = [((x + 0.5) / width - 0.5) * 2 * Math.PI, (0.5 - (y + 0.5) / height) * Math.PI];
      const [dx, dy, dz] = [Math.sin(turn) * Math.cos(up), Math.sin(up), -Math.cos(turn) * Math.cos(up)];
      const most = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
      const axis =
        most === Math.abs(dx)
          ? dx > 0
            ? 'px'
            : 'nx'
          : most === Math.abs(dy)
            ? dy > 0
              ? 'py'
              : 'ny'
            : dz > 0
              ? 'pz'
              : 'nz';
      texels.push(...FACES[axis].map((value) => value >> 1), 129);
    }
  const head = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(texels)]);
}

/** Red first; 1 at the far end of each axis. */
const CUBE = `LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n`;

/** Compiled once for both versions of three. */
const compiled: { files?: Promise<Map<string, Uint8Array>> } = {};
const compileAll = () =>
  compileFiles([
    { path: 'Fox/Fox.glb', input },
    { path: 'AnimatedMorphCube/AnimatedMorphCube.gltf', input },
    { path: 'SimpleInstancing/SimpleInstancing.glb', input, settings: { mesh: { merge: false } } },
    { path: 'MultiUVTest/MultiUVTest.glb', input },
    { path: 'CubeVisibility/CubeVisibility.glb', input },
    { path: 'AnimatedColorsCube/AnimatedColorsCube.glb', input },
    { path: 'Cameras/Cameras.gltf', input },
    { path: 'quad.glb', input: { 'quad.glb': quadModel([200, 20, 20]) } },
    { path: 'grid.glb', input: { 'grid.glb': gridModel() } },
    { path: 'sky/marked.env', input: faceFiles },
    {
      path: 'sky/round.env.hdr',
      input: { 'sky/round.env.hdr': panorama(64) },
      settings: { environment: { light: false } },
    },
    { path: 'sky/lit.env.hdr', input: { 'sky/lit.env.hdr': panorama(128) } },
    { path: 'fonts/righteous.ttf', input: demo },
    { path: 'grade/corner.lut.cube', input: { 'grade/corner.lut.cube': CUBE } },
    ...['gray.r.png', 'bumps.n.png', 'wall.png'].map((path) => ({
      path,
      input: { [path]: rgbaPng(16, 16, (x, y) => [x * 16, y * 16, 90, 255]) },
    })),
  ]);

/** Of eight assets each. */
const ROUNDS = process.env.ASSETC_LONG === '1' ? 25 : 2;

describe.skipIf(browserMissing !== undefined || !existsSync(input)).each<ThreeVersion>(['three', 'three-0170'])(
  'AssetcLoader with %s',
  (version) => {
    let browser: Browser;
    let opened: OpenPage;
    let files: Map<string, Uint8Array>;
    let pack: Uint8Array;
    const changes = new Map<string, () => void>();
    const asked: string[] = [];

    beforeAll(async () => {
      compiled.files ??= compileAll();
      files = new Map(await compiled.files);
      pack = encodeHpack([...files].map(([path, bytes]) => ({ path, bytes })));
      browser = await launchBrowser();
      const served = {
        get(path: string) {
          asked.push(path);
          if (path === 'all.hpack') return pack;
          changes.get(path)?.();
          return changes.has(path) ? new Uint8Array(1) : files.get(path.replace(/^out\//, ''));
        },
      };
      opened = await openPage(browser, await bundlePage('behavior-page.ts', version), served);
    });
    afterAll(() => browser.close());

    it(`leaves nothing on the GPU of ${ROUNDS * 8} assets that were loaded and freed`, async () => {
      const names = [
        'Fox/Fox',
        'AnimatedMorphCube/AnimatedMorphCube',
        'SimpleInstancing/SimpleInstancing',
        'quad',
        'AnimatedColorsCube/AnimatedColorsCube',
        'Cameras/Cameras',
      ];
      const { start, most, end, loads, left } = await opened.page.evaluate(
        ([source, models, rounds]) =>
          assetcPage.loadAndFree(source, models, rounds, 'sky/marked.env', 'fonts/righteous'),
        [SOURCE, names, ROUNDS] as const,
      );
      expect(loads).toBe(ROUNDS * 8);
      expect(most.textures).toBeGreaterThan(start.textures + 3);
      expect(end).toEqual(start);
      expect(left).toBe(2);
    });

    it('shares what is loaded twice, and frees it with the last', async () => {
      const { before, one, two, left, none, isOneTree } = await opened.page.evaluate(
        (source) => assetcPage.share(source, 'MultiUVTest/MultiUVTest'),
        SOURCE,
      );
      expect(isOneTree).toBe(false);
      expect(one.textures).toBeGreaterThan(before.textures);
      expect([two, left, none]).toEqual([one, one, before]);
    });

    it('puts a changed texture into the object that shows it', async () => {
      changes.set('out/change-texture', () => {
        files.set('quad/tex_0.ktx2', changed.get('quad/tex_0.ktx2') ?? new Uint8Array(0));
      });
      const kept = new Map(files);
      const changed = await compileFiles([{ path: 'quad.glb', input: { 'quad.glb': quadModel([20, 30, 200]) } }]);
      const result = await opened.page.evaluate(
        ([source, change]) => assetcPage.reload(source, 'quad', ['quad/tex_0.ktx2'], change),
        [SOURCE, `${SOURCE}/change-texture`] as const,
      );
      files = kept;
      expect(result.before[0]).toBeGreaterThan(150);
      expect(result.after[2]).toBeGreaterThan(150);
      expect(result.after[0]).toBeLessThan(60);
      expect(result).toMatchObject({ changed: ['quad/tex_0.ktx2'], replaced: 0, isSameRoot: true });
    });

    it('replaces a model below its root when its files, or the kind of its texture, change', async () => {
      const kept = new Map(files);
      const changed = await compileFiles([{ path: 'quad.glb', input: { 'quad.glb': quadModel([20, 200, 30]) } }], {
        compress: false,
      });
      changes.set('out/change-model', () => {
        files = new Map([...files, ...changed]);
      });
      for (const paths of [['quad/tex_0.ktx2'], ['quad.hmesh', 'quad.hmat', 'quad/tex_0.ktx2']]) {
        const result = await opened.page.evaluate(
          ([source, list, change]) => assetcPage.reload(source, 'quad', list, change),
          [SOURCE, paths, `${SOURCE}/change-model`] as const,
        );
        files = new Map(kept);
        expect(result.before[0]).toBeGreaterThan(150);
        expect(result.after[1]).toBeGreaterThan(150);
        expect(result.after[0]).toBeLessThan(60);
        expect(result).toMatchObject({ replaced: 1, isSameRoot: true });
      }
    });

    it('reads a pack by ranges, and one that it was given', async () => {
      asked.length = 0;
      const remote = await opened.page.evaluate((url) => assetcPage.share(url, 'quad'), `${HOST}/all.hpack`);
      expect(remote.one.textures).toBe(remote.before.textures + 1);
      expect(new Set(asked)).toEqual(new Set(['all.hpack']));
      const given = await opened.page.evaluate(async (url) => {
        const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
        const loader = assetcPage.makeLoader(bytes);
        const model = await loader.loadModel('quad');
        loader.dispose();
        return model.path;
      }, `${HOST}/all.hpack`);
      expect(given).toBe('quad.hmesh');
    });

    it('names the file and what is wrong with it', async () => {
      const kept = new Map(files);
      files.set('broken.hmesh', new Uint8Array(100));
      files.set('quad/tex_0.ktx2', (files.get('quad/tex_0.ktx2') ?? new Uint8Array(0)).slice(0, 90));
      const say = (source: string, load: Parameters<typeof assetcPage.failure>[1], name: string) =>
        opened.page.evaluate(([at, how, what]) => assetcPage.failure(at, how, what), [source, load, name] as const);
      expect((await say(SOURCE, 'loadModel', 'nowhere')).message).toBe('nowhere.hmesh is not there');
      expect((await say(SOURCE, 'loadModel', 'broken')).message).toMatch(/^broken\.hmesh: .+at byte/);
      expect((await say(SOURCE, 'loadModel', 'quad')).message).toMatch(/^quad\/tex_0\.ktx2: .+at byte/);
      expect((await say(SOURCE, 'loadEnvironment', 'wall')).message).toBe('wall.ktx2 is not a cube map');
      expect((await say(SOURCE, 'loadLut', 'wall')).message).toBe('wall.ktx2 is not a lookup table');
      expect((await say(`${HOST}/elsewhere`, 'loadFont', 'x')).message).toBe(
        `${HOST}/elsewhere: assets.hman is not there: is this the output of a whole build?`,
      );
      files = kept;
    });

    it('gives up for whom a signal asks, and for all when it is disposed of', async () => {
      const result = await opened.page.evaluate((source) => assetcPage.abort(source, 'Fox/Fox'), SOURCE);
      expect(result).toEqual(['AbortError', 'Fox/Fox.hmesh', 'the loader is disposed']);
    });

    it('draws fewer triangles from afar', async () => {
      const from = (lods: 'screen' | 'objects' | 'off') =>
        opened.page.evaluate(([source, how]) => assetcPage.levels(source, 'grid', how, [3, 400, 3]), [
          SOURCE,
          lods,
        ] as const);
      const [near = 0, far = 0, again = 0] = await from('screen');
      expect(far).toBeLessThan(near * 0.6);
      expect(again).toBe(near);
      const [objectsNear = 0, objectsFar = 0] = await from('objects');
      expect(objectsNear).toBe(near);
      expect(objectsFar).toBeLessThan(near * 0.6);
      expect(await from('off')).toEqual([near, near, near]);
    });

    it('takes textures as the device does, and as RGBA8 without one', async () => {
      const names = ['wall', 'bumps.n', 'gray.r', 'sky/marked.env'];
      const facts = (options: object) =>
        opened.page.evaluate(([source, list, more]) => assetcPage.textures(source, list, more), [
          SOURCE,
          names,
          options,
        ] as const);
      const [wall, bumps, gray, sky] = await facts({});
      expect([wall?.class, wall?.colorSpace]).toEqual(['CompressedTexture', 'srgb']);
      expect([bumps?.class, bumps?.colorSpace]).toEqual(['CompressedTexture', '']);
      expect([gray?.class, sky?.class]).toEqual(['CompressedTexture', 'CompressedCubeTexture']);
      const inThread = await facts({ workers: 0 });
      expect(inThread.map(({ format }) => format)).toEqual([wall, bumps, gray, sky].map((each) => each?.format));
      const plain = await facts({ renderer: {} });
      expect(plain.map((each) => each.class)).toEqual(['DataTexture', 'DataTexture', 'DataTexture', 'CubeTexture']);
    });

    it('shows high dynamic range in every format, as the device has it and as half floats', async () => {
      const kept = new Map(files);
      const settings = [
        ['universal', { target: 'universal' }],
        ['bc', { target: 'bc' }],
        ['astc', { target: 'astc' }],
        ['shared-exponent', { compress: false, hdrRaw: 'rgb9e5' }],
        ['halfs', { compress: false, hdrRaw: 'rgba16f' }],
      ] as const;
      for (const [name, texture] of settings) {
        const path = `light/${name}.hdr`;
        const made = await compileFiles([{ path, input: { [path]: LIGHT }, settings: { texture } }]);
        files = new Map([...files, ...made]);
      }
      for (const [name] of settings)
        for (const options of [{}, { renderer: {} }]) {
          const { pixel } = await opened.page.evaluate(([source, what, more]) => assetcPage.shown(source, what, more), [
            SOURCE,
            `light/${name}`,
            options,
          ] as const);
          // sRGB of the three.
          for (const [i, wanted] of [188, 137, 99].entries())
            expect(Math.abs((pixel[i] ?? 0) - wanted), name).toBeLessThan(4);
        }
      files = kept;
    });

    it.each([
      ['faces', 'sky/marked.env'],
      ['a panorama', 'sky/round.env'],
    ])('shows an environment of %s where it says', async (_, name) => {
      const { seen, mirrored } = await opened.page.evaluate(([source, what]) => assetcPage.directions(source, what), [
        SOURCE,
        name,
      ] as const);
      const nearest = (pixel: readonly number[]): string =>
        Object.entries(FACES).sort(([, a], [, b]) => distance(a, pixel) - distance(b, pixel))[0]?.[0] ?? '';
      expect(seen.map(nearest)).toEqual(Object.keys(FACES));
      expect(nearest(mirrored)).toBe('pz');
    });

    it('lights surfaces by the light of the compiler as by what three filters itself, which it then does not', async () => {
      const lit = await opened.page.evaluate(
        (source) => assetcPage.litBoth(source, 'sky/lit.env', 'sky/lit.ibl'),
        SOURCE,
      );
      const { width, height, programs } = lit;
      const [byThree, byCompiler] = [lit.byThree, lit.byCompiler].map((pixels) => ({
        width,
        height,
        pixels: Uint8Array.from(pixels),
      }));
      if (byThree === undefined || byCompiler === undefined) throw new Error('two pictures');
      await keepPictures(`light/${version}`, byThree, byCompiler);
      const difference = compare(byThree, byCompiler);
      expect(difference.lit).toBeGreaterThan(0.2);
      // Older versions blur cube maps, where the compiler and current ones integrate GGX.
      expect(difference.mean).toBeLessThan(version === 'three' ? 1 : 3);
      expect(programs.filter((name) => /CubeUV|Gaussian|PMREM/i.test(name))).toEqual([]);
      const wrong = opened.page.evaluate((source) => assetcPage.litBoth(source, 'sky/lit.env', 'sky/lit.env'), SOURCE);
      await expect(wrong).rejects.toThrow(/sky\/lit\.env\.ktx2 is no light of an environment/);
    });

    it('hands out tables in three dimensions', async () => {
      const table = await opened.page.evaluate((source) => assetcPage.lut(source, 'grade/corner.lut'), SOURCE);
      expect(table).toEqual({
        class: 'Data3DTexture',
        size: [2, 2, 2],
        texels: [0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 0, 255],
        colorSpace: '',
      });
    });

    it('writes text with a font, in its middle', async () => {
      const { rows, width, height, quads, min, max } = await opened.page.evaluate(
        (source) => assetcPage.text(source, 'fonts/righteous', 'HI I'),
        SOURCE,
      );
      expect(quads).toBe(3);
      expect((min?.[0] ?? 0) + (max?.[0] ?? 0)).toBeCloseTo(0, 1);
      const at = (x: number, y: number): number => rows[(y * width + x) * 4] ?? 0;
      const row = Array.from({ length: width }, (_, x) => at(x, height / 2));
      // The bars of H are joined in its middle, those of the two I stand by themselves, between them a space.
      const strokes = row
        .map((value) => (value > 128 ? '#' : ' '))
        .join('')
        .trim()
        .split(/ +/);
      expect(strokes).toHaveLength(3);
      expect(strokes[0]?.length).toBeGreaterThan((strokes[1]?.length ?? 0) * 2);
      expect(strokes[1]?.length).toBeCloseTo(strokes[2]?.length ?? 0, -1);
    });

    it('plays what clips do to nodes, materials and lights', async () => {
      const play = (name: string, time: number) =>
        opened.page.evaluate(([source, what, when]) => assetcPage.play(source, what, when), [
          SOURCE,
          name,
          time,
        ] as const);
      const [start, later] = [
        await play('AnimatedColorsCube/AnimatedColorsCube', 0),
        await play('AnimatedColorsCube/AnimatedColorsCube', 1),
      ];
      expect(start.clips).toBeGreaterThan(0);
      expect(start.objects[0]?.color).not.toEqual(later.objects[0]?.color);
      const shown = await Promise.all(
        [0, 0.5, 1, 1.5, 2, 2.5, 3].map((time) => play('CubeVisibility/CubeVisibility', time)),
      );
      const counts = new Set(shown.map(({ objects }) => objects.filter(({ visible }) => visible).length));
      expect(counts.size).toBeGreaterThan(1);
      expect((await play('Cameras/Cameras', 0)).cameras).toEqual(['PerspectiveCamera', 'OrthographicCamera']);
    });

    it('says nothing that it need not', () => {
      const odd = opened.complaints.filter((text) => !/ReadPixels|software WebGL|404/.test(text));
      expect(odd).toEqual([]);
    });
  },
);

const distance = (a: readonly number[], b: readonly number[]): number =>
  [0, 1, 2].reduce((sum, i) => sum + ((a[i] ?? 0) - (b[i] ?? 0)) ** 2, 0);
