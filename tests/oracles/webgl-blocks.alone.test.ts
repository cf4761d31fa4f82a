// Our decoders against Chromium's, on random blocks of every format.

import { ASTC_FOOTPRINTS, decodeTexels } from '@assetc/formats';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { astcSizeOf, randomAstcBlocks } from '../../packages/formats/src/testing/random-astc.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { countWebGlDifferences, isMagenta } from './as-shown.js';
import { astcChooser, chooseBc7Mode, chooseEtc2Mode, HEIGHT, randomBlocks, WIDTH } from './random-blocks.js';
import { decodeWithWebGl } from './webgl.js';

const isLegal = (block: Uint8Array): boolean => {
  const texels = decodeTexels('astc-4x4', block, 4, 4);
  return Array.from({ length: 16 }, (_, i) => i).some((i) => !isMagenta(texels, i));
};

describe.skipIf(browserMissing !== undefined)('Chromium, on random blocks', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  it.each([
    ['bc1', 8, undefined],
    ['bc1-cut-out', 8, undefined],
    ['bc3', 16, undefined],
    ['bc4', 8, undefined],
    ['bc5', 16, undefined],
    ['bc7', 16, chooseBc7Mode],
    ['etc2-rgb', 8, chooseEtc2Mode],
    ['etc2-rgba', 16, undefined],
    ['eac-r11', 8, undefined],
    ['eac-rg11', 16, undefined],
    ['astc-4x4', 16, astcChooser(isLegal)],
  ] as const)('shows the same %s', async (format, blockBytes, choose) => {
    const blocks = randomBlocks(blockBytes, 21, choose);
    const theirs = await decodeWithWebGl(browser, format, blocks, WIDTH, HEIGHT);
    expect(countWebGlDifferences(format, blocks, WIDTH, HEIGHT, theirs)).toBe(0);
  });

  it.each(ASTC_FOOTPRINTS)('shows the same ASTC of %s', async (footprint) => {
    const [width, height] = astcSizeOf(footprint);
    const [columns, rows] = [40, process.env.ASSETC_LONG === '1' ? 250 : 12];
    const blocks = randomAstcBlocks(columns * rows, footprint, 5);
    const size = [columns * width, rows * height] as const;
    const theirs = await decodeWithWebGl(browser, `astc-${footprint}`, blocks, ...size);
    expect(countWebGlDifferences(`astc-${footprint}`, blocks, ...size, theirs)).toBe(0);
  });
});
