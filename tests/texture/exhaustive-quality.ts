// Encodes a picture in every way that a number could choose, and measures each with its own arithmetic: the oracle of texture.quality.

import { decodeKtx2, decodeTextureLevel, readLevel } from '@assetc/formats';
import { type Choice, choicesFor } from '../../packages/encoder/src/quality/choices.js';
import { encodeBlockTextures, type MipLevel, onThisThread, type PackLevel } from '../../packages/encoder/src/steps.js';
import type { TextureMode } from '../../packages/encoder/src/texture-mode.js';
import type { TextureTarget } from '../../packages/encoder/src/texture-target.js';

export interface Asked {
  readonly levels: readonly MipLevel[];
  readonly mode: TextureMode;
  readonly target: TextureTarget;
  readonly hasAlpha: boolean;
  readonly pack: PackLevel;
  unpack(stored: Uint8Array, length: number): Uint8Array;
}

export interface Measured {
  readonly name: string;
  readonly psnr: number;
  readonly ssim: number;
  /** Of all levels. */
  readonly bytes: number;
}

export const OPTIONS = {
  quality: 'normal',
  metric: 'rgb',
  alphaWeighted: false,
  rdo: 0,
  bc: 'bc7',
  astc: '4x4',
} as const;

/** Every choice of a target, in no order. */
export async function measureAll(asked: Asked): Promise<readonly Measured[]> {
  const { mode, target, hasAlpha } = asked;
  const choices = choicesFor({ mode, target, hasAlpha, rdo: 0, packs: { withRdo: true, without: false } }).flat();
  const measured: Measured[] = [];
  for (const choice of choices) measured.push(await measureOne(asked, choice));
  return measured;
}

async function measureOne({ levels, mode, target, hasAlpha, pack, unpack }: Asked, choice: Choice): Promise<Measured> {
  const { bc, astc, rdo, isPacked } = choice;
  const options = { ...OPTIONS, mode, target, bc, astc, rdo, pack: isPacked ? pack : undefined };
  const surfaces = { chains: [levels], faceCount: 1, layerCount: 0 } as const;
  const [file = new Uint8Array()] = await encodeBlockTextures(surfaces, hasAlpha, [options], onThisThread);
  const ktx = decodeKtx2(file);
  const [first] = ktx.levels;
  if (first === undefined) throw new Error('a file has a level');
  const { rgba } = decodeTextureLevel(ktx, readLevel(first, unpack));
  const { width = 0, height = 0, pixels = rgba } = levels[0] ?? {};
  const channels = mode === 'grayscale' ? [0] : mode === 'normal' ? [0, 1] : hasAlpha ? [0, 1, 2, 3] : [0, 1, 2];
  const hides = hasAlpha && mode === 'color';
  const [a, b] = hides ? [drawn(pixels), drawn(rgba)] : [pixels, rgba];
  return {
    name: choice.name,
    psnr: psnrOf(a, b, channels),
    ssim: ssimOf(a, b, width, height, channels),
    bytes: ktx.levels.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}

/** Colors as they are blended on black. */
const drawn = (pixels: Uint8Array): Uint8Array =>
  pixels.map((value, i) => (i % 4 === 3 ? value : Math.round((value * (pixels[i | 3] ?? 0)) / 255)));

function psnrOf(a: Uint8Array, b: Uint8Array, channels: readonly number[]): number {
  const errors = [...a.keys()].filter((i) => channels.includes(i % 4)).map((i) => ((a[i] ?? 0) - (b[i] ?? 0)) ** 2);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return mean === 0 ? 100 : Math.min(100, 10 * Math.log10(255 ** 2 / mean));
}

/** By the definition: means and variances of every window, texel by texel. */
export function ssimOf(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  height: number,
  channels: readonly number[],
): number {
  const starts = (size: number): readonly number[] => {
    const all: number[] = [];
    for (let at = 0; at === 0 || at + 4 < size; at += 4) all.push(at);
    return all;
  };
  const values: number[] = [];
  for (const channel of channels)
    for (const y of starts(height))
      for (const x of starts(width)) {
        const [u, v]: [number[], number[]] = [[], []];
        for (let j = y; j < Math.min(height, y + 8); j++)
          for (let i = x; i < Math.min(width, x + 8); i++) {
            u.push(a[(j * width + i) * 4 + channel] ?? 0);
            v.push(b[(j * width + i) * 4 + channel] ?? 0);
          }
        const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
        const [mu, mv] = [mean(u), mean(v)];
        const [su, sv] = [mean(u.map((each) => (each - mu) ** 2)), mean(v.map((each) => (each - mv) ** 2))];
        const both = mean(u.map((each, i) => (each - mu) * ((v[i] ?? 0) - mv)));
        const [c1, c2] = [6.5025, 58.5225];
        values.push(((2 * mu * mv + c1) * (2 * both + c2)) / ((mu * mu + mv * mv + c1) * (su + sv + c2)));
      }
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
