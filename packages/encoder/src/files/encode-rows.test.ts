import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Image, RowImage } from '../image.js';
import { buildMipChain } from '../mips/mip-chain.js';
import { onThisThread } from '../on-this-thread.js';
import type { TextureMode } from '../texture-mode.js';
import type { AstcChoice, BcChoice, TextureTarget } from '../texture-target.js';
import { encodeBlockTextures } from './block-textures.js';
import { encodeRows } from './encode-rows.js';

const TARGETS: readonly TextureTarget[] = ['universal', 'bc', 'astc', 'etc2'];

type Alpha = (x: number, y: number) => number;

interface Made {
  readonly image: Image;
  readonly rows: RowImage;
  readonly reads: () => number;
}

/** `alpha` from 0 to 1. If undefined, the source does not know whether it is transparent. Rows come in batches of seven. */
function make(width: number, height: number, isWide: boolean, alpha: Alpha | undefined): Made {
  const full = isWide ? 65535 : 255;
  const pixels = isWide ? new Uint16Array(width * height * 4) : new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const noise = Math.imul(x * 31 + y * 17 + 5, 2654435761) >>> 0;
      const at = (y * width + x) * 4;
      pixels[at] = Math.floor((full * ((x * 3 + y) % 50)) / 60) + (noise % (full >> 3));
      pixels[at + 1] = Math.floor((full * (y % 31)) / 40) + ((noise >> 8) % (full >> 4));
      pixels[at + 2] = noise % (full + 1);
      pixels[at + 3] = Math.round((alpha?.(x, y) ?? 1) * full);
    }
  const hasAlpha = pixels.some((value, i) => i % 4 === 3 && value !== full);
  let reads = 0;
  const bytes = new Uint8Array(pixels.buffer);
  const rowBytes = width * pixels.BYTES_PER_ELEMENT * 4;
  const rows: RowImage = {
    width,
    height,
    isWide,
    mayBeTransparent: alpha !== undefined,
    async read(take) {
      reads++;
      for (let y = 0; y < height; y += 7) {
        const count = Math.min(7, height - y);
        if (!(await take(bytes.subarray(y * rowBytes, (y + count) * rowBytes), y, count))) return false;
      }
      return true;
    },
  };
  return { image: { width, height, pixels, hasAlpha }, rows, reads: () => reads };
}

interface Settings {
  readonly mode?: TextureMode;
  readonly mips?: boolean;
  readonly alphaHides?: boolean;
  readonly rdo?: number;
  readonly isPacked?: boolean;
  readonly targets?: readonly TextureTarget[];
  readonly bc?: BcChoice;
  readonly astc?: AstcChoice;
}

async function both({ image, rows }: Made, settings: Settings = {}) {
  const {
    mode = 'color',
    mips = true,
    alphaHides = true,
    rdo = 0,
    isPacked = false,
    targets = ['universal'],
    bc = 'bc7',
    astc = '4x4',
  } = settings;
  const pack = isPacked ? (bytes: Uint8Array) => deflateSync(bytes) : undefined;
  const wanted = targets.map(
    (target) =>
      ({ mode, target, bc, astc, quality: 'fast', metric: 'rgb', alphaWeighted: alphaHides, rdo, pack }) as const,
  );
  const options = { mode, mips, filter: 'box', wrap: 'repeat', maxSize: 0, alphaCutoff: null, alphaHides } as const;
  const byRows = await encodeRows(rows, { mode, mips, alphaHides, wrap: 'repeat' }, wanted, onThisThread, {
    bandTexels: image.width * 9,
    wholeTexels: 64,
  });
  const { width, height, hasAlpha } = image;
  const pixels = image.pixels.slice();
  rows.convert?.(pixels);
  const chain = await buildMipChain({ width, height, pixels, hasAlpha }, options, onThisThread);
  const surfaces = { chains: [chain], faceCount: 1, layerCount: 0 } as const;
  const whole = await encodeBlockTextures(surfaces, hasAlpha, wanted, onThisThread);
  const join = (files: readonly Uint8Array[]) => Buffer.concat(files);
  return { same: join(byRows).equals(join(whole)), byRows: join(byRows), whole: join(whole) };
}

const SIZES: readonly (readonly [number, number])[] = [
  [64, 64],
  [61, 87],
  [130, 33],
  [1, 70],
  [75, 1],
  [3, 5],
  [128, 127],
];

const ALPHAS: Readonly<Record<string, Alpha | undefined>> = {
  'none in the file': undefined,
  'full everywhere': () => 1,
  everywhere: (x, y) => ((x ^ y) % 8) / 7,
  'in the last texel': (x, y) => (x === 0 && y === 32 ? 0.25 : 1),
  'hidden but for the end': (_, y) => (y < 30 ? 0 : 1),
  'hidden altogether': () => 0,
};

describe('an image that is encoded by rows', () => {
  for (const [width, height] of SIZES)
    for (const [name, alpha] of Object.entries(ALPHAS))
      it(`gives the bytes of the whole one: ${width}×${height}, alpha ${name}`, async () => {
        for (const isWide of [false, true]) {
          const { same, byRows } = await both(make(width, height, isWide, alpha));
          expect(same).toBe(true);
          expect(byRows.length).toBeGreaterThan(100);
        }
      });

  it('does so in every mode, without mips, under rate-distortion and packed', async () => {
    const made = make(150, 531, false, ALPHAS.everywhere);
    for (const mode of ['linear', 'normal', 'grayscale'] as const) expect((await both(made, { mode })).same).toBe(true);
    for (const settings of [{ mips: false }, { rdo: 1, isPacked: true }, { isPacked: true }])
      expect((await both(made, settings)).same).toBe(true);
  });

  it('does so for every target, and for several at once', async () => {
    for (const alpha of [ALPHAS['full everywhere'], ALPHAS['in the last texel'], ALPHAS.everywhere]) {
      const made = make(61, 87, false, alpha);
      for (const mode of ['color', 'grayscale'] as const) {
        for (const target of TARGETS) expect((await both(made, { mode, targets: [target] })).same).toBe(true);
        expect((await both(made, { mode, targets: TARGETS })).same).toBe(true);
        expect((await both(made, { mode, targets: TARGETS, bc: 'small' })).same).toBe(true);
        expect((await both(made, { mode, targets: TARGETS, rdo: 1, isPacked: true })).same).toBe(true);
      }
    }
  });

  it('does so for several block sizes of ASTC at once', async () => {
    const made = make(61, 187, false, ALPHAS.everywhere);
    for (const astc of ['6x5', '12x12', 'auto'] as const)
      expect((await both(made, { targets: ['astc', 'universal'], astc, rdo: 0.5 })).same).toBe(true);
  });

  it('does so if alpha is data, which needs no assumption', async () => {
    for (const width of [64, 61])
      for (const alpha of Object.values(ALPHAS)) {
        const made = make(width, 64, false, alpha);
        expect((await both(made, { alphaHides: false })).same).toBe(true);
        expect(made.reads()).toBe(1);
      }
    const made = make(64, 64, false, ALPHAS.everywhere);
    const { whole } = await both(made, { alphaHides: false });
    expect(Buffer.compare(whole, (await both(made)).whole)).not.toBe(0);
  });

  it('converts texels before it uses them', async () => {
    const made = make(90, 70, true, undefined);
    const convert = (texels: Uint8Array | Uint16Array) => {
      for (let i = 0; i < texels.length; i += 4) texels[i] = 65535 - (texels[i] ?? 0);
    };
    const plain = await both(made);
    const converted = await both({ ...made, rows: { ...made.rows, convert } });
    expect(converted.same).toBe(true);
    expect(Buffer.compare(converted.whole, plain.whole)).not.toBe(0);
  });

  it('reads an image twice only if transparent texels come late and sizes are odd', async () => {
    const late: Alpha = (x, y) => (x === 0 && y === 60 ? 0.25 : 1);
    for (const [width, alpha, reads] of [
      [64, late, 1],
      [61, late, 2],
      [61, ALPHAS.everywhere, 1],
      [61, undefined, 1],
      [61, ALPHAS['hidden altogether'], 2],
    ] as const) {
      const made = make(width, 64, false, alpha);
      expect((await both(made)).same).toBe(true);
      expect(made.reads()).toBe(reads);
    }
  });
});
