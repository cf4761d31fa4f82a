// Our decoders of high dynamic range against Arm's, Chromium's and Pillow's, on random blocks: every mode, reserved and illegal ones too.

import { decodeTexelsHalf, fromHalf, toHalf } from '@assetc/formats';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { decodeHalfsWithAstcenc, hasAstcenc } from './astcenc.js';
import { decodeWithPillow, hasPillow } from './pillow.js';
import { astcChooser, chooseBc6hMode, HEIGHT, randomBlocks, WIDTH } from './random-blocks.js';
import { decodeFloatsWithWebGl } from './webgl.js';

const isMagenta = (halfs: Uint16Array, at: number): boolean =>
  halfs[at] === 0x3c00 && halfs[at + 1] === 0 && halfs[at + 2] === 0x3c00;

describe.skipIf(!hasAstcenc)('astcenc, in high dynamic range', () => {
  const isLegal = (block: Uint8Array): boolean => {
    const halfs = decodeTexelsHalf('astc-4x4-hdr', block, 4, 4);
    return Array.from({ length: 16 }, (_, i) => i * 4).some((at) => !isMagenta(halfs, at));
  };

  it('shows the same halfs; what is illegal is no number to it, magenta to us', () => {
    const blocks = randomBlocks(16, 66, astcChooser(isLegal));
    const ours = decodeTexelsHalf('astc-4x4-hdr', blocks, WIDTH, HEIGHT);
    const theirs = decodeHalfsWithAstcenc(blocks, WIDTH, HEIGHT);
    let wrong = 0;
    let illegal = 0;
    for (let at = 0; at < ours.length; at += 4) {
      const same = [0, 1, 2, 3].every((c) => ours[at + c] === theirs[at + c]);
      const isRefused = isMagenta(ours, at) && theirs[at] === 0xffff;
      if (isRefused) illegal++;
      else if (!same) wrong++;
    }
    expect(wrong).toBe(0);
    expect(illegal).toBeLessThan(ours.length / 4 / 5);
  });
});

describe.skipIf(!hasPillow)('Pillow', () => {
  it('shows the same BC6H, cut to 8 bits between 0 and 1', () => {
    const blocks = randomBlocks(16, 6, chooseBc6hMode);
    const ours = decodeTexelsHalf('bc6h', blocks, WIDTH, HEIGHT);
    const theirs = decodeWithPillow('bc6h', blocks, WIDTH, HEIGHT);
    let different = 0;
    let farthest = 0;
    for (let i = 0; i < ours.length; i++) {
      const away = Math.abs(Math.floor(Math.min(1, fromHalf(ours[i] ?? 0)) * 255) - (theirs[i] ?? 0));
      if (away > 0) different++;
      farthest = Math.max(farthest, away);
    }
    // Pillow widens endpoints of 11 and 12 bits a shade lower than the specification has it: Chromium does as we do.
    expect(farthest).toBeLessThanOrEqual(1);
    expect(different).toBeLessThan(ours.length / 1000);
  });
});

describe.skipIf(browserMissing !== undefined)('Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  it.each(['bc6h', 'bc6h-signed'] as const)('shows the same %s', async (format) => {
    const blocks = randomBlocks(16, 8, chooseBc6hMode);
    const ours = decodeTexelsHalf(format, blocks, WIDTH, HEIGHT);
    const theirs = Uint16Array.from(await decodeFloatsWithWebGl(browser, format, blocks, WIDTH, HEIGHT), toHalf);
    let wrong = 0;
    // 0 may have a sign.
    for (let i = 0; i < ours.length; i++)
      if (ours[i] !== theirs[i] && (((ours[i] ?? 0) | (theirs[i] ?? 0)) & 0x7fff) !== 0) wrong++;
    expect(wrong).toBe(0);
  });
});
