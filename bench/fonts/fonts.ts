// Time per font: reading it (outlines and kerning), its distance field as sdf and as msdf, and the atlas file. The kernel is compared with
// its TypeScript twin on the same glyphs, in the same run. The fonts come from npm packages and, if present, from the corpus.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { multiField, signedField } from '@assetc/kernels';
import { buildFont } from '../../packages/compiler/src/compilers/font/build-font.js';
import { encodeRawTexture } from '../../packages/compiler/src/encoding/texture/encode-raw-texture.js';
import { readFont } from '../../packages/compiler/src/importers/font/read-font.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { multiFieldReference, signedFieldReference } from '../../packages/kernels/src/reference/sdf.js';

const ROUNDS = 3;

interface Row {
  readonly what: string;
  readonly glyphs: number;
  readonly ms: number;
  readonly msPerGlyph: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const corpus = join(corpusFolder, 'font');
  const righteous = '@expo-google-fonts/righteous/400Regular/Righteous_400Regular.ttf';
  const files = [
    createRequire(import.meta.url).resolve(righteous),
    join(corpus, 'lilita_one_regular.ttf'),
    join(corpus, 'Cantarell-Regular.otf'),
  ].filter((file) => existsSync(file));
  const rows: Row[] = [];
  for (const file of files) await measure(rows, file);
  measureKernel(rows);
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

async function measure(rows: Row[], file: string): Promise<void> {
  const name = basename(file);
  const bytes = new Uint8Array(readFileSync(file));
  const codepoints = Uint32Array.from({ length: 224 }, (_, i) => i + 32).filter((c) => c < 0x7f || c >= 0xa0);
  const read = () => readFont(bytes, { file: name, codepoints, face: 0, variations: {}, warn: () => {} });
  const font = await read();
  const glyphs = font.glyphs.size;
  const identity = { path: name, sourceRef: name };
  await time(rows, `${name}: read`, glyphs, read);
  for (const field of ['sdf', 'msdf'] as const) {
    await time(rows, `${name}: ${field}, 48 texels per em`, glyphs, () =>
      buildFont(font, { size: 48, spread: 6, field }, identity),
    );
  }
  const { atlas } = buildFont(font, { size: 48, spread: 6, field: 'sdf' }, identity);
  await time(rows, `${name}: atlas file`, glyphs, () => encodeRawTexture(atlas, 9, async () => {}));
}

/** A ring of 240 edges, 96 × 96 texels. */
function measureKernel(rows: Row[]): void {
  const edges: number[] = [];
  // Points of a circle by rational parametrization, which needs no sine.
  const point = (i: number, radius: number): [number, number] => {
    const quarter = Math.floor(i / 30);
    const t = (i % 30) / 30;
    const [x, y] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
    const turned: readonly (readonly [number, number])[] = [
      [x, y],
      [-y, x],
      [-x, -y],
      [y, -x],
    ];
    const [a, b] = turned[quarter & 3] ?? [x, y];
    return [48 + radius * a, 48 + radius * b];
  };
  for (const radius of [40, 24])
    for (let i = 0; i < 120; i++) edges.push(...point(i, radius), ...point((i + 1) % 120, radius));
  const input = {
    width: 96,
    height: 96,
    spread: 6,
    edges: Float32Array.from(edges),
    outline: Float32Array.from(edges),
  };
  const flags = new Uint32Array(edges.length / 4).fill(7);
  const once = (what: string, step: () => unknown): void => {
    step();
    const start = performance.now();
    for (let round = 0; round < ROUNDS; round++) step();
    const ms = (performance.now() - start) / ROUNDS;
    rows.push({ what, glyphs: 1, ms: round2(ms), msPerGlyph: round2(ms) });
  };
  once('kernel: sdf of 240 edges, 96 × 96', () => signedField(input));
  once('twin: the same', () => signedFieldReference(input));
  once('kernel: msdf of 240 edges, 96 × 96', () => multiField({ ...input, flags }));
  once('twin: the same', () => multiFieldReference({ ...input, flags }));
}

async function time(rows: Row[], what: string, glyphs: number, step: () => unknown): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await step();
    times.push(performance.now() - start);
  }
  const ms = times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  rows.push({ what, glyphs, ms: round2(ms), msPerGlyph: round2(ms / glyphs) });
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
