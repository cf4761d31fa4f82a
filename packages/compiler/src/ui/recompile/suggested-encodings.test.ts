// Better encodings of textures. The oracles: a build with the suggested rule, and the PSNR of its texels to those of the source.

import { readFileSync } from 'node:fs';
import { decodeKtx2, readQualityNote } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { psnr, rgbaPng } from '../../../../../tests/support/compile-texture.js';
import { DiskProject } from '../../../../../tests/support/disk-project.js';
import { decodeTexels } from '../../encoding/texture/decode-texels.js';
import { build, type Config, loadConfig, reportSizes } from '../../index.js';
import { measureChoiceSavings } from '../../inspect/choice-savings.js';
import { Suggestions } from './suggestions.js';

const SIDE = 32;
const shades = (x: number, y: number) => {
  const grain = Math.imul(x * 31 + y * 17, 2654435761) >>> 29;
  return [(x * 3 + grain) & 255, x > 15 ? 60 : 190 - y, (y * 3 + grain) & 255, 255];
};
const smooth = (x: number, y: number) => [x * 2, y * 2, x + y, 255];
const TEXELS = {
  shades,
  smooth,
  hole_c: (x: number, y: number) => [x * 3, y, 40, x > y ? 255 : 0],
} as const;
const NAMES = ['hole_c', 'shades', 'smooth'] as const;

const texelsOf = (name: (typeof NAMES)[number]): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, i) => {
    const at = i >> 2;
    return TEXELS[name](at % SIDE, Math.floor(at / SIDE))[i & 3] ?? 0;
  });
const asDrawn = (rgba: Uint8Array): Uint8Array =>
  rgba.map((value, i) => ((i & 3) === 3 ? value : Math.floor((value * (rgba[i | 3] ?? 0) + 127) / 255)));

describe('better encodings', () => {
  let project: DiskProject;
  const load = async (): Promise<Config> => {
    const { config } = await loadConfig({ cwd: project.root });
    if (config === undefined) throw new Error('the configuration has errors');
    return { ...config, cache: { ...config.cache, dir: project.path('.cache') } };
  };
  const compile = async (text: string): Promise<Config> => {
    project.write('assetc.yml', text);
    const config = await load();
    expect(await build({ config, jobs: 1 })).toMatchObject({ status: 'ok' });
    return config;
  };
  const psnrOf = async (name: (typeof NAMES)[number]): Promise<number> => {
    const [level] = await decodeTexels(
      decodeKtx2(new Uint8Array(readFileSync(project.path(`runtime/${name}.ktx2`)))),
      1,
    );
    const pixels = level?.pixels ?? new Uint8Array();
    return name === 'hole_c' ? psnr(asDrawn(pixels), asDrawn(texelsOf(name))) : psnr(pixels, texelsOf(name), [0, 1, 2]);
  };

  beforeAll(() => {
    project = new DiskProject();
    for (const name of NAMES) project.write(`assets/${name}.png`, rgbaPng(SIDE, SIDE, TEXELS[name]));
  });
  afterAll(() => project.remove());

  it.each(['astc', 'bc', 'universal'])('are what a build with the suggested rule writes, for %s', async (target) => {
    const start = `default:\n  texture: { target: ${target}, quality: fast, astc: 4x4 }\n`;
    const config = await compile(start);
    const before = new Map<string, number>();
    for (const name of NAMES) before.set(`${name}.ktx2`, await psnrOf(name));
    const { choices } = await reportSizes({ config });
    expect(choices.textures.length).toBeGreaterThan(0);
    const saved = choices.textures.map(({ sizeBytes, thenBytes }) => sizeBytes - thenBytes);
    expect(saved).toEqual(saved.toSorted((a, b) => b - a));
    // The same list every time.
    if (target === 'bc') expect((await reportSizes({ config })).choices).toEqual(choices);
    const rules = choices.textures.map(
      ({ path, quality }) =>
        `    - match: ${path.replace('.ktx2', '.png')}\n      texture: { quality: ${JSON.stringify(quality)} }\n`,
    );
    await compile(`${start}  rules:\n${rules.join('')}`);
    for (const name of NAMES) {
      const choice = choices.textures.find(({ path }) => path === `${name}.ktx2`);
      if (choice === undefined) continue;
      const bytes = new Uint8Array(readFileSync(project.path(`runtime/${choice.path}`)));
      expect(bytes.length).toBe(choice.thenBytes);
      expect(readQualityNote(decodeKtx2(bytes))?.choice).toBe(choice.choice);
      expect(await psnrOf(name)).toBeCloseTo(choice.thenPsnr, 3);
      expect(choice.psnr).toBeCloseTo(before.get(choice.path) ?? 0, 3);
      if ('psnr' in choice.quality) {
        expect(choice.thenBytes).toBeLessThan(choice.sizeBytes);
        expect(choice.thenPsnr).toBeGreaterThanOrEqual(Math.min(99, choice.psnr) - 1e-4);
      } else {
        expect(choice.thenBytes).toBeLessThanOrEqual(choice.sizeBytes);
        expect(choice.thenPsnr).toBeGreaterThanOrEqual(choice.psnr + 0.5);
      }
    }
  });

  it('takes the largest textures first, up to a number of texels, and counts the rest', async () => {
    const file = (path: string, settings: object) => ({
      ...{ path, asset: path, kind: 'texture', sizeBytes: 10, settings: JSON.stringify({ texture: settings }) },
    });
    const files = [
      file('a.ktx2', { compress: true, quality: 'normal' }),
      file('chosen.ktx2', { compress: true, quality: { psnr: 40 } }),
      file('raw.ktx2', { compress: false, quality: 'normal' }),
      file('b.ktx2', { compress: true, quality: 'normal' }),
    ];
    await compile('default:\n  texture: { target: bc }\n');
    const bytes = new Uint8Array(readFileSync(project.path('runtime/shades.ktx2')));
    const opened: string[] = [];
    const open = ({ path }: { readonly path: string }) => {
      opened.push(path);
      return undefined;
    };
    const bounds = { fileTexels: SIDE * SIDE, texels: SIDE * SIDE };
    const found = () => measureChoiceSavings(files, () => bytes, open, undefined, bounds);
    expect(await found()).toEqual({ textures: [], unmeasured: 0, unmeasuredBytes: 0 });
    expect(opened).toEqual(['a.ktx2', 'b.ktx2']);
    const trial = { compile: async () => undefined, psnr: async () => undefined };
    const measured = await measureChoiceSavings(
      files,
      () => bytes,
      () => trial,
      undefined,
      bounds,
    );
    expect(measured).toEqual({ textures: [], unmeasured: 1, unmeasuredBytes: 10 });
  });

  it('end when the last page that waits for them goes', async () => {
    const config = await load();
    const signals: AbortSignal[] = [];
    const suggestions = new Suggestions((_, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const records = { ofOutput: () => undefined };
    const [one, two] = [new AbortController(), new AbortController()];
    const answers = [one, two].map(({ signal }) => suggestions.of(config, records, 'v', signal));
    one.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    two.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await Promise.all(answers)).toEqual([0, 1].map(() => ({ list: [], unmeasured: 0 })));
    const next = new AbortController();
    const answer = suggestions.of(config, records, 'v', next.signal);
    expect(signals).toHaveLength(2);
    next.abort();
    await answer;
  });
});
