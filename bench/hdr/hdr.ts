// UASTC HDR and BC6H compared with Basis Universal's UASTC HDR (ktx2-encoder), one core, alternating in one run: time, and two logarithmic measures of
// quality. dB is the peak signal-to-noise ratio of log2(v + 2⁻¹⁶) over R, G and B with a peak of 32 stops; the other uses log2(v + 1) with 16 stops,
// which is the measure that Basis Universal optimizes.

import { decodeTexelsHalf, fromHalf } from '@assetc/formats';
import { type HdrBlockFormat, HdrEncoder, type SearchLevel } from '@assetc/kernels';
import { encodeWithHdrPeer } from '../../packages/kernels/src/testing/basis-hdr.js';
import { transcodeKtx2, wrapHdrKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { type HdrPicture, hdrPictures } from './hdr-pictures.js';

const LEVELS: readonly SearchLevel[] = ['fast', 'normal', 'high', 'max'];
const RUNS: Readonly<Record<SearchLevel, number>> = { fast: 6, normal: 4, high: 2, max: 1 };
const encoder = new HdrEncoder();

/** The logarithm of every finite half. */
const stopsOf = (bias: number): Float64Array =>
  Float64Array.from({ length: 0x7c00 }, (_, half) => Math.log2(fromHalf(half) + bias));
const MEASURES = [
  { stops: stopsOf(2 ** -16), peak: 32 },
  { stops: stopsOf(1), peak: 16 },
] as const;

function decibels({ stops, peak }: (typeof MEASURES)[number], a: Uint16Array, b: Uint16Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) if ((i & 3) !== 3) sum += ((stops[a[i] ?? 0] ?? 0) - (stops[b[i] ?? 0] ?? 0)) ** 2;
  // An exact result is shown as 99.
  return sum === 0 ? 99 : 10 * Math.log10((peak * peak * a.length * 3) / (sum * 4));
}

interface Row {
  readonly picture: string;
  readonly what: string;
  readonly msPerMPix: number;
  /** Speed divided by that of Basis Universal's level 0. */
  readonly ratio: number;
  readonly db: number;
  readonly deltaDb: number;
  readonly ownDeltaDb: number;
  /** Of our UASTC HDR transcoded to BC6H by Basis, compared with Basis' own blocks transcoded the same way. */
  readonly bc6hDeltaDb: number | undefined;
}

function encodeOnce(
  { halfs, width, height }: HdrPicture,
  format: HdrBlockFormat,
  level: SearchLevel,
  out: Uint8Array,
): number {
  const start = process.cpuUsage();
  encoder.encode(format, halfs, width, height, 0, Math.ceil(height / 4), out, { level });
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000;
}

async function rowsOf(picture: HdrPicture): Promise<readonly Row[]> {
  const { name, halfs, width, height } = picture;
  const size = Math.ceil(width / 4) * Math.ceil(height / 4) * 16;
  const ours = (['uastc-hdr', 'bc6h'] as const).flatMap((format) =>
    LEVELS.map((level) => ({ format, level, blocks: new Uint8Array(size), milliseconds: Infinity })),
  );
  const peers = [];
  for (const level of [0, 1]) {
    for (const run of ours)
      for (let i = 0; i < Math.ceil(RUNS[run.level] / 2); i++)
        run.milliseconds = Math.min(run.milliseconds, encodeOnce(picture, run.format, run.level, run.blocks));
    const first = await encodeWithHdrPeer(halfs, width, height, level);
    const second = level === 0 ? await encodeWithHdrPeer(halfs, width, height, level) : first;
    peers.push({ ...first, milliseconds: Math.min(first.milliseconds, second.milliseconds) });
  }
  const asBc6h = async (blocks: Uint8Array): Promise<Uint16Array> =>
    decodeTexelsHalf('bc6h', await transcodeKtx2(wrapHdrKtx2(blocks, width, height), 'bc6h'), width, height);
  const [base] = peers;
  if (base === undefined) throw new Error('there is no peer');
  const shown = decodeTexelsHalf('astc-4x4-hdr', base.blocks, width, height);
  const shownBc6h = await asBc6h(base.blocks);
  const rows: Row[] = [];
  for (const { what, format, blocks, milliseconds } of [
    ...peers.map((peer, level) => ({ what: `Basis, level ${level}`, format: 'uastc-hdr', ...peer }) as const),
    ...ours.map((run) => ({ what: `${run.format}, ${run.level}`, ...run })),
  ]) {
    const texels = decodeTexelsHalf(format === 'bc6h' ? 'bc6h' : 'astc-4x4-hdr', blocks, width, height);
    const db = decibels(MEASURES[0], halfs, texels);
    const bc6h = format === 'bc6h' ? undefined : decibels(MEASURES[0], halfs, await asBc6h(blocks));
    rows.push({
      picture: name,
      what,
      msPerMPix: (milliseconds * 1e6) / (width * height),
      ratio: base.milliseconds / milliseconds,
      db,
      deltaDb: db - decibels(MEASURES[0], halfs, shown),
      ownDeltaDb: decibels(MEASURES[1], halfs, texels) - decibels(MEASURES[1], halfs, shown),
      bc6hDeltaDb: bc6h === undefined ? undefined : bc6h - decibels(MEASURES[0], halfs, shownBc6h),
    });
  }
  return rows;
}

const signed = (n: number): string => (n < 0 ? '−' : '+') + Math.abs(n).toFixed(2);

export async function run(args: readonly string[]): Promise<void> {
  const pictures = hdrPictures();
  // Compile both sides before measuring.
  const [warm] = pictures;
  if (warm === undefined) throw new Error('there are no pictures');
  await encodeWithHdrPeer(warm.halfs.subarray(0, warm.width * 16 * 4), warm.width, 16, 0);
  for (const format of ['uastc-hdr', 'bc6h'] as const)
    for (const level of LEVELS) encodeOnce({ ...warm, height: 16 }, format, level, new Uint8Array(warm.width * 16));
  const rows: Row[] = [];
  for (const picture of pictures) rows.push(...(await rowsOf(picture)));
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.log(
    'Against Basis Universal’s UASTC HDR level 0. dB of log2(v + 2⁻¹⁶), peak 32 stops; own Δ of log2(v + 1); as BC6H: transcoded by it',
  );
  const header = ['picture', 'what', 'ms/MPix', 'speed', 'dB', 'Δ dB', 'own Δ', 'as BC6H Δ'];
  const cells = rows.map((row) => [
    row.picture,
    row.what,
    row.msPerMPix.toFixed(1),
    `${row.ratio.toFixed(1)}×`,
    row.db.toFixed(2),
    signed(row.deltaDb),
    signed(row.ownDeltaDb),
    row.bc6hDeltaDb === undefined ? '' : signed(row.bc6hDeltaDb),
  ]);
  const widths = header.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  for (const row of [header, widths.map((w) => '-'.repeat(w)), ...cells])
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
