// Environments through their kind and through builds: directions, output files, and what rebuilds them.

import { decodeKtx2, fromHalf, type Ktx2, readEnvironmentLight, validateKtx2 } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { writeExr } from '../../packages/compiler/src/importers/image/testing/write-exr.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { realProject } from '../diagnostics/raise.js';
import { makeHdr } from '../support/make-hdr.js';
import { makePng } from '../support/png.js';

type Light = readonly [number, number, number];
type Values = { readonly [setting: string]: SettingValue };

/** Six marks, one for each axis: +X −X +Y −Y +Z −Z. */
const MARKS: readonly Light[] = [
  [4, 0, 0],
  [0, 4, 0],
  [0, 0, 4],
  [4, 4, 0],
  [0, 4, 4],
  [4, 0, 4],
];
const AXES = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;

/** 64×32: the middle is −Z, u grows to +X, the top is +Y. */
const marked = makeHdr(64, 32, (x, y) => {
  if (y < 4) return MARKS[2] ?? [0, 0, 0];
  if (y >= 28) return MARKS[3] ?? [0, 0, 0];
  const face = [4, 4, 1, 1, 1, 1, 5, 5, 5, 5, 0, 0, 0, 0, 4, 4][Math.floor(x / 4)] ?? 0;
  return MARKS[face] ?? [0, 0, 0];
});

async function compile(
  path: string,
  input: Record<string, Uint8Array>,
  environment: Values = {},
): Promise<TestContext> {
  const settings = { environment, texture: { compress: false, hdrRaw: 'rgba16f' } };
  return new TestContext({ path, input, settings }).compile();
}

/** Halves of level n, decompressed. */
async function halves(ktx: Ktx2, n: number): Promise<Uint16Array> {
  const level = ktx.levels[n];
  if (level === undefined) throw new Error(`there is no level ${n}`);
  const zstd = await loadZstd();
  const bytes =
    level.supercompressionScheme === 0 ? level.bytes : zstd.decompress(level.bytes, level.uncompressedByteLength);
  return new Uint16Array(bytes.slice().buffer);
}

/** What a GPU samples in a direction: the specification's table of major axes. */
async function lookUp(ktx: Ktx2, n: number, [x, y, z]: readonly [number, number, number]): Promise<Light> {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const [face, sc, tc, ma] =
    ax >= ay && ax >= az
      ? x > 0
        ? [0, -z, -y, ax]
        : [1, z, -y, ax]
      : ay >= az
        ? y > 0
          ? [2, x, z, ay]
          : [3, x, -z, ay]
        : z > 0
          ? [4, x, -y, az]
          : [5, -x, -y, az];
  const size = Math.max(1, ktx.pixelWidth >> n);
  const at = (v: number) => Math.min(size - 1, Math.floor(((v / ma + 1) / 2) * size));
  const texels = await halves(ktx, n);
  const from = ((face * size + at(tc)) * size + at(sc)) * 4;
  const [r = 0, g = 0, b = 0] = [0, 1, 2].map((k) => fromHalf(texels[from + k] ?? 0));
  return [r, g, b];
}

const mapOf = (context: TestContext, suffix = '.env.ktx2'): Ktx2 => {
  const bytes = context.output(suffix);
  expect(validateKtx2(bytes)).toEqual([]);
  return decodeKtx2(bytes);
};

describe('orientation', () => {
  it('an equirectangular image has −Z in its middle, +Y on top, and +X to the right of −Z', async () => {
    const context = await compile('sky.env.hdr', { 'sky.env.hdr': marked });
    for (const [face, axis] of AXES.entries()) {
      expect(await lookUp(mapOf(context), 0, axis)).toEqual(MARKS[face]);
      expect(await lookUp(mapOf(context, '.ibl.ktx2'), 0, axis)).toEqual(MARKS[face]);
    }
  });

  it('between the axes, too: east by north-east', async () => {
    // One column lit: 3/4 of the way from −Z to +X.
    const column = 32 + 12;
    const sky = makeHdr(64, 32, (x) => (x === column ? [8, 8, 8] : [0, 0, 0]));
    const context = await compile('sky.env.hdr', { 'sky.env.hdr': sky }, { size: 64 });
    const angle = ((column + 0.5 - 32) / 64) * 2 * Math.PI;
    const [lit] = await lookUp(mapOf(context), 0, [Math.sin(angle), 0, -Math.cos(angle)]);
    const [mirrored] = await lookUp(mapOf(context), 0, [-Math.sin(angle), 0, -Math.cos(angle)]);
    expect(lit).toBeGreaterThan(4);
    expect(mirrored).toBe(0);
  });

  it('environment.rotate turns about +Y: 90 brings +X to −Z, and light turns along', async () => {
    const context = await compile('sky.env.hdr', { 'sky.env.hdr': marked }, { rotate: 90 });
    const moved = [4, 5, 2, 3, 1, 0];
    for (const [face, axis] of AXES.entries())
      expect(await lookUp(mapOf(context), 0, axis)).toEqual(MARKS[moved[face] ?? 0]);
    const straight = readEnvironmentLight(mapOf(await compile('sky.env.hdr', { 'sky.env.hdr': marked }), '.ibl.ktx2'));
    const turned = readEnvironmentLight(mapOf(context, '.ibl.ktx2'));
    // The coefficient of x (third) goes to −z (second).
    for (let c = 0; c < 3; c++)
      expect(turned?.irradiance[2 * 3 + c]).toBeCloseTo(-(straight?.irradiance[3 * 3 + c] ?? 0), 3);
  });
});

const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
/** A face of its own mark, with one corner lit, so that flips and turns show. */
const faceLight = (face: number, x: number, y: number): Light =>
  x < 2 && y < 2 ? [16, 8, face + 1] : (MARKS[face] ?? [0, 0, 0]);
const hdrFaces = Object.fromEntries(
  FACES.map((name, face) => [`sky.env/${name}.hdr`, makeHdr(8, 8, (x, y) => faceLight(face, x, y))]),
);
const pngFace = (face: number) => (x: number, y: number) => rgba(faceLight(face, x, y));
const rgba = ([r, g, b]: Light) => [r * 15, g * 15, b * 15, 255] as const;
const pngFaces = Object.fromEntries(FACES.map((name, face) => [`sky.env/${name}.png`, makePng(8, 8, pngFace(face))]));

type Place = readonly [face: number, x: number, y: number] | undefined;
/** Which texel of which face is at a place of a layout. */
const LAYOUTS: Readonly<Record<string, readonly [columns: number, rows: number, at: (x: number, y: number) => Place]>> =
  {
    'cross of 4×3': [
      4,
      3,
      (x, y) =>
        inGrid(
          [
            [-1, 2, -1, -1],
            [1, 4, 0, 5],
            [-1, 3, -1, -1],
          ],
          x,
          y,
        ),
    ],
    'cross of 3×4': [
      3,
      4,
      (x, y) => {
        const place = inGrid(
          [
            [-1, 2, -1],
            [1, 4, 0],
            [-1, 3, -1],
            [-1, 5, -1],
          ],
          x,
          y,
        );
        return place?.[0] === 5 ? [5, 7 - place[1], 7 - place[2]] : place;
      },
    ],
    'strip of 6×1': [6, 1, (x, y) => inGrid([[0, 1, 2, 3, 4, 5]], x, y)],
    'strip of 1×6': [1, 6, (x, y) => inGrid([[0], [1], [2], [3], [4], [5]], x, y)],
  };

function inGrid(grid: readonly (readonly number[])[], x: number, y: number): Place {
  const face = grid[Math.floor(y / 8)]?.[Math.floor(x / 8)] ?? -1;
  return face < 0 ? undefined : [face, x % 8, y % 8];
}

describe('folders', () => {
  it('six faces of high dynamic range keep their texels', async () => {
    const ktx = mapOf(await compile('sky.env', hdrFaces));
    expect([ktx.pixelWidth, ktx.faceCount, ktx.levels.length]).toEqual([8, 6, 4]);
    const texels = await halves(ktx, 0);
    for (let i = 0; i < 6 * 64; i++) {
      const wanted = faceLight(Math.floor(i / 64), i % 8, Math.floor(i / 8) % 8);
      expect([0, 1, 2].map((k) => fromHalf(texels[i * 4 + k] ?? 0))).toEqual([...wanted]);
    }
  });

  describe.each(Object.entries(LAYOUTS))('a %s', (name, [columns, rows, at]) => {
    const stem = name.split(' ')[0] ?? '';
    it('holds the same as six faces, of high dynamic range or not', async () => {
      const hdr = makeHdr(columns * 8, rows * 8, (x, y) => {
        const place = at(x, y);
        return place === undefined ? [0, 0, 0] : faceLight(...place);
      });
      const png = makePng(columns * 8, rows * 8, (x, y) => {
        const place = at(x, y);
        return place === undefined ? [0, 0, 0, 0] : pngFace(place[0])(place[1], place[2]);
      });
      const wanted = await compile('sky.env', hdrFaces);
      const found = await compile('sky.env', { [`sky.env/${stem}.hdr`]: hdr });
      expect(found.outputs).toEqual(wanted.outputs);
      const plain = await compile('sky.env', { [`sky.env/${stem}.png`]: png });
      expect(plain.outputs).toEqual((await compile('sky.env', pngFaces)).outputs);
    });
  });

  it('plain faces make no light unless asked to, and their cube map stays what it was', async () => {
    const without = await compile('sky.env', pngFaces);
    expect(without.outputs.map(({ suffix }) => suffix)).toEqual(['.env.ktx2']);
    expect(without.derived).toEqual([]);
    const lit = await compile('sky.env', pngFaces, { light: true });
    expect(lit.outputs.map(({ suffix }) => suffix)).toEqual(['.env.ktx2', '.ibl.ktx2']);
    expect(lit.output('.env.ktx2')).toEqual(without.output('.env.ktx2'));
    expect(lit.derived.map(({ base }) => base)).toEqual(['assetc/dfg']);
  });

  it('plain faces are turned and resized as others are', async () => {
    const turned = mapOf(await compile('sky.env', pngFaces, { rotate: 180, size: 4 }));
    expect(turned.pixelWidth).toBe(4);
    const straight = mapOf(await compile('sky.env', pngFaces));
    const faceOf = (ktx: Ktx2, face: number) =>
      levelBytes(ktx, ktx.levels.length - 1).then((b) => b.slice(face * 4, face * 4 + 3));
    // The last level has one texel per face: its mean.
    for (const [a, b] of [
      [0, 1],
      [4, 5],
      [1, 0],
    ] as const) {
      const [found, wanted] = [await faceOf(turned, a), await faceOf(straight, b)];
      for (const [k, value] of wanted.entries()) expect(Math.abs((found[k] ?? 0) - value)).toBeLessThan(10);
    }
  });
});

async function levelBytes(ktx: Ktx2, n: number): Promise<Uint8Array> {
  return new Uint8Array((await halves(ktx, n)).buffer);
}

describe('settings', () => {
  it('environment.exposure is in stops, and environment.clamp keeps hues', async () => {
    const sky = { 'a.env.hdr': makeHdr(16, 8, () => [1, 2, 4]) };
    const brighter = mapOf(await compile('a.env.hdr', sky, { exposure: 1.5 }));
    const [r] = await lookUp(brighter, 0, [1, 0, 0]);
    expect(r).toBeCloseTo(2 ** 1.5, 2);
    const darker = mapOf(await compile('a.env.hdr', sky, { exposure: -1, clamp: 1 }));
    expect(await lookUp(darker, 0, [0, 0, 1])).toEqual([0.25, 0.5, 1]);
  });

  it('environment.levels has roughness go evenly from the first level to the last', async () => {
    const sky = { 'a.env.hdr': makeHdr(64, 32, (x) => [x < 32 ? 1 : 0, 1, 1]) };
    const few = mapOf(await compile('a.env.hdr', sky, { levels: 3 }), '.ibl.ktx2');
    expect(few.levels).toHaveLength(3);
    // The last level is lit from all of a hemisphere: at its rim one half.
    const [rim] = await lookUp(few, 2, [0.05, 0, -1]);
    expect(Math.abs(rim - 0.5)).toBeLessThan(0.08);
    const usual = mapOf(await compile('a.env.hdr', sky), '.ibl.ktx2');
    expect([usual.pixelWidth, usual.levels.length]).toEqual([64, 4]);
  });
});

describe('what an environment is not', () => {
  const exr = (alpha: number | undefined) =>
    writeExr({
      channels: [...(alpha === undefined ? [] : ['A']), 'B', 'G', 'R'].map((name) => ({
        name,
        type: 'half',
        valueAt: (x) => (name === 'A' ? (x < 8 ? 1 : (alpha ?? 1)) : 0.5),
      })),
      dataWindow: [0, 0, 31, 15],
    });
  const raised = async (alpha: number | undefined) => {
    const { diagnostics } = await realProject({ 'a.env.exr': exr(alpha) }).build();
    return diagnostics.map(({ code, severity, file }) => [code, severity, file]);
  };

  it('an EXR image with transparent texels is one with a warning, an opaque one without', async () => {
    expect(await raised(0.5)).toEqual([['environment/alpha', 'warning', 'a.env.exr']]);
    expect(await raised(1)).toEqual([]);
    expect(await raised(undefined)).toEqual([]);
  });

  it('an HDR image among the layers of an array is left out, in so many words', async () => {
    const light = makeHdr(4, 4, () => [1, 1, 1]);
    const layer = { 'a.array/0.png': makePng(4, 4, () => [1, 2, 3, 255]) };
    const mixed = realProject({ ...layer, 'a.array/1.hdr': light });
    const { diagnostics } = await mixed.build();
    expect(diagnostics).toMatchObject([{ code: 'texture/ignored-member', severity: 'warning', file: 'a.array/1.hdr' }]);
    expect(diagnostics[0]?.message).toContain('HDR');
    const plain = realProject(layer);
    await plain.build();
    expect(Object.keys(plain.outputs())).toContain('a.arr.ktx2');
    expect(mixed.outputs()).toEqual(plain.outputs());
  });

  it('an array of HDR images alone is refused', async () => {
    const { diagnostics } = await realProject({ 'a.array/0.hdr': makeHdr(4, 4, () => [1, 1, 1]) }).build();
    const refusal = diagnostics.find(({ severity }) => severity === 'error');
    expect(refusal).toMatchObject({ code: 'texture/empty-array', file: 'a.array' });
    expect(refusal?.message).toContain('HDR');
  });
});

describe('builds', () => {
  const sky = makeHdr(16, 8, () => [1, 2, 3]);
  const TABLE = 'assetc/dfg.ktx2';

  it('the table is there with the first light, once for all, and goes with the last', async () => {
    const project = realProject({ 'a.env.hdr': sky, 'b/c.env.hdr': makeHdr(16, 8, () => [3, 2, 1]) });
    expect((await project.build()).diagnostics).toEqual([]);
    const outputs = () =>
      Object.keys(project.outputs())
        .filter((path) => path.endsWith('.ktx2'))
        .sort();
    expect(outputs()).toEqual(['a.env.ktx2', 'a.ibl.ktx2', TABLE, 'b/c.env.ktx2', 'b/c.ibl.ktx2']);
    project.delete('a.env.hdr');
    await project.build();
    expect(outputs()).toEqual([TABLE, 'b/c.env.ktx2', 'b/c.ibl.ktx2']);
    project.delete('b/c.env.hdr');
    await project.build();
    expect(outputs()).toEqual([]);
  });

  it('a source that would write the table collides with it, and both are named', async () => {
    const project = realProject({ 'a.env.hdr': sky, 'assetc/dfg.png': makePng(4, 4, () => [1, 2, 3, 255]) });
    const { diagnostics } = await project.build();
    expect(diagnostics).toMatchObject([{ code: 'build/output-collision' }]);
    expect(diagnostics[0]?.message).toContain('assetc/dfg.png');
    expect(diagnostics[0]?.message).toContain('a.env.hdr');
  });
});
