// `npm run bench -- blocks`: the block encoders by class of picture (photograph, color, flat, alpha), on held-out pictures, next to Basis
// Universal's direct encoders (ktx2-encoder's wasm, encode only), one thread. Ours and the peers take turns; the minimum CPU time of
// each counts. dB is the mean of the pictures' PSNR over R, G, B and A.
// --half=tuning takes the other half; --before=<index.js of another build of @assetc/kernels> adds its rows; --pictures prints every
// picture; --rounds=<n>; other words select formats, levels and classes.

import { pathToFileURL } from 'node:url';
import { decodeTexels, type TexelFormat } from '@assetc/formats';
import * as kernels from '@assetc/kernels';
import { type BlockLevel, type BlockOptions, transcodeUastc } from '@assetc/kernels';
import { encodeWithDdsPeer, type PeerSetting } from '../../packages/kernels/src/testing/basis-dds.js';
import { psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { type ClassPicture, classPictures, type Half, type PictureClass } from './block-class-pictures.js';

type Kernels = Pick<typeof kernels, 'Bc7Encoder' | 'BcEncoder' | 'Etc2Encoder' | 'UastcEncoder'>;
/** Encodes a picture and returns its blocks and the milliseconds of CPU time. */
type Encode = (picture: ClassPicture) => Promise<{ readonly blocks: Uint8Array; readonly milliseconds: number }>;

interface Contender {
  readonly name: string;
  readonly encode: Encode;
}

interface Row {
  readonly format: string;
  readonly level: string;
  readonly class: PictureClass;
  readonly encoder: string;
  readonly mpixPerSecond: number;
  readonly db: number;
}

const CLASSES: readonly PictureClass[] = ['photograph', 'color', 'flat', 'alpha'];
const LEVELS: readonly BlockLevel[] = ['draft', 'fast', 'normal', 'high', 'max'];
const FORMATS = [
  'bc7',
  'bc1',
  'bc3',
  'bc4',
  'bc5',
  'etc2-rgb',
  'etc2-rgba',
  'eac-r11',
  'eac-rg11',
  'astc-4x4',
] as const;
type Format = (typeof FORMATS)[number];
const EIGHT_BYTES: ReadonlySet<Format> = new Set(['bc1', 'bc4', 'etc2-rgb', 'eac-r11']);
/** Channels that are measured (R = 1, G = 2, B = 4, A = 8). */
const CHANNELS: Readonly<Partial<Record<Format, number>>> = { bc4: 1, 'eac-r11': 1, bc5: 3, 'eac-rg11': 3 };
const HAVE_ALPHA: ReadonlySet<Format> = new Set(['bc7', 'bc3', 'etc2-rgba', 'astc-4x4']);
/** Stands for an exact result. */
const EXACT = 99;

function timed(job: () => void): number {
  const start = process.cpuUsage();
  job();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Encodes with a build of our kernels. */
function oursOf({
  Bc7Encoder,
  BcEncoder,
  Etc2Encoder,
  UastcEncoder,
}: Kernels): (f: Format, level: BlockLevel) => Encode {
  const bc7 = new Bc7Encoder();
  const bc = new BcEncoder();
  const etc2 = new Etc2Encoder();
  const uastc = new UastcEncoder();
  return (format, level) => async (picture) => {
    const { rgba, width, height } = picture;
    const rows = Math.ceil(height / 4);
    const blocks = new Uint8Array(Math.ceil(width / 4) * rows * (EIGHT_BYTES.has(format) ? 8 : 16));
    const options: BlockOptions = { level, metric: 'rgb' };
    const milliseconds = timed(() => {
      if (format === 'bc7') bc7.encode(rgba, width, height, 0, rows, blocks, options);
      else if (format === 'astc-4x4') {
        const found = new Uint8Array(blocks.length);
        uastc.encode(rgba, width, height, 0, rows, found, { level, metric: 'rgb', channels: 'rgba', hints: false });
        transcodeUastc(found, 'astc', blocks);
      } else if (format === 'bc1' || format === 'bc3' || format === 'bc4' || format === 'bc5')
        bc.encode(format, rgba, width, height, 0, rows, blocks, options);
      else etc2.encode(format, rgba, width, height, 0, rows, blocks, options);
    });
    return { blocks, milliseconds };
  };
}

const bc7f = (level: number): PeerSetting => ({ format: 'bc7', encoder: 'bc7f', level });
const bc7e = (level: number): PeerSetting => ({ format: 'bc7', encoder: 'bc7e', level });
const BC7_PEERS: Readonly<Record<BlockLevel, readonly PeerSetting[]>> = {
  draft: [bc7f(0)],
  fast: [bc7f(0)],
  normal: [bc7f(1)],
  high: [bc7e(3)],
  max: [bc7e(4)],
};

function peersOf(format: Format, level: BlockLevel): Contender[] {
  const settings: readonly PeerSetting[] =
    format === 'bc7'
      ? BC7_PEERS[level]
      : format === 'bc1' || format === 'bc3' || format === 'bc4' || format === 'bc5'
        ? [{ format }]
        : [];
  return settings.map((setting) => ({
    name: setting.format === 'bc7' ? `${setting.encoder} ${setting.level}` : `Basis ${setting.format}`,
    encode: ({ rgba, width, height }) => encodeWithDdsPeer(rgba, width, height, setting),
  }));
}

interface Result {
  readonly mpixPerSecond: number;
  readonly dbs: readonly number[];
}

/** Lets contenders take turns over the pictures of a class. */
async function compete(
  format: Format,
  pictures: readonly ClassPicture[],
  contenders: readonly Contender[],
  rounds: number,
): Promise<Result[]> {
  const times = contenders.map(() => pictures.map(() => Number.POSITIVE_INFINITY));
  const dbs = contenders.map(() => pictures.map(() => 0));
  for (let round = 0; round < rounds; round++)
    for (const [p, picture] of pictures.entries())
      for (const [c, { encode }] of contenders.entries()) {
        const { blocks, milliseconds } = await encode(picture);
        const [time, db] = [times[c], dbs[c]];
        if (time === undefined || db === undefined) continue;
        time[p] = Math.min(time[p] ?? 0, milliseconds);
        if (round === 0) db[p] = quality(format, picture, blocks);
      }
  const pixels = pictures.reduce((sum, { width, height }) => sum + width * height, 0);
  return contenders.map((_, c) => ({
    mpixPerSecond: pixels / 1000 / (times[c] ?? []).reduce((sum, time) => sum + time, 0),
    dbs: dbs[c] ?? [],
  }));
}

function quality(format: TexelFormat & Format, { rgba, width, height }: ClassPicture, blocks: Uint8Array): number {
  return Math.min(EXACT, psnr(rgba, decodeTexels(format, blocks, width, height), CHANNELS[format] ?? 15));
}

const optionOf = (args: readonly string[], name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const selected = <T extends string>(all: readonly T[], words: readonly string[]): readonly T[] => {
  const wanted = all.filter((one) => words.includes(one));
  return wanted.length === 0 ? all : wanted;
};

const show = (row: Row, dbs: readonly number[] | undefined): string =>
  [
    row.format.padEnd(10),
    row.level.padEnd(7),
    row.class.padEnd(11),
    row.encoder.padEnd(10),
    row.mpixPerSecond.toFixed(2).padStart(8),
    row.db.toFixed(2).padStart(7),
    ...(dbs ?? []).map((db) => db.toFixed(2).padStart(8)),
  ].join(' ');

export async function run(args: readonly string[]): Promise<void> {
  const json = args.includes('--json');
  const words = args.filter((arg) => !arg.startsWith('--'));
  const half: Half = optionOf(args, 'half') === 'tuning' ? 'tuning' : 'held-out';
  const rounds = Number(optionOf(args, 'rounds') ?? 5);
  const ours = oursOf(kernels);
  const path = optionOf(args, 'before');
  const old: Kernels | undefined = path === undefined ? undefined : await import(pathToFileURL(path).href);
  const before = old === undefined ? undefined : oursOf(old);
  const rows: Row[] = [];
  if (!json) console.log(`${half} pictures\nformat     level   class       encoder      MPix/s      dB`);
  for (const of of selected(CLASSES, words)) {
    const pictures = classPictures(of, half);
    for (const format of selected(FORMATS, words)) {
      if (of === 'alpha' && !HAVE_ALPHA.has(format)) continue;
      for (const level of selected(LEVELS, words)) {
        const contenders: Contender[] = [
          { name: 'ours', encode: ours(format, level) },
          ...(before === undefined ? [] : [{ name: 'before', encode: before(format, level) }]),
          ...(args.includes('--no-peers') ? [] : peersOf(format, level)),
        ];
        const results = await compete(format, pictures, contenders, rounds);
        results.forEach(({ mpixPerSecond, dbs }, i) => {
          const db = dbs.reduce((sum, value) => sum + value, 0) / dbs.length;
          const row: Row = { format, level, class: of, encoder: contenders[i]?.name ?? '', mpixPerSecond, db };
          rows.push(row);
          if (!json) console.log(show(row, args.includes('--pictures') ? dbs : undefined));
        });
      }
    }
  }
  if (json) console.log(JSON.stringify({ half, rows }));
}
