// `npm run bench -- transcode`: `@assetc/formats/transcode` against three's Basis transcoder, 2048² with all mips, both in this process and
// in turns; the least of the rounds. Opening and copying the file counts for neither. Sizes are gzipped, of all that a page must load.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { encodeKtx2, uastcFormat } from '@assetc/formats';
import { type TranscodeTarget, transcode, type UastcLevel } from '@assetc/formats/transcode';
import { UastcEncoder } from '@assetc/kernels';
import { build } from 'esbuild';
import { openInBasis, type Target } from '../packages/kernels/src/testing/basis-transcoder.js';
import { benchImages } from './uastc-images.js';

const SIZE = 2048;
const ROUNDS = 9;
/** How many times as fast as Basis it must be. */
const BAR = 2;
const TARGETS: readonly (readonly [TranscodeTarget, Target, boolean])[] = [
  ['astc-4x4', 'astc', true],
  ['bc7', 'bc7', true],
  ['rgba8', 'rgba', true],
  ['bc1', 'bc1', false],
  ['bc3', 'bc3', false],
  ['bc4', 'bc4', false],
  ['bc5', 'bc5', false],
  ['etc2-rgb', 'etc1', false],
  ['etc2-rgba', 'etc2', false],
  ['eac-r11', 'eacR', false],
  ['eac-rg11', 'eacRg', false],
];

/** The benchmark's image four times, and every level below it. */
function levelsOf(image: Uint8Array): UastcLevel[] {
  const half = SIZE / 2;
  let rgba = new Uint8Array(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y++)
    for (const x of [0, half])
      rgba.set(image.subarray((y % half) * half * 4, ((y % half) + 1) * half * 4), (y * SIZE + x) * 4);
  const encoder = new UastcEncoder();
  const levels: UastcLevel[] = [];
  for (let size = SIZE; size >= 1; size >>= 1) {
    const rows = Math.ceil(size / 4);
    const bytes = new Uint8Array(rows * rows * 16);
    encoder.encode(rgba, size, size, 0, rows, bytes, { level: 'normal', metric: 'rgb', channels: 'rgba' });
    levels.push({ bytes, width: size, height: size });
    rgba = halve(rgba, size);
  }
  return levels;
}

function halve(rgba: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const to = size >> 1;
  const out = new Uint8Array(to * to * 4);
  for (let y = 0; y < to; y++)
    for (let i = 0; i < to * 4; i++) {
      const at = y * 2 * size * 4 + (i >> 2) * 8 + (i & 3);
      const sum = (rgba[at] ?? 0) + (rgba[at + 4] ?? 0) + (rgba[at + size * 4] ?? 0) + (rgba[at + size * 4 + 4] ?? 0);
      out[y * to * 4 + i] = (sum + 2) >> 2;
    }
  return out;
}

function time(step: () => unknown): number {
  const start = performance.now();
  step();
  return performance.now() - start;
}

async function sizes(): Promise<{ ours: number; theirs: number }> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@assetc/formats/transcode';", resolveDir: process.cwd() },
    conditions: ['assetc-source'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
  });
  const basis = createRequire(import.meta.url).resolve('three/examples/jsm/libs/basis/basis_transcoder.js');
  const gzipped = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length;
  const theirs = [basis, basis.replace(/js$/, 'wasm')].map((path) => gzipped(readFileSync(path)));
  return { ours: gzipped(outputFiles[0]?.contents ?? new Uint8Array()), theirs: theirs.reduce((a, b) => a + b) };
}

export async function run(args: readonly string[]): Promise<void> {
  const rows: object[] = [];
  for (const kind of ['photo', 'rgba'] as const) {
    const image = benchImages().find((each) => each.kind === kind);
    if (image === undefined) throw new Error(`there is no image of kind ${kind}`);
    const levels = levelsOf(image.rgba);
    const file = encodeKtx2({
      format: uastcFormat({ transfer: 'srgb', channel: 'rgba' }),
      pixelWidth: SIZE,
      pixelHeight: SIZE,
      levels: levels.map(({ bytes }) => ({ bytes })),
    });
    const basis = await openInBasis(file);
    for (const [to, target, mustHold] of TARGETS) {
      let [ours, theirs] = [Infinity, Infinity];
      for (let round = 0; round < ROUNDS; round++) {
        ours = Math.min(
          ours,
          time(() => levels.map((level) => transcode(level, { to, second: 'a' }))),
        );
        theirs = Math.min(
          theirs,
          time(() => levels.map((_, level) => basis.transcode(target, { level }))),
        );
      }
      const ratio = theirs / ours;
      const bar = mustHold ? `≥ ${BAR}×` : '';
      const row = { image: kind, to, oursMs: round(ours), basisMs: round(theirs), ratio: round(ratio), bar };
      rows.push({ ...row, holds: !mustHold || ratio >= BAR });
    }
    basis.close();
  }
  const gzipped = await sizes();
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows, gzippedBytes: gzipped }));
    return;
  }
  console.table(rows);
  console.log(`gzipped: ours ${gzipped.ours} bytes (bar 20,480), Basis ${gzipped.theirs} bytes`);
}

const round = (value: number): number => Math.round(value * 100) / 100;
