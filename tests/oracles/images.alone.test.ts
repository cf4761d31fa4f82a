// Images of the corpus, encoded by our encoders and decoded by others: they must agree with our decoders. Three images in the short form,
// all of them in the long one.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTexels, decodeTexels16 } from '@assetc/formats';
import { Bc7Encoder, BcEncoder, Etc2Encoder, transcodeUastc, UastcEncoder } from '@assetc/kernels';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { sampleImages } from '../../packages/kernels/src/testing/sample-images.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { countWebGlDifferences, cutOff } from './as-shown.js';
import { decodeWithAstcenc, hasAstcenc } from './astcenc.js';
import { decodeWithPillow, hasPillow } from './pillow.js';
import { decodeWithWebGl } from './webgl.js';

const isLong = process.env.ASSETC_LONG === '1';
const SHORT = ['png/photo_rgba.png', 'photo/64px-Nikon-D3-14bit_srgb8.png', 'png/tbbn3p08.png'];

interface Image {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Whole blocks, not too many. */
function crop(name: string, { width, height, data }: PNG): Image {
  const [w, h] = [width, height].map((n) => Math.min(isLong ? 1024 : 192, n - (n % 4)));
  if (w === undefined || h === undefined) throw new Error('no size');
  const rgba = new Uint8Array(w * h * 4);
  for (let y = 0; y < h; y++) rgba.set(data.subarray(y * width * 4, (y * width + w) * 4), y * w * 4);
  return { name, width: w, height: h, rgba };
}

/** PNG files that are whole, of 4 texels a side and more. */
function corpusImages(): readonly Image[] {
  if (!existsSync(corpusFolder)) return [];
  return readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.png') && !name.startsWith('invalid/') && (isLong || SHORT.includes(name)))
    .sort()
    .map((name) => crop(name, PNG.sync.read(readFileSync(join(corpusFolder, name)))))
    .filter(({ width, height }) => width > 0 && height > 0);
}

const corpus = corpusImages();
const images: readonly Image[] =
  corpus.length === 0 ? sampleImages(64, 64).map(({ name, rgba }) => ({ name, width: 64, height: 64, rgba })) : corpus;

const OPTIONS = { level: 'normal', metric: 'rgb' } as const;
const bc = new BcEncoder();
const bc7 = new Bc7Encoder();
const etc2 = new Etc2Encoder();
const uastc = new UastcEncoder();

const FORMATS = [
  ...(['bc1', 'bc3', 'bc4', 'bc5', 'bc7'] as const),
  ...(['etc2-rgb', 'etc2-rgba', 'eac-r11', 'eac-rg11', 'astc-4x4'] as const),
];

function encode(format: (typeof FORMATS)[number], { rgba, width, height }: Image): Uint8Array {
  const rows = height / 4;
  const blocks = (width / 4) * rows;
  const out = new Uint8Array(blocks * (['bc1', 'bc4', 'etc2-rgb', 'eac-r11'].includes(format) ? 8 : 16));
  switch (format) {
    case 'bc7':
      bc7.encode(rgba, width, height, 0, rows, out, OPTIONS);
      return out;
    case 'astc-4x4': {
      const universal = new Uint8Array(blocks * 16);
      uastc.encode(rgba, width, height, 0, rows, universal, { ...OPTIONS, channels: 'rgba' });
      transcodeUastc(universal, 'astc', out);
      return out;
    }
    case 'etc2-rgb':
    case 'etc2-rgba':
    case 'eac-r11':
    case 'eac-rg11':
      etc2.encode(format, rgba, width, height, 0, rows, out, OPTIONS);
      return out;
    default:
      bc.encode(format, rgba, width, height, 0, rows, out, OPTIONS);
      return out;
  }
}

const encodeAll = (format: (typeof FORMATS)[number]): readonly (Image & { readonly blocks: Uint8Array })[] =>
  images.map((image) => ({ ...image, blocks: encode(format, image) }));

describe.skipIf(browserMissing !== undefined)('images in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  it.each(FORMATS)('show the same %s', async (format) => {
    for (const { name, width, height, blocks } of encodeAll(format)) {
      const theirs = await decodeWithWebGl(browser, format, blocks, width, height);
      expect(countWebGlDifferences(format, blocks, width, height, theirs), name).toBe(0);
    }
  });
});

describe.skipIf(!hasPillow)('images in Pillow', () => {
  it.each(['bc1', 'bc3', 'bc4', 'bc5', 'bc7'] as const)('show the same %s', (format) => {
    for (const { name, width, height, blocks } of encodeAll(format)) {
      const ours =
        format === 'bc7'
          ? decodeTexels(format, blocks, width, height)
          : Uint8Array.from(decodeTexels16(format, blocks, width, height), cutOff);
      expect(Buffer.compare(ours, decodeWithPillow(format, blocks, width, height)), name).toBe(0);
    }
  });
});

describe.skipIf(!hasAstcenc)('images in astcenc', () => {
  it('show the same ASTC, as sRGB', () => {
    for (const { name, width, height, blocks } of encodeAll('astc-4x4')) {
      const theirs = decodeWithAstcenc(blocks, width, height, true);
      expect(Buffer.compare(decodeTexels('astc-4x4-srgb', blocks, width, height), theirs), name).toBe(0);
    }
  });
});
