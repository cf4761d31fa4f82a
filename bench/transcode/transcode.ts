// `npm run bench -- transcode`: `@assetc/formats/transcode` compared with three's Basis transcoder, 2048² with all mips, alternating in this
// process; minimum of the rounds. Opening and copying the file is not counted. Sizes are gzipped, of everything that a page must load.
// dB is that of the second level, and shows if speed costs quality. `normal` has X in red and Y in alpha, as Basis expects.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { encodeKtx2, uastcFormat } from '@assetc/formats';
import { type TranscodeTarget, transcode, type UastcLevel } from '@assetc/formats/transcode';
import { UastcEncoder } from '@assetc/kernels';
import { build } from 'esbuild';
import { openInBasis, type Target } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { type BenchImage, benchImages } from '../uastc/uastc-images.js';
import { type Picture, type Quality, qualityOf } from './transcode-quality.js';

const SIZE = 2048;
const ROUNDS = 9;
/** Required speed compared with Basis. */
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

/** All targets for color; a normal map becomes one or two channels. */
const TARGETS_OF = { photo: TARGETS, rgba: TARGETS, normal: TARGETS.filter(([to]) => /bc[45]|eac/.test(to)) };
type Kind = keyof typeof TARGETS_OF;

/** The benchmark's image; of a normal map, X and Y. */
function pixelsOf({ rgba, kind }: BenchImage): Uint8Array {
  if (kind !== 'normal') return rgba;
  const pairs = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) pairs.fill(rgba[i] ?? 0, i, i + 3)[i + 3] = rgba[i + 1] ?? 0;
  return pairs;
}

interface Subject {
  readonly levels: readonly UastcLevel[];
  /** The second level. */
  readonly picture: Picture;
}

/** The benchmark's image four times, and every level below it. */
function subjectOf(image: Uint8Array): Subject {
  const half = SIZE / 2;
  let rgba = new Uint8Array(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y++)
    for (const x of [0, half])
      rgba.set(image.subarray((y % half) * half * 4, ((y % half) + 1) * half * 4), (y * SIZE + x) * 4);
  const encoder = new UastcEncoder();
  const levels: UastcLevel[] = [];
  let picture: Picture | undefined;
  for (let size = SIZE; size >= 1; size >>= 1) {
    const rows = Math.ceil(size / 4);
    const bytes = new Uint8Array(rows * rows * 16);
    encoder.encode(rgba, size, size, 0, rows, bytes, { level: 'normal', metric: 'rgb', channels: 'rgba' });
    levels.push({ bytes, width: size, height: size });
    if (levels.length === 2) picture = { bytes, rgba, size };
    rgba = halve(rgba, size);
  }
  if (picture === undefined) throw new Error('there is no second level');
  return { levels, picture };
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
  for (const kind of ['photo', 'rgba', 'normal'] satisfies Kind[]) {
    const image = benchImages().find((each) => each.kind === kind);
    if (image === undefined) throw new Error(`there is no image of kind ${kind}`);
    const { levels, picture } = subjectOf(pixelsOf(image));
    const file = encodeKtx2({
      format: uastcFormat({ transfer: 'srgb', channel: 'rgba' }),
      pixelWidth: SIZE,
      pixelHeight: SIZE,
      levels: levels.map(({ bytes }) => ({ bytes })),
    });
    const basis = await openInBasis(file);
    for (const [to, target, mustHold] of TARGETS_OF[kind]) {
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
      const { bytes, size } = picture;
      const made = transcode({ bytes, width: size, height: size }, { to, second: 'a' });
      const theirMade = basis.transcode(target, { level: 1 });
      const qualities = dbOf(qualityOf(picture, to, made), qualityOf(picture, to, theirMade));
      rows.push({ ...row, holds: !mustHold || ratio >= BAR, ...qualities });
    }
    basis.close();
  }
  const gzipped = await sizes();
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows, gzippedBytes: gzipped }));
    return;
  }
  console.table(rows);
  console.log(`gzipped: ours ${gzipped.ours} bytes (limit 20,480), Basis ${gzipped.theirs} bytes`);
}

const round = (value: number): number => Math.round(value * 100) / 100;
const rounded = (value: number | null): number | null => (value === null ? null : round(value));

/** Returns null if nothing is lost. */
function dbOf(ours: Quality, basis: Quality): object {
  return {
    ...{ uastcDb: rounded(ours.uastcDb), basisUastcDb: rounded(basis.uastcDb) },
    ...{ pictureDb: rounded(ours.pictureDb), basisPictureDb: rounded(basis.pictureDb) },
  };
}
