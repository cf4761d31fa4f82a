// `npm run bench -- uastc`: our UASTC encoder compared with ktx2-encoder (Basis Universal in wasm) in one run, one core. Encode time only,
// the largest level only, CPU time on both sides; ours is the minimum of several runs before and after the peer's.
// With --json prints the rows of the main table; otherwise also transcodes and two workers. `uastc-rdo` measures rate-distortion. `--wide` uses the pictures
// of pictures/wide-set.ts, one row each; `--wide=tuning` the half that may be used for tuning, `--wide=art` icons and flags.

import { Worker } from 'node:worker_threads';
import { decodeUastc, type SearchLevel, UastcEncoder, type UastcOptions } from '@assetc/kernels';
import { wasmBase64 } from '../../packages/kernels/src/generated/uastc-wasm.js';
import { encodeWithPeer } from '../../packages/kernels/src/testing/basis-encoder.js';
import type { PeerResult } from '../../packages/kernels/src/testing/basis-peer.js';
import { transcodeBlocks } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { decodeImage, psnr } from '../../packages/kernels/src/testing/decode-image.js';
import { compileKernel } from '../../packages/kernels/src/wasm/kernel.js';
import { artSet } from '../pictures/art-set.js';
import { wideSet } from '../pictures/wide-set.js';
import { flatImages } from './uastc-flat-images.js';
import { type BenchImage, benchImages, type ImageKind } from './uastc-images.js';
import { type PictureRow, pictureRow } from './uastc-picture.js';

interface Row {
  readonly image: string;
  readonly kind: ImageKind;
  readonly level: SearchLevel;
  readonly msPerMPix: number;
  /** The peer's time divided by ours: its level 2, or level 3 for `max`. */
  readonly ratio: number;
  /** RGBA PSNR of the decoded blocks, and its difference from the peer's. */
  readonly db: number;
  readonly deltaDb: number;
}

const LEVELS: readonly SearchLevel[] = ['fast', 'normal', 'high', 'max'];
const RUNS: Readonly<Record<SearchLevel, number>> = { fast: 14, normal: 10, high: 4, max: 2 };
const REQUIRED: Readonly<Record<SearchLevel, string>> = {
  fast: '≥ 150×, ≥ −1.5 dB',
  normal: '≥ 40×, ≥ −0.15 dB',
  high: '≥ 8×, ≥ +0.1 dB',
  max: '≥ 2×, ≥ 0 dB (level 3)',
};

const optionsFor = (image: BenchImage, level: SearchLevel): UastcOptions => ({
  level,
  metric: 'rgb',
  channels: image.kind === 'normal' ? 'rg' : 'rgba',
});

const encoder = new UastcEncoder();

function encodeOnce(image: BenchImage, level: SearchLevel, out: Uint8Array): number {
  const start = process.cpuUsage();
  encoder.encode(image.rgba, image.width, image.height, 0, image.height / 4, out, optionsFor(image, level));
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1000;
}

interface Encoded {
  readonly blocks: Uint8Array;
  milliseconds: number;
}

/** A round of our runs. There is one before and one after each run of the peer, so that both see the same load. */
function runOurs(image: BenchImage, into: Map<SearchLevel, Encoded>): void {
  for (const level of LEVELS) {
    const found = into.get(level) ?? { blocks: new Uint8Array(image.width * image.height), milliseconds: Infinity };
    into.set(level, found);
    for (let i = 0; i < Math.ceil(RUNS[level] / 2); i++)
      found.milliseconds = Math.min(found.milliseconds, encodeOnce(image, level, found.blocks));
  }
}

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = header.map((h, i) => Math.max(h.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((c, i) => c.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((w) => '-'.repeat(w))), ...rows.map(line)].join('\n');
};

const signed = (n: number, digits = 2): string => (n < 0 ? '−' : '+') + Math.abs(n).toFixed(digits);

async function transcodedDb(image: BenchImage, blocks: Uint8Array, format: 'bc7' | 'etc1' | 'etc2'): Promise<number> {
  const { width, height, rgba } = image;
  const data = await transcodeBlocks(blocks, width, height, image.kind === 'rgba', format);
  return psnr(rgba, decodeImage(format, data, width, height));
}

function pictureTable(rows: readonly PictureRow[]): string {
  const both = (db: number, delta: number): string => `${db.toFixed(2)} (${signed(delta)})`;
  return table(
    ['image', 'speed', 'dB (Δ)', 'BC7 dB (Δ)', 'ETC dB (Δ)'],
    rows.map((row) => [
      row.image,
      `${row.ratio.toFixed(1)}×`,
      both(row.db, row.deltaDb),
      both(row.bc7Db, row.bc7DeltaDb),
      both(row.etcDb, row.etcDeltaDb),
    ]),
  );
}

/** `--wide=tuning | held-out | art`: one row per picture, at level normal. */
async function runWide(set: 'tuning' | 'held-out' | 'art', json: boolean): Promise<void> {
  const rows: PictureRow[] = [];
  for (const image of set === 'art' ? artSet() : wideSet(set)) rows.push(await pictureRow(image));
  if (json) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.log(`${rows.length} pictures (${set}) at level normal compared with level 2\n${pictureTable(rows)}`);
  const sorted = (name: 'ratio' | 'deltaDb' | 'bc7DeltaDb' | 'etcDeltaDb') =>
    rows.map((row) => row[name]).sort((a, b) => a - b);
  for (const name of ['ratio', 'deltaDb', 'bc7DeltaDb', 'etcDeltaDb'] as const)
    console.log(`${name}: median ${sorted(name)[rows.length >> 1]?.toFixed(2)}, least ${sorted(name)[0]?.toFixed(2)}`);
}

export async function run(args: readonly string[]): Promise<void> {
  const json = args.includes('--json');
  const wide = args.find((arg) => arg.startsWith('--wide'));
  if (wide !== undefined)
    return runWide(wide.endsWith('=tuning') ? 'tuning' : wide.endsWith('=art') ? 'art' : 'held-out', json);
  const images = benchImages();
  const rows: Row[] = [];
  const cells: string[][] = [];
  // Compile both sides before measuring.
  const warm = images[0];
  if (warm === undefined) throw new Error('there are no images');
  for (const level of [2, 3]) await encodeWithPeer(warm.rgba.subarray(0, 64 * 64 * 4), 64, 64, level);
  for (const level of LEVELS) encodeOnce({ ...warm, height: 64 }, level, new Uint8Array(warm.width * 64));

  for (const image of images) {
    const ours = new Map<SearchLevel, Encoded>();
    const peers: PeerResult[] = [];
    runOurs(image, ours);
    for (const level of [2, 3]) {
      peers.push(await encodeWithPeer(image.rgba, image.width, image.height, level));
      if (level === 2) runOurs(image, ours);
    }
    const format = image.kind === 'rgba' ? 'etc2' : 'etc1';
    for (const level of LEVELS) {
      const found = ours.get(level);
      const peer = peers[level === 'max' ? 1 : 0];
      if (found === undefined || peer === undefined) throw new Error('a run is missing');
      const db = psnr(image.rgba, decodeUastc(found.blocks, image.width, image.height));
      const deltaDb = db - psnr(image.rgba, decodeUastc(peer.blocks, image.width, image.height));
      const row: Row = {
        image: image.name,
        kind: image.kind,
        level,
        msPerMPix: (found.milliseconds * 1e6) / (image.width * image.height),
        ratio: peer.milliseconds / found.milliseconds,
        db,
        deltaDb,
      };
      rows.push(row);
      if (json) continue;
      const bc7 = await transcodedDb(image, found.blocks, 'bc7');
      const etc = await transcodedDb(image, found.blocks, format);
      cells.push([
        row.image,
        level,
        row.msPerMPix.toFixed(1),
        `${row.ratio.toFixed(1)}×`,
        db.toFixed(2),
        signed(deltaDb),
        `${bc7.toFixed(2)} (${signed(bc7 - (await transcodedDb(image, peer.blocks, 'bc7')))})`,
        `${etc.toFixed(2)} (${signed(etc - (await transcodedDb(image, peer.blocks, format)))})`,
        REQUIRED[level],
      ]);
    }
  }
  const flat: PictureRow[] = [];
  for (const image of flatImages()) flat.push(await pictureRow(image));
  if (json) {
    console.log(JSON.stringify({ rows, flat }));
    return;
  }
  console.log('UASTC compared with ktx2-encoder level 2 (max: level 3), one core, 1024² each');
  console.log(
    table(
      ['image', 'level', 'ms/MPix', 'speed', 'dB', 'Δ dB', 'BC7 dB (Δ)', 'ETC dB (Δ)', 'required of photos'],
      cells,
    ),
  );
  console.log('\nFlat art at level normal compared with level 2; ∞ dB is shown as 99');
  console.log(pictureTable(flat));
  console.log(`\nTwo workers: ${await workersText(warm)}`);
}

/** Runs in a worker: one instance of the kernel encodes the image several times. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { module, rgba, width, height } = workerData;
const memory = new WebAssembly.Memory({ initial: 16 + Math.ceil((rgba.length * 1.25 + 65536) / 65536), maximum: 65536 });
const { exports } = new WebAssembly.Instance(module, { env: { memory } });
const src = (exports.heapBase() + 15) & ~15;
new Uint8Array(memory.buffer, src, rgba.length).set(rgba);
const encode = () => exports.encode(src, width * 4, width / 4, height / 4, src + rgba.length, 1, 0, 0);
encode();
parentPort.on('message', (count) => {
  for (let i = 0; i < count; i++) encode();
  parentPort.postMessage(0);
});
parentPort.postMessage(0);
`;

/** Encodes the image 16 times in one worker, then 8 times in each of two at once. */
async function workersText(image: BenchImage): Promise<string> {
  const rgba = new Uint8Array(new SharedArrayBuffer(image.rgba.length));
  rgba.set(image.rgba);
  const workerData = { module: compileKernel(wasmBase64), rgba, width: image.width, height: image.height };
  const answer = (worker: Worker): Promise<void> => new Promise((done) => worker.once('message', () => done()));
  const start = async (): Promise<Worker> => {
    const worker = new Worker(WORKER, { eval: true, workerData });
    await answer(worker);
    return worker;
  };
  const encode = (worker: Worker, count: number): Promise<void> => {
    worker.postMessage(count);
    return answer(worker);
  };
  const time = async (job: () => Promise<unknown>): Promise<number> => {
    const at = performance.now();
    await job();
    return performance.now() - at;
  };
  const [first, second] = [await start(), await start()];
  let best = { one: 0, two: Infinity };
  for (let i = 0; i < 3; i++) {
    const one = await time(() => encode(first, 16));
    const two = await time(() => Promise.all([encode(first, 8), encode(second, 8)]));
    if (one / two > best.one / best.two) best = { one, two };
  }
  await Promise.all([first.terminate(), second.terminate()]);
  const ratio = (best.one / best.two).toFixed(2);
  return `${best.one.toFixed(0)} ms in one, ${best.two.toFixed(0)} ms in two: ${ratio}× (best of 3; needs a quiet machine)`;
}
