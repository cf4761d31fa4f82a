// `npm run bench -- gpu-formats`: every block format that our encoders write, on the montages and on held-out pictures, one core. Speed is
// CPU time of encoding alone, compared with UASTC's `normal` in the same run; dB is the PSNR of the decoded blocks over the
// channels of the format. Peers are Basis Universal's direct encoders (ktx2-encoder's wasm). --json prints rows; a word limits the
// formats, --images=<words> the images.

import { encodeWithDdsPeer, type PeerSetting } from '../../packages/kernels/src/testing/basis-dds.js';
import { psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { type GpuImage, gpuImages } from './gpu-formats-images.js';
import { decodeSubject, encodeUastc, gpuSubjects, type Subject } from './gpu-formats-subjects.js';

interface Row {
  readonly format: string;
  readonly level: string;
  readonly image: string;
  /** Not used for tuning the encoders. */
  readonly heldOut: boolean;
  readonly mpixPerSecond: number;
  readonly ratioToUastcNormal: number;
  readonly db: number;
  /** Of the best peer for the level, or null if there is none. */
  readonly peerDb: number | null;
}

/** Stands for an exact result, because JSON has no infinity. */
const EXACT = 99;

function milliseconds(job: () => void): number {
  const start = process.cpuUsage();
  job();
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000;
}

const quality = (image: GpuImage, shown: Uint8Array, channels: number): number =>
  Math.min(EXACT, psnr(image.rgba, shown, channels));

/** Minimum times of our encoders and of UASTC's `normal`. Runs alternate between all of them. */
function timeAll(
  image: GpuImage,
  subjects: readonly Subject[],
  outs: readonly Uint8Array[],
): { ours: number[]; uastc: number } {
  const scratch = new Uint8Array(Math.ceil(image.width / 4) * Math.ceil(image.height / 4) * 16);
  const ours = subjects.map(() => Number.POSITIVE_INFINITY);
  let uastc = Number.POSITIVE_INFINITY;
  const rounds = Math.max(...subjects.map((s) => s.runs));
  for (let round = 0; round < rounds; round++) {
    uastc = Math.min(
      uastc,
      milliseconds(() => encodeUastc(image, 'normal', scratch)),
    );
    subjects.forEach((subject, i) => {
      const out = outs[i];
      if (round >= subject.runs || out === undefined) return;
      ours[i] = Math.min(
        ours[i] ?? 0,
        milliseconds(() => subject.encode(image, out)),
      );
    });
  }
  return { ours, uastc };
}

/** The quality of the peers, which encode each image once. */
function peerQualities(image: GpuImage): (subject: Subject) => Promise<number | null> {
  const known = new Map<string, Promise<number>>();
  const one = async (setting: PeerSetting, channels: number): Promise<number> => {
    const { blocks } = await encodeWithDdsPeer(image.rgba, image.width, image.height, setting);
    return quality(image, decodeSubject(setting.format, blocks, image), channels);
  };
  return async ({ peers, channels }) => {
    if (peers.length === 0) return null;
    const found = peers.map((setting) => {
      const key = JSON.stringify(setting);
      const already = known.get(key) ?? one(setting, channels);
      known.set(key, already);
      return already;
    });
    return Math.max(...(await Promise.all(found)));
  };
}

async function rowsOf(image: GpuImage, all: readonly Subject[]): Promise<Row[]> {
  const subjects = all.filter((s) => s.kinds.includes(image.kind));
  if (subjects.length === 0) return [];
  const blocks = Math.ceil(image.width / 4) * Math.ceil(image.height / 4);
  const outs = subjects.map((s) => new Uint8Array(blocks * s.blockBytes));
  const { ours, uastc } = timeAll(image, subjects, outs);
  const peerOf = peerQualities(image);
  const rows: Row[] = [];
  for (const [i, subject] of subjects.entries()) {
    const time = ours[i] ?? Number.NaN;
    const out = outs[i] ?? new Uint8Array();
    rows.push({
      format: subject.format,
      level: subject.level,
      image: image.name,
      heldOut: image.heldOut,
      mpixPerSecond: (image.width * image.height) / 1000 / time,
      ratioToUastcNormal: uastc / time,
      db: quality(image, decodeSubject(subject.format, out, image), subject.channels),
      peerDb: await peerOf(subject),
    });
  }
  return rows;
}

const show = (row: Row): string =>
  [
    row.format.padEnd(10),
    row.level.padEnd(7),
    `${row.heldOut ? '' : '*'}${row.image}`.padEnd(36),
    row.mpixPerSecond.toFixed(2).padStart(7),
    `${row.ratioToUastcNormal.toFixed(2)}×`.padStart(8),
    row.db.toFixed(2).padStart(7),
    (row.peerDb === null ? '–' : row.peerDb.toFixed(2)).padStart(8),
  ].join(' ');

export async function run(args: readonly string[]): Promise<void> {
  const json = args.includes('--json');
  const formats = args.filter((arg) => !arg.startsWith('--'));
  const words = args
    .find((arg) => arg.startsWith('--images='))
    ?.slice('--images='.length)
    .split(',');
  const subjects = gpuSubjects().filter((s) => formats.length === 0 || formats.includes(s.format));
  const rows: Row[] = [];
  if (!json) console.log('format     level   image (* montage)                    MPix/s  ÷ UASTC      dB  peer dB');
  for (const image of gpuImages()) {
    if (words !== undefined && !words.some((word) => image.name.includes(word))) continue;
    const found = await rowsOf(image, subjects);
    rows.push(...found);
    if (!json) for (const row of found) console.log(show(row));
  }
  if (json) console.log(JSON.stringify({ rows }));
}
