// `npm run bench -- astc`: our ASTC encoder compared with native astcenc on one thread, at five block sizes. Encoding only on both sides, CPU time: of
// astcenc's process the share that it reports as coding. Figures are the mean of each class of pictures. Settings were tuned on the first half of
// each picture (its left columns); the figures are of the other half, unless --tuning is given. --size=6x6 and --kind=photo limit what is compared,
// --json prints rows.

import { ASTC_FOOTPRINTS, type AstcFootprint, decodeTexels } from '@assetc/formats';
import type { BlockLevel } from '@assetc/kernels';
import { AstcEncoder, type AstcOptions } from '@assetc/kernels/astc';
import { psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { flatImages } from '../uastc/uastc-flat-images.js';
import { type BenchImage, benchImages, type ImageKind } from '../uastc/uastc-images.js';
import { hasAstcenc, type PeerLevel, withAstcenc } from './astcenc.js';

interface Row {
  readonly size: AstcFootprint;
  readonly kind: ImageKind;
  readonly ours: BlockLevel;
  readonly db: number;
  readonly mpixPerSecond: number;
  readonly peer: PeerLevel;
  readonly peerDb: number;
  readonly peerMpixPerSecond: number;
  readonly deltaDb: number;
  readonly speedRatio: number;
}

const SIZES: readonly AstcFootprint[] = ['4x4', '5x5', '6x6', '8x8', '12x12'];
const PAIRS: readonly (readonly [BlockLevel, PeerLevel])[] = [
  ['draft', 'fastest'],
  ['fast', 'fast'],
  ['normal', 'medium'],
  ['high', 'thorough'],
];
/** Columns and rows of the cuts: enough for a stable time at the slowest level. */
const CUT = 384;
/** Columns and rows of a picture in a montage; the last twelve of the picture with alpha are mirrored. */
const CELL = 512;
/** Stands for an exact result. */
const EXACT_DB = 99;

const encoder = new AstcEncoder();
const optionsFor = (kind: ImageKind, level: BlockLevel): AstcOptions => ({
  level,
  metric: 'rgb',
  channels: kind === 'normal' ? 'rg' : kind === 'gray' ? 'r' : 'rgba',
});

function cut(image: BenchImage, left: number, top: number, width: number, height: number): BenchImage {
  const texels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const at = ((top + y) * image.width + left) * 4;
    texels.set(image.rgba.subarray(at, at + width * 4), y * width * 4);
  }
  return { ...image, width, height, rgba: texels };
}

const sideOf = ({ width, height }: BenchImage): number => Math.min(CUT, width >> 1, height);

const tunedPart = (image: BenchImage): BenchImage => cut(image, 0, 0, sideOf(image), sideOf(image));

/** Parts with texels that are in no tuned part. Montages have other photographs to the right, except for that with alpha, whose picture repeats. */
function heldOutParts(image: BenchImage): readonly BenchImage[] {
  if (image.width < 2 * CELL) return [cut(image, image.width >> 1, 0, sideOf(image), sideOf(image))];
  if (image.kind === 'rgba') return [cut(image, CELL, CUT, CELL - 12, CELL - 12 - CUT)];
  return [cut(image, CELL, 0, CUT, CUT), cut(image, CELL, CELL, CUT, CUT)];
}

function encodeOnce({ rgba, width, height, kind }: BenchImage, footprint: AstcFootprint, level: BlockLevel) {
  const [blockWidth = 0, blockHeight = 0] = footprint.split('x').map(Number);
  const rows = Math.ceil(height / blockHeight);
  const blocks = new Uint8Array(Math.ceil(width / blockWidth) * rows * 16);
  const size = { width: blockWidth, height: blockHeight };
  const start = process.cpuUsage();
  encoder.encode(size, rgba, width, height, 0, rows, blocks, optionsFor(kind, level));
  const used = process.cpuUsage(start);
  return { blocks, seconds: (used.user + used.system) / 1e6 };
}

const quality = ({ rgba, width, height, kind }: BenchImage, footprint: AstcFootprint, blocks: Uint8Array): number => {
  const shown = decodeTexels(`astc-${footprint}-srgb`, blocks, width, height);
  return Math.min(EXACT_DB, psnr(rgba, shown, kind === 'normal' ? 3 : 15));
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The peer's runs are between ours, so that the machine's load affects both. */
function compare(images: readonly BenchImage[], size: AstcFootprint, ours: BlockLevel, peer: PeerLevel): Row {
  const [first] = images;
  if (first === undefined) throw new Error('a class has pictures');
  const db: number[] = [];
  const peerDb: number[] = [];
  let [texels, seconds, peerSeconds] = [0, 0, 0];
  for (const image of images) {
    encodeOnce(image, size, ours);
    const before = encodeOnce(image, size, ours);
    const theirs = withAstcenc(image, size, peer);
    const after = encodeOnce(image, size, ours);
    texels += image.width * image.height;
    seconds += Math.min(before.seconds, after.seconds);
    peerSeconds += theirs.seconds;
    db.push(quality(image, size, after.blocks));
    peerDb.push(quality(image, size, theirs.blocks));
  }
  return {
    size,
    kind: first.kind,
    ours,
    db: mean(db),
    mpixPerSecond: texels / seconds / 1e6,
    peer,
    peerDb: mean(peerDb),
    peerMpixPerSecond: texels / peerSeconds / 1e6,
    deltaDb: mean(db) - mean(peerDb),
    speedRatio: peerSeconds / seconds,
  };
}

export async function run(args: readonly string[]): Promise<void> {
  if (!hasAstcenc()) throw new Error('astcenc is not installed: apt-get install astcenc');
  const optionOf = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const [wanted, wantedKind] = [optionOf('size'), optionOf('kind')];
  const sizes = wanted === undefined ? SIZES : ASTC_FOOTPRINTS.filter((size) => size === wanted);
  const all = [...benchImages(), ...flatImages()];
  const images = args.includes('--tuning') ? all.map(tunedPart) : all.flatMap(heldOutParts);
  const kinds = [...new Set(images.map(({ kind }) => kind))].filter((kind) => (wantedKind ?? kind) === kind);
  const rows: Row[] = [];
  for (const size of sizes)
    for (const kind of kinds)
      for (const [ours, peer] of PAIRS) {
        const ofKind = images.filter((image) => image.kind === kind);
        rows.push(compare(ofKind, size, ours, peer));
      }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, short(value)]))),
    );
}

const short = (value: string | number): string | number =>
  typeof value === 'number' ? Number(value.toFixed(2)) : value;
