// texture.quality by a number chooses what measuring every choice would: on crops of pictures, and in the long form on all of the corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeKtx2, readQualityNote } from '@assetc/formats';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadZstd, ZSTD_LEVELS, type Zstd } from '../../packages/compiler/src/encoding/zstd.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { buildMipChain, encodeToQuality, type MipLevel, onThisThread } from '../../packages/encoder/src/steps.js';
import type { TextureMode } from '../../packages/encoder/src/texture-mode.js';
import { type Asked, type Measured, measureAll, OPTIONS } from './exhaustive-quality.js';

const isLong = process.env.ASSETC_LONG !== undefined;
const SIDE = 112;
const NUMBERS = [34, 40, 46] as const;
const TARGETS = ['astc', 'bc', 'universal', 'etc2'] as const;

interface Case {
  readonly name: string;
  readonly mode: TextureMode;
  readonly image: { readonly width: number; readonly height: number; readonly data: Uint8Array };
}

function crop(file: string, side: number): Case['image'] {
  const { width, height, data } = PNG.sync.read(readFileSync(file));
  const size = { width: Math.min(width, side), height: Math.min(height, side) };
  const out = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++)
    out.set(data.subarray(y * width * 4, (y * width + size.width) * 4), y * size.width * 4);
  return { ...size, data: out };
}

const MODES: readonly TextureMode[] = ['color', 'linear', 'normal', 'grayscale'];

/** In the short form, one crop of a photograph per role, and one with alpha; else all whole, each as color, and crops in the other roles. */
function cases(): readonly Case[] {
  const files = ['photo', 'png'].flatMap((name) =>
    existsSync(join(corpusFolder, name))
      ? readdirSync(join(corpusFolder, name))
          .filter((file) => file.endsWith('.png'))
          .map((file) => join(corpusFolder, name, file))
      : [],
  );
  if (isLong)
    return files.flatMap((file) => {
      const whole: Case = { name: file, mode: 'color', image: crop(file, 1 << 15) };
      const roles = MODES.slice(1).map((mode): Case => ({ name: `${file} ${mode}`, mode, image: crop(file, 128) }));
      return [whole, ...roles];
    });
  const [first = '', second = first] = files.filter((file) => file.includes('500px'));
  const alpha = files.filter((file) => file.endsWith('photo_rgba.png'));
  return [
    ...MODES.map((mode, i): Case => ({ name: mode, mode, image: crop(i % 2 === 0 ? first : second, SIDE) })),
    ...alpha.map((file): Case => ({ name: 'alpha', mode: 'color', image: crop(file, SIDE) })),
  ];
}

/** What choosing per picture saves over the smallest block size that reaches a number on every picture that can. */
class FixedFootprints {
  readonly #sums = new Map<number, { chosen: number; readonly pictures: (readonly Measured[])[] }>();

  add(psnr: number, all: readonly Measured[], chosen: number): void {
    const sums = this.#sums.get(psnr) ?? { chosen: 0, pictures: [] };
    sums.chosen += chosen;
    sums.pictures.push(all);
    this.#sums.set(psnr, sums);
  }

  describe(): string {
    return [...this.#sums]
      .map(([psnr, { chosen, pictures }]) => {
        const names = pictures[0]?.map(({ name }) => name) ?? [];
        const sized = names.flatMap((name) => {
          const each = pictures.map((all) => all.find((one) => one.name === name));
          const reaches = each.every((one) => one !== undefined && one.psnr >= psnr);
          return reaches ? [{ name, bytes: each.reduce((sum, one) => sum + (one?.bytes ?? 0), 0) }] : [];
        });
        const best = sized.sort((a, b) => a.bytes - b.bytes)[0];
        return `${psnr} dB, ${pictures.length} pictures: ${chosen} bytes; ${best?.name} for all: ${best?.bytes}`;
      })
      .join('\n');
  }
}

const hasCorpus = existsSync(join(corpusFolder, 'photo'));

describe.skipIf(!hasCorpus)('texture.quality by a number', () => {
  let zstd: Zstd;
  beforeAll(async () => {
    zstd = await loadZstd();
  });

  async function askedFor({ mode, image }: Case, target: Asked['target']): Promise<Asked> {
    const pixels = Uint8Array.from(image.data);
    const hasAlpha = mode === 'color' && pixels.some((value, i) => i % 4 === 3 && value !== 255);
    const options = { mode, mips: true, filter: 'box', wrap: 'repeat', maxSize: 0, multipleOf: 1 } as const;
    const source = { width: image.width, height: image.height, pixels, hasAlpha };
    const levels: readonly MipLevel[] = await buildMipChain(
      source,
      { ...options, alphaCutoff: null, alphaHides: true },
      onThisThread,
    );
    return {
      ...{ levels, mode, target, hasAlpha },
      pack: async (bytes) => zstd.compress(bytes, ZSTD_LEVELS.normal),
      unpack: (stored, length) => zstd.decompress(stored, length),
    };
  }

  async function choose(asked: Asked, number: { psnr: number } | { ssim: number } | { bytes: number }) {
    const { levels, mode, target, hasAlpha, pack } = asked;
    const surfaces = { chains: [levels], faceCount: 1, layerCount: 0 } as const;
    const how = {
      asked: number,
      options: { ...OPTIONS, mode, target },
      hidesColor: mode === 'color',
      packs: { pack, withRdo: true, without: false },
    };
    const { file, choice } = await encodeToQuality(surfaces, hasAlpha, how, onThisThread);
    expect(readQualityNote(decodeKtx2(file))?.choice).toBe(choice.name);
    return { file, choice };
  }

  /** The smallest that reaches; else the best, and of equally good ones the smallest. */
  function exhaustive(all: readonly Measured[], measure: 'psnr' | 'ssim', number: number): Measured | undefined {
    const reaching = all
      .filter((each) => each[measure] >= number)
      .sort((a, b) => a.bytes - b.bytes || b[measure] - a[measure]);
    return reaching[0] ?? [...all].sort((a, b) => b[measure] - a[measure] || a.bytes - b.bytes)[0];
  }

  it(
    'equals a search of all choices, for PSNR, SSIM and bytes',
    async () => {
      let asked = 0;
      const different: string[] = [];
      const fixed = new FixedFootprints();
      for (const each of cases())
        for (const target of TARGETS) {
          const asking = await askedFor(each, target);
          const all = await measureAll(asking);
          const check = (
            label: string,
            found: string,
            wanted: Measured | undefined,
            measure: 'psnr' | 'ssim',
            least: number,
          ) => {
            asked++;
            // Choices of equal size that are good enough are equally good.
            const own = all.find(({ name }) => name === found);
            const isTie =
              own !== undefined && own.bytes === wanted?.bytes && own[measure] >= Math.min(least, wanted[measure]);
            if (found !== wanted?.name && !isTie)
              different.push(`${each.name} ${target} ${label}: ${found}, not ${wanted?.name}`);
          };
          for (const psnr of NUMBERS) {
            const { choice } = await choose(asking, { psnr });
            const wanted = exhaustive(all, 'psnr', psnr);
            check(`${psnr} dB`, choice.name, wanted, 'psnr', psnr);
            const own = all.find(({ name }) => name === choice.name);
            expect(choice.value).toBeCloseTo(own?.psnr ?? 0, 6);
            expect(choice.bytes).toBe(own?.bytes);
            expect(choice.isReached).toBe((wanted?.psnr ?? 0) >= psnr);
            if (target === 'astc' && choice.isReached) fixed.add(psnr, all, choice.bytes);
          }
          if (each.image.width > 512) continue;
          const { choice } = await choose(asking, { ssim: 0.97 });
          check('SSIM 0.97', choice.name, exhaustive(all, 'ssim', 0.97), 'ssim', 0.97);
          expect(choice.value).toBeCloseTo(all.find(({ name }) => name === choice.name)?.ssim ?? 0, 9);
          const limit = Math.round(Math.max(...all.map(({ bytes }) => bytes)) / 2);
          const { file, choice: fitting } = await choose(asking, { bytes: limit + 2048 });
          const fits = all.filter(({ bytes }) => bytes <= limit);
          const best = [...fits].sort((a, b) => b.psnr - a.psnr || a.bytes - b.bytes)[0];
          check(`${limit} bytes`, fitting.name, best ?? [...all].sort((a, b) => a.bytes - b.bytes)[0], 'psnr', 100);
          if (best !== undefined) expect(file.length).toBeLessThanOrEqual(limit + 2048);
        }
      if (isLong) console.log(fixed.describe());
      if (isLong) console.log(`${asked} searches, ${different.length} different\n${different.join('\n')}`);
      expect(different.length).toBeLessThanOrEqual(asked * 0.01);
      expect(asked).toBeGreaterThanOrEqual(60);
    },
    isLong ? 7_200_000 : undefined,
  );
});
