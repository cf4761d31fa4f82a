// Models of the corpus and of the demo, drawn in Chromium by GLTFLoader from their source and by AssetcLoader from what was compiled of them. The pictures are in
// build/pictures/three: source, compiled, and eight times their difference. Textures are compiled without compression where nothing else is said, so that what
// differs is not the encoder's doing.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import type { ThreeVersion } from './browser-page.js';
import { PICTURES } from './compare-pictures.js';
import { Drawing, type Subject } from './draw-both.js';
import { uvModel } from './uv-model.js';

const isLong = process.env.ASSETC_LONG === '1';
const input = join(corpus, 'gltf');
const demo = { input: resolve(import.meta.dirname, '../../examples/demo/assets') };
const times = [0.2, 0.5, 0.9];
const raw = { texture: { compress: false } };
const unmerged = { ...raw, mesh: { merge: false } };
const generated = { input: { 'm/uvs.glb': uvModel() }, path: 'm/uvs.glb' };

/** Of 255: the mean over all pixels. */
const MAX = 2;
/** Of 255: the mean of any block of 8×8 pixels, with the largest level of each texture alone. An edge that is off by a pixel passes 20, a wrong texture 40. */
const MAX_STRUCTURE = 4;

/** The sea about the island is 60 km wide. */
const ASHORE = { width: 400, height: 300, eye: [11, 6, 18], target: [0, 0, 0], near: 1, far: 1000 };

type Row = Partial<Subject> & { readonly name: string; readonly path: string };

const SHORT: readonly Row[] = [
  { name: 'uvs', ...generated },
  { name: 'fox', path: 'Fox/Fox.glb', times },
  { name: 'character', path: 'kenney-platformer/character.glb', times, clip: 2 },
  { name: 'mirrored', path: 'NegativeScaleTest/NegativeScaleTest.glb' },
  { name: 'clearcoat', path: 'CompareClearcoat/CompareClearcoat.glb' },
  { name: 'transforms', path: 'TextureTransformTest/TextureTransformTest.gltf' },
  { name: 'samplers', path: 'TextureSettingsTest/TextureSettingsTest.gltf' },
  { name: 'colors', path: 'VertexColorTest/VertexColorTest.glb' },
  { name: 'two-uvs', path: 'MultiUVTest/MultiUVTest.glb' },
  { name: 'morphs', path: 'AnimatedMorphCube/AnimatedMorphCube.gltf', times },
  { name: 'instances', path: 'SimpleInstancing/SimpleInstancing.glb', settings: unmerged },
  { name: 'dragon', path: 'models/dragon.glb', ...demo, times },
  { name: 'fern', path: 'models/fern.gltf', ...demo },
  { name: 'island', path: 'models/island.gltf', ...demo, view: ASHORE },
];

const LONG: readonly Row[] = [
  { name: 'glass', path: 'GlassBrokenWindow/GlassBrokenWindow.gltf' },
  { name: 'skeletons', path: 'RecursiveSkeletons/RecursiveSkeletons.glb', times },
  { name: 'many-morphs', path: 'MorphStressTest/MorphStressTest.gltf', times },
  { name: 'parts-that-morph', path: 'MorphPrimitivesTest/MorphPrimitivesTest.gltf' },
  { name: 'interpolation', path: 'InterpolationTest/InterpolationTest.glb', times },
  { name: 'interpolation-8', path: 'InterpolationTest/InterpolationTest.glb', times, clip: 8 },
  { name: 'emissive', path: 'EmissiveStrengthTest/EmissiveStrengthTest.glb' },
  { name: 'unlit', path: 'UnlitTest/UnlitTest.gltf' },
  { name: 'modes', path: 'MeshPrimitiveModes/MeshPrimitiveModes.gltf' },
  { name: 'meshopt', path: 'MeshoptCubeTest/MeshoptCubeTest.gltf' },
  { name: 'box', path: 'BoxAnimated/BoxAnimated.glb', times },
  { name: 'box-unmerged', path: 'BoxAnimated/BoxAnimated.glb', times, settings: unmerged },
  { name: 'fox-unmerged', path: 'Fox/Fox.glb', times, settings: unmerged },
  { name: 'skeletons-unmerged', path: 'RecursiveSkeletons/RecursiveSkeletons.glb', times, settings: unmerged },
  { name: 'mirrored-unmerged', path: 'NegativeScaleTest/NegativeScaleTest.glb', settings: unmerged },
  { name: 'color-cube', path: 'BoxVertexColors/BoxVertexColors.gltf' },
  { name: 'sparse', path: 'SimpleSparseAccessor/SimpleSparseAccessor.gltf' },
];

const report: string[] = [];

describe.skipIf(browserMissing !== undefined || !existsSync(input))(`pictures in ${PICTURES}`, () => {
  let browser: Browser;
  /** One page a version: what a page costs is its first picture. */
  const pages = new Map<ThreeVersion, Drawing>();
  const pageOf = async (version: ThreeVersion): Promise<Drawing> => {
    const page = pages.get(version) ?? (await Drawing.open(browser, version));
    pages.set(version, page);
    return page;
  };
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    if (isLong) console.log(report.join('\n'));
  });

  /** Everything that three says besides is a complaint. */
  function draws(version: ThreeVersion, rows: readonly Row[]): void {
    it.each(rows)('$name looks the same', async ({ name, ...row }) => {
      const drawn = await (await pageOf(version)).draw(`${version}/${name}`, { input, settings: raw, ...row });
      expect(drawn.differences).toHaveLength(row.times?.length ?? 1);
      for (const [i, { mean, lit }] of drawn.differences.entries()) {
        const structure = drawn.plain[i]?.structure ?? Number.NaN;
        report.push(`${version} ${name} ${i}: mean ${mean.toFixed(4)}, structure ${structure.toFixed(3)}`);
        expect(lit).toBeGreaterThan(0.005);
        expect(mean).toBeLessThanOrEqual(MAX);
        expect(structure).toBeLessThanOrEqual(MAX_STRUCTURE);
      }
      expect(drawn.complaints).toEqual([]);
    });
  }

  describe('three of today', () => draws('three', isLong ? [...SHORT, ...LONG] : SHORT));
  describe('three 0.170', () => {
    const some = ['uvs', 'fox', 'clearcoat'];
    draws('three-0170', isLong ? [...SHORT, ...LONG] : SHORT.filter(({ name }) => some.includes(name)));
  });

  describe('textures as they are compiled by default', () => {
    const rows = SHORT.filter(({ name }) => (isLong ? true : ['uvs', 'dragon'].includes(name)));
    it.each(rows)('$name is close', async ({ name, ...row }) => {
      const { differences } = await (await pageOf('three')).draw(`default-quality/${name}`, {
        input,
        ...row,
        times: row.times?.slice(0, 1) ?? [],
        settings: {},
      });
      const [{ mean } = { mean: Number.NaN }] = differences;
      report.push(`default quality ${name}: mean ${mean.toFixed(4)}`);
      expect(mean).toBeLessThanOrEqual(MAX);
    });

    it('tangents are all that is left of a normal map', async () => {
      // Three finds tangents by derivatives where a source has none; the compiler makes those that normal maps are baked with.
      const row = { path: 'models/dragon.glb', ...demo, times: [0.5] };
      const drawing = await pageOf('three');
      const made = await drawing.draw('tangents/mikktspace', { ...row, settings: raw });
      const none = await drawing.draw('tangents/none', {
        ...row,
        settings: { ...raw, mesh: { tangents: 'none' } },
      });
      expect(none.plain[0]?.structure).toBeLessThan(0.2);
      expect(made.plain[0]?.structure).toBeGreaterThan(none.plain[0]?.structure ?? Number.NaN);
    });
  });
});
