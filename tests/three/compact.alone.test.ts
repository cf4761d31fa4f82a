// Models with compact vertices, drawn by AssetcLoader next to the same with full ones. The pictures are in build/pictures/three/compact: full, compact, and
// eight times their difference.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { PICTURES } from './compare-pictures.js';
import { Drawing, drawForms, type Subject } from './draw-both.js';

const isLong = process.env.ASSETC_LONG === '1';
const input = join(corpus, 'gltf');
const demo = { input: resolve(import.meta.dirname, '../../examples/demo/assets') };
const times = [0.2, 0.5, 0.9];
const unmerged = { texture: { compress: false }, mesh: { merge: false } };

type Row = Partial<Subject> & { readonly name: string; readonly path: string };

/** Of 255: the mean over the pixels that the model covers. */
const MAX = 0.5;

const SHORT: readonly Row[] = [
  { name: 'fox', path: 'Fox/Fox.glb', times },
  { name: 'two-uvs', path: 'MultiUVTest/MultiUVTest.glb' },
  { name: 'morphs', path: 'AnimatedMorphCube/AnimatedMorphCube.gltf', times },
];

const LONG: readonly Row[] = [
  { name: 'character', path: 'kenney-platformer/character.glb', times, clip: 2 },
  { name: 'mirrored', path: 'NegativeScaleTest/NegativeScaleTest.glb' },
  { name: 'clearcoat', path: 'CompareClearcoat/CompareClearcoat.glb' },
  { name: 'colors', path: 'VertexColorTest/VertexColorTest.glb' },
  { name: 'transforms', path: 'TextureTransformTest/TextureTransformTest.gltf' },
  { name: 'instances', path: 'SimpleInstancing/SimpleInstancing.glb', settings: unmerged },
  { name: 'skeletons', path: 'RecursiveSkeletons/RecursiveSkeletons.glb', times, settings: unmerged },
  { name: 'dragon', path: 'models/dragon.glb', ...demo, times },
  { name: 'fern', path: 'models/fern.gltf', ...demo },
];

const report: string[] = [];

describe.skipIf(browserMissing !== undefined || !existsSync(input))(`compact vertices in ${PICTURES}`, () => {
  let browser: Browser;
  let drawing: Drawing;
  beforeAll(async () => {
    browser = await launchBrowser();
    drawing = await Drawing.open(browser, 'three');
  });
  afterAll(async () => {
    await browser.close();
    if (isLong) console.log(report.join('\n'));
  });

  it.each(isLong ? [...SHORT, ...LONG] : SHORT)('$name looks the same', async ({ name, ...row }) => {
    const settings: NonNullable<Subject['settings']> = { texture: { compress: false }, ...row.settings };
    const mesh = { ...settings.mesh, vertices: 'compact', streams: 'split', indexWidth: 'smallest' };
    const drawn = await drawForms(drawing, `compact/${name}`, { input, ...row, settings }, { mesh });
    expect(drawn.coveredMeans).toHaveLength(row.times?.length ?? 1);
    for (const mean of drawn.coveredMeans) {
      report.push(`compact ${name}: mean ${mean.toFixed(4)}`);
      expect(mean).toBeLessThanOrEqual(MAX);
    }
    expect(drawn.complaints).toEqual([]);
  });
});
