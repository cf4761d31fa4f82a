// Textures end to end: a PNG on disk → a KTX2 with all mips, by the built command line, on one core and on all, with peak
// memory and PSNR; then the stages in this process; then ktx2-encoder (Basis Universal in wasm) on images that do not take it too long.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { blockBytes, buildMipChain, encodeBlocks, type MipLevel, onThisThread } from '@assetc/encoder/steps';
import { decodeKtx2 } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { importImage } from '../../packages/compiler/src/importers/image/import-image.js';
import { joinPng, pngChunk, pngHeader } from '../../packages/compiler/src/importers/image/testing/write-png.js';
import { encodeWithPeer } from '../../packages/kernels/src/testing/basis-encoder.js';
import { builtCli } from '../built-cli.js';
import { rgbPsnr } from '../measure.js';
import { benchImages } from '../uastc/uastc-images.js';

const CLI = builtCli();
const PRINT_USE = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('used '+u.maxRSS+' '+(u.userCPUTime+u.systemCPUTime)+'%5Cn')})`;
/** Above this size the peer takes minutes. */
const PEER_SIZE = 512;
const PEER_LEVEL = 2;

interface Row {
  readonly what: string;
  readonly size: string;
  readonly seconds: number;
  readonly mpixPerSecond: number;
  readonly psnr?: number;
  readonly peakMb?: number;
  /** CPU time of all threads, which depends less on other load. */
  readonly cpuSeconds?: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.includes('--quick') ? [1024, 2048] : [1024, 2048, 4096, 8192];
  const quality = args.find((arg) => arg.startsWith('--quality='))?.slice(10) ?? 'normal';
  const [photo] = benchImages();
  if (photo === undefined) throw new Error('there is no image to measure with');
  const rows: Row[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-'));
  try {
    for (const size of sizes) {
      const rgba = tiled(photo.rgba, photo.width, size);
      mkdirSync(join(folder, 'assets'), { recursive: true });
      writeFileSync(join(folder, 'assets/a.png'), writeLargePng(rgba, size));
      writeFileSync(join(folder, 'assetc.yml'), `default: { texture: { quality: ${quality} } }\n`);
      for (const jobs of [1, availableParallelism()]) {
        const { seconds, peakMb, cpuSeconds } = buildOnce(folder, jobs);
        const level = decodeKtx2(readFileSync(join(folder, 'runtime/a.ktx2'))).levels[0]?.bytes ?? new Uint8Array();
        const psnr = rgbPsnr(rgba, decodeUastc(level, size, size));
        rows.push({
          what: `assetc -j ${jobs}`,
          size: `${size}²`,
          seconds,
          mpixPerSecond: (size * size) / 1e6 / seconds,
          psnr,
          peakMb,
          cpuSeconds,
        });
      }
    }
    rows.push(...(await stages(tiled(photo.rgba, photo.width, 2048), 2048)));
    rows.push(...(await peer(tiled(photo.rgba, photo.width, PEER_SIZE))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(rows, args.includes('--json'), quality);
}

function buildOnce(folder: string, jobs: number): { seconds: number; peakMb: number; cpuSeconds: number } {
  rmSync(join(folder, 'runtime'), { recursive: true, force: true });
  const start = performance.now();
  const child = spawnSync(
    process.execPath,
    ['--import', PRINT_USE, CLI, 'build', '--no-cache', '-q', '-j', String(jobs)],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  const seconds = (performance.now() - start) / 1000;
  if (child.status !== 0) throw new Error(child.stderr);
  // Every thread reports for the whole process; the last to end reports the maximum.
  const uses = [...child.stderr.matchAll(/used (\d+) (\d+)/g)].map(
    (match) => [Number(match[1]), Number(match[2])] as const,
  );
  const peakMb = Math.max(...uses.map(([kilobytes]) => kilobytes)) / 1024;
  const cpuSeconds = Math.max(...uses.map(([, microseconds]) => microseconds)) / 1e6;
  return { seconds, peakMb, cpuSeconds };
}

async function stages(rgba: Uint8Array, size: number): Promise<Row[]> {
  const rows: Row[] = [];
  const timed = async <T>(what: string, work: () => T | Promise<T>): Promise<T> => {
    await work();
    const start = performance.now();
    const result = await work();
    const seconds = (performance.now() - start) / 1000;
    rows.push({ what, size: `${size}²`, seconds, mpixPerSecond: (size * size) / 1e6 / seconds });
    return result;
  };
  const bytes = writeLargePng(rgba, size);
  const image = await timed('decode PNG, one core', () =>
    importImage({ file: 'a.png', bytes, limit: 16384, warn: () => {} }),
  );
  const options = { mode: 'color', mips: true, wrap: 'repeat', maxSize: 0, alphaCutoff: null } as const;
  const levels = await timed('mips, box, one core', () =>
    buildMipChain(image, { ...options, filter: 'box' }, onThisThread),
  );
  await timed('mips, kaiser, one core', () => buildMipChain(image, { ...options, filter: 'kaiser' }, onThisThread));
  for (const level of ['fast', 'normal'] as const)
    await timed(`blocks, ${level}, one core`, () =>
      encodeBlocks(levels, roomFor(levels), { ...UASTC, level }, onThisThread),
    );
  return rows;
}

const UASTC = { blocks: 'uastc', metric: 'rgb', channels: 'rgba', alphaWeighted: false, rdo: 0 } as const;

const roomFor = (levels: readonly MipLevel[]): Uint8Array[] =>
  levels.map((level) => new Uint8Array(blockBytes(level, 'uastc')));

/** Blocks of one small image by the peer and by us, without mips, container or file. */
async function peer(rgba: Uint8Array): Promise<Row[]> {
  const size = PEER_SIZE;
  const row = (what: string, milliseconds: number, blocks: Uint8Array): Row => ({
    what,
    size: `${size}²`,
    seconds: milliseconds / 1000,
    mpixPerSecond: (size * size) / 1e3 / milliseconds,
    psnr: rgbPsnr(rgba, decodeUastc(blocks, size, size)),
  });
  const theirs = await encodeWithPeer(rgba, size, size, PEER_LEVEL);
  const rows = [row(`ktx2-encoder level ${PEER_LEVEL}, blocks, one core`, theirs.milliseconds, theirs.blocks)];
  const level = { width: size, height: size, pixels: rgba };
  for (const quality of ['fast', 'normal', 'high'] as const) {
    const start = process.cpuUsage();
    const blocks = new Uint8Array(blockBytes(level, 'uastc'));
    await encodeBlocks([level], [blocks], { ...UASTC, level: quality }, onThisThread);
    const used = process.cpuUsage(start);
    rows.push(row(`assetc ${quality}, blocks, one core`, (used.user + used.system) / 1000, blocks));
  }
  return rows;
}

/** The image as tiles with slightly different brightness, so that no two are equal. */
function tiled(from: Uint8Array, side: number, size: number): Uint8Array {
  const out = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = ((y % side) * side + (x % side)) * 4;
      const shift = (Math.floor(x / side) * 3 + Math.floor(y / side) * 5) & 15;
      const to = (y * size + x) * 4;
      for (let c = 0; c < 3; c++) out[to + c] = Math.min(255, (from[at + c] ?? 0) + shift);
      out[to + 3] = 255;
    }
  }
  return out;
}

/** RGBA with alternating Sub and Up filters and light compression: as large and as slow to read as real files. */
function writeLargePng(rgba: Uint8Array, size: number): Uint8Array {
  const rowBytes = size * 4;
  const raw = new Uint8Array(size * (rowBytes + 1));
  for (let y = 0; y < size; y++) {
    const row = y * (rowBytes + 1);
    const from = y * rowBytes;
    const sub = y % 2 === 0;
    raw[row] = sub ? 1 : 2;
    for (let i = 0; i < rowBytes; i++) {
      const before = sub ? (i >= 4 ? (rgba[from + i - 4] ?? 0) : 0) : (rgba[from + i - rowBytes] ?? 0);
      raw[row + 1 + i] = (rgba[from + i] ?? 0) - before;
    }
  }
  const data = deflateSync(raw, { level: 1 });
  return joinPng(
    pngChunk('IHDR', pngHeader(size, size, 8, 6)),
    pngChunk('IDAT', data),
    pngChunk('IEND', new Uint8Array()),
  );
}

function print(rows: readonly Row[], json: boolean, quality: string): void {
  if (json) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.log(
    `PNG to KTX2 with all mips, quality ${quality}; megapixels count level 0. The peer is capped at ${PEER_SIZE}².\n`,
  );
  console.log(
    ['what', 'size', 'seconds', 'MPix/s', 'PSNR dB', 'peak MB', 'CPU s']
      .map((h, i) => (i === 0 ? h.padEnd(46) : h.padStart(9)))
      .join(''),
  );
  for (const row of rows) {
    const cells = [
      row.size,
      row.seconds.toFixed(2),
      row.mpixPerSecond.toFixed(2),
      row.psnr?.toFixed(2) ?? '',
      row.peakMb?.toFixed(0) ?? '',
      row.cpuSeconds?.toFixed(2) ?? '',
    ];
    console.log(row.what.padEnd(46) + cells.map((cell) => cell.padStart(9)).join(''));
  }
}
