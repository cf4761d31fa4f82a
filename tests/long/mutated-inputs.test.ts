// Damaged sources of every kind: each compiles to files that our validators accept, or is rejected with a diagnostic that names a
// file. tests/gltf/fuzz.test.ts does the same for glTF with mutations that know its structure.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { exifSegment, writeJpeg } from '../../packages/compiler/src/importers/image/testing/write-jpeg.js';
import { writePng } from '../../packages/compiler/src/importers/image/testing/write-png.js';
import { vp8l, webpContainer } from '../../packages/compiler/src/importers/image/testing/write-webp.js';
import { validateFile } from '../../packages/compiler/src/inspect/validate-file.js';
import { type TinyFont, writeTinyFont } from '../../packages/compiler/src/kinds/font/testing/tiny-font.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { makePng } from '../support/png.js';
import { mutate, Random, rounds } from './random.js';

interface Sample {
  readonly path: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const picture = (n: number) => makePng(n, n, (x, y) => [x * 30, y * 30, (x * y) & 255, 255 - x]);
const single = (path: string, bytes: Uint8Array): Sample => ({ path, files: { [path]: bytes } });

const OBJ = `mtllib a.mtl
v 0 0 0
v 1 0 0
v 1 1 0 0.5 0.5 0.5
v 0 1 0.25
vt 0 0
vt 1 0
vt 1 1
vn 0 0 1
usemtl Red
s 1
f 1/1/1 2/2/1 3/3/1 4/1/1
f -4 -3 -2
`;
const MTL = 'newmtl Red\nKd 1 0.5 0.25\nNs 100\nd 0.5\nmap_Kd -s 2 2 1 a.png\nPr 0.5\nKe 1 1 1\n';
const CUBE = `TITLE "x"\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\nLUT_3D_SIZE 2\n${'0.5 0.25 1\n'.repeat(8)}`;
const MAT = `- name: Oak
  baseColorFactor: [1, 0.9, 0.8, 1]
  alphaMode: MASK
  textures: { baseColor: a.png, normal: a.png }
- { name: Two, roughnessFactor: 0.5, emissiveFactor: [1, 2, 3] }
`;
const FONT: TinyFont = {
  glyphs: [
    {
      codepoint: 0,
      advance: 500,
      contours: [
        [
          [0, 0],
          [0, 500],
          [500, 0],
        ],
      ],
    },
    {
      codepoint: 0x41,
      advance: 600,
      contours: [
        [
          [0, 0],
          [0, 500],
          [500, 0],
        ],
      ],
    },
  ],
  kerning: [[1, 1, -20]],
};

function generated(): readonly Sample[] {
  const model = new GltfBuilder();
  addGrid(model, 2);
  model.node({ mesh: 0 });
  const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map((face) => [`s.env/${face}.png`, picture(4)]);
  const samples = Array.from({ length: 8 * 8 }, (_, i) => i & 1);
  const greens = Array.from({ length: 16 }, (_, i): 0 | 1 => (i % 3 === 0 ? 1 : 0));
  const webp = vp8l({ width: 4, height: 4, red: 10, blue: 20, alpha: 200, greens: [5, 250], picks: greens });
  const values = [10, 200, 30, 128];
  return [
    single('a.png', picture(8)),
    single('a.n.png', picture(5)),
    single('g.png', writePng({ width: 8, height: 8, depth: 1, colorType: 0, samples, interlaced: true })),
    single(
      'b.lut.png',
      makePng(4, 2, (x, y) => [x * 60, y * 200, 0, 255]),
    ),
    single('a.jpg', writeJpeg({ blocksWide: 2, blocksHigh: 2, values, segments: [exifSegment(6)] })),
    single('p.jpg', writeJpeg({ blocksWide: 2, blocksHigh: 2, values, progressive: true })),
    single('a.webp', webpContainer(['VP8L', webp])),
    single('m.glb', model.glb()),
    { path: 'a.obj', files: { 'a.obj': text(OBJ), 'a.mtl': text(MTL), 'a.png': picture(4) } },
    single('a.lut.cube', text(CUBE)),
    { path: 'a.mat', files: { 'a.mat': text(MAT), 'a.png': picture(4) } },
    { path: 's.env', files: Object.fromEntries(faces) },
    { path: 't.array', files: { 't.array/0.png': picture(4), 't.array/1.png': picture(4) } },
    single('f.ttf', writeTinyFont(FONT)),
    single('f.otf', writeTinyFont({ ...FONT, cff: true })),
  ];
}

/** Small files of the corpus that are a source by themselves. */
function corpusSamples(): readonly Sample[] {
  const folder = process.env.ASSETC_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(png|jpe?g|webp|tga|bmp|qoi|glb|obj|cube|ttf|otf)$/i.test(name))
    .filter((name) => statSync(join(folder, name)).size < 60_000)
    .sort()
    .map((name) => {
      const path = (name.split(/[\\/]/).pop() ?? '').replace(/(?<!\.lut)\.cube$/, '.lut.cube');
      return single(path, new Uint8Array(readFileSync(join(folder, name))));
    });
}

const SETTINGS = {
  texture: { quality: 'fast', maxSize: 64 },
  font: { size: 12, spread: 2, charset: 'ascii' },
  mesh: { lods: [0.5] },
};

/** Problems of the outputs. A rejection with a diagnostic is fine. */
async function faultOf({ path, files }: Sample): Promise<string | undefined> {
  const context = new TestContext({ path, input: files, settings: SETTINGS });
  try {
    await context.compile();
  } catch (error) {
    if (!(error instanceof AssetError)) return `threw ${error instanceof Error ? error.stack : String(error)}`;
    const { message, file } = error.diagnostic;
    return message === '' || file === undefined ? 'was refused without a file or a reason' : undefined;
  }
  for (const { suffix, bytes } of context.outputs) {
    const [problem] = await validateFile(`x${suffix}`, bytes, true);
    if (problem !== undefined) return `wrote ${suffix}: ${problem.field} ${problem.message} at ${problem.offset}`;
  }
  return undefined;
}

describe('damaged sources', () => {
  const samples = [...generated(), ...corpusSamples()];
  const count = rounds(600, 100_000);

  it(
    `of every kind, ${count} of them, give valid files or a diagnostic`,
    async () => {
      for (const sample of generated()) expect(await faultOf(sample), sample.path).toBeUndefined();
      const random = new Random(20261116);
      const seen = { built: 0 };
      for (let round = 0; round < count; round++) {
        const sample = random.one(samples);
        const victim = random.one(Object.keys(sample.files));
        const damaged = mutate(sample.files[victim] ?? new Uint8Array(0), random);
        const fault = await faultOf({ ...sample, files: { ...sample.files, [victim]: damaged } });
        expect(fault, `round ${round}: ${sample.path}, ${victim}`).toBeUndefined();
        seen.built++;
      }
      expect(seen.built).toBe(count);
    },
    rounds(120_000, 3_600_000),
  );
});
