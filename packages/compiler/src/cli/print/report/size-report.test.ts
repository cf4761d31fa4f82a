import { describe, expect, it } from 'vitest';
import type { SizeReport } from '../../../index.js';
import { painter } from '../text/style.js';
import { formatSizeReport } from './size-report.js';

const REPORT: SizeReport = {
  output: '/p/runtime',
  files: 3,
  sourceBytes: 1_200_000,
  sizeBytes: 6_000_000,
  kinds: [
    { kind: 'texture', assets: 2, files: 2, sourceBytes: 1_100_000, sizeBytes: 5_900_000 },
    { kind: 'mesh', assets: 1, files: 1, sourceBytes: 1_200_000, sizeBytes: 100_000 },
  ],
  largest: [
    {
      path: 'models/helmet/tex_0.ktx2',
      asset: 'models/helmet.glb#tex_0',
      kind: 'texture',
      sourceBytes: 900_000,
      sizeBytes: 5_600_000,
      packedBytes: 3_920_000,
    },
    {
      path: 'ui/panel.ktx2',
      asset: 'ui/panel.png',
      kind: 'texture',
      sourceBytes: 200_000,
      sizeBytes: 300_000,
      packedBytes: null,
    },
  ],
  supercompress: {
    measured: 1,
    measuredBytes: 5_600_000,
    packedBytes: 3_920_000,
    unmeasured: 1,
    unmeasuredBytes: 300_000,
  },
  chosen: [],
  choices: {
    textures: [
      {
        path: 'wall.ktx2',
        sizeBytes: 5_600_000,
        psnr: 41.234,
        quality: { psnr: 41.24 },
        choice: 'ASTC 6x6',
        thenBytes: 2_500_000,
        thenPsnr: 41.5,
      },
    ],
    unmeasured: 1,
    unmeasuredBytes: 300_000,
  },
  compression: {
    models: [{ path: 'models/hero', sizeBytes: 400_000, packedBytes: 20_000 }],
    unmeasured: 2,
    unmeasuredBytes: 9_000,
  },
  forms: {
    meshes: [
      { path: 'hero.hmesh', sizeBytes: 300_000, compactBytes: 180_000, compressedBytes: 120_000, bothBytes: 75_000 },
      { path: 'rock.hmesh', sizeBytes: 100_000, compactBytes: null, compressedBytes: 50_000, bothBytes: null },
    ],
    unmeasured: 2,
    unmeasuredBytes: 900_000_000,
  },
};
const plain = painter(false);

describe('formatSizeReport', () => {
  it('prints two tables and what settings would save', () => {
    expect(formatSizeReport(REPORT, 'runtime', plain, 140)).toEqual([
      '',
      'runtime: 1.20 MB of sources → 6.00 MB',
      '┌─────────┬────────┬───────┬─────────┬─────────┬────────┐',
      '│ kind    │ assets │ files │    read │ written │  share │',
      '├─────────┼────────┼───────┼─────────┼─────────┼────────┤',
      '│ texture │      2 │     2 │ 1.10 MB │ 5.90 MB │ 98.3 % │',
      '│ mesh    │      1 │     1 │ 1.20 MB │  100 kB │  1.7 % │',
      '└─────────┴────────┴───────┴─────────┴─────────┴────────┘',
      '',
      'Largest: 2 of 3 files',
      '┌──────────────────────────┬─────────┬─────────────────────────┬────────┬─────────┬────────┬─────────────────┐',
      '│ file                     │ kind    │ from                    │   read │ written │  share │       with zstd │',
      '├──────────────────────────┼─────────┼─────────────────────────┼────────┼─────────┼────────┼─────────────────┤',
      '│ models/helmet/tex_0.ktx2 │ texture │ models/helmet.glb#tex_0 │ 900 kB │ 5.60 MB │ 93.3 % │ 3.92 MB (−30 %) │',
      '│ ui/panel.ktx2            │ texture │ ui/panel.png            │ 200 kB │  300 kB │  5.0 % │                 │',
      '└──────────────────────────┴─────────┴─────────────────────────┴────────┴─────────┴────────┴─────────────────┘',
      '',
      'What settings would save',
      '  texture.supercompress: zstd  5.60 MB → 3.92 MB (−30 %), measured on 1 texture; 1 more texture (300 kB) not measured',
      '                               the same texels; a loader decompresses them before the upload',
      '  texture.quality: a number    5.60 MB → 2.50 MB (−55 %), on 1 texture; 1 more texture (300 kB) not measured',
      '                               smaller at equal quality, or better at equal size; "assetc ui --edit" applies it',
      '                               wall.ktx2: { psnr: 41.24 }, 5.60 MB → 2.50 MB (−55 %), ASTC 6x6, 41.23 → 41.50 dB',
      '  animation.compression: auto  400 kB → 20.0 kB (−95 %), measured on 1 model; 2 more models (9.00 kB) not measured',
      '                               within animation.error of the source; engines sample .hclip in place',
      '                               models/hero: 400 kB → 20.0 kB (−95 %)',
      '  mesh.vertices: compact       300 kB → 180 kB (−40 %), measured on 1 mesh',
      '  mesh.compression: meshopt    400 kB → 170 kB (−57 %), measured on 2 meshes',
      '  both                         300 kB → 75.0 kB (−75 %), measured on 1 mesh',
      '                               compact with mesh.indexWidth: smallest; see "assetc docs meshes"; 2 more meshes (900 MB) not measured',
      '                               hero.hmesh: 300 kB → compact 180 kB (−40 %), compressed 120 kB (−60 %), both 75.0 kB (−75 %)',
      '                               rock.hmesh: 100 kB → compressed 50.0 kB (−50 %)',
    ]);
  });

  it('fits a narrow terminal by cutting the beginnings of paths', () => {
    const lines = formatSizeReport(REPORT, 'runtime', plain, 90).filter((line) => /^[┌│├└]/.test(line));
    expect(Math.max(...lines.map((line) => line.length))).toBe(90);
    expect(lines.find((line) => line.includes('tex_0.ktx2'))).toMatch(/│ …\S*tex_0\.ktx2 │/);
  });

  it('suggests nothing if every texture is compressed already, and handles an empty output', () => {
    const none = { measured: 0, measuredBytes: 0, packedBytes: 0, unmeasured: 0, unmeasuredBytes: 0 };
    const compression = { models: [], unmeasured: 0, unmeasuredBytes: 0 };
    const forms = { meshes: [], unmeasured: 0, unmeasuredBytes: 0 };
    const choices = { textures: [], unmeasured: 0, unmeasuredBytes: 0 };
    const all = { ...REPORT, supercompress: none, compression, forms, choices };
    const lines = formatSizeReport(all, 'runtime', plain, 140);
    expect(lines.join('\n')).not.toContain('save');
    expect(formatSizeReport({ ...REPORT, files: 0 }, 'runtime', plain, 140).at(-1)).toBe(
      'runtime: no build has written files yet',
    );
  });
});
