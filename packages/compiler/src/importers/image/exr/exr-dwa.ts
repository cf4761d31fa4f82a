// DWAA and DWAB: colours in blocks of cosines with loss, alpha in runs of bytes, all else deflated. A chunk has sizes, the rules that say
// which channel is which, and then these parts: plain samples, coefficients, means of blocks, runs.

import { fromHalf } from '@assetc/formats';
import { DamagedChunk } from './damaged-chunk.js';
import { DwaCoefficients, decodeBlocks } from './dwa-blocks.js';
import { dwaLinearTable } from './dwa-linear-table.js';
import { type DwaPlan, OLD_RULES, planChannels, readRules } from './dwa-rules.js';
import { decodeHuffman } from './exr-huffman.js';
import type { ChunkChannel, ChunkLayout } from './exr-layout.js';
import { interleaveLines } from './exr-planes.js';
import { expandRuns, inflateExactly, unzip } from './exr-zip.js';

const WORDS = 11;
const NEWEST_VERSION = 2;

interface DwaSizes {
  readonly version: number;
  readonly plainBytes: number;
  readonly plainPacked: number;
  readonly othersPacked: number;
  readonly meansPacked: number;
  readonly runsPacked: number;
  readonly runsBytes: number;
  readonly runsExpanded: number;
  readonly otherCount: number;
  readonly meanCount: number;
  readonly othersDeflated: boolean;
}

export function undwa(data: Uint8Array, layout: ChunkLayout): Uint8Array {
  const sizes = readSizes(data);
  const { start, plan } = readPlan(data, sizes, layout);
  const parts = cutParts(data, start, sizes);
  const { channels } = layout;
  const coefficients = new DwaCoefficients(...readCoefficients(parts, sizes, blockCountOf(channels, plan)));
  const planes: (Uint8Array | undefined)[] = channels.map(() => undefined);
  const put = (index: number, halfs: Uint16Array): void => {
    planes[index] = channels[index]?.type === 'float' ? floatsOf(halfs) : new Uint8Array(halfs.buffer);
  };
  for (const triple of plan.triples) {
    const size = channels[triple[0]];
    if (size === undefined) throw new Error('a triple has no channel');
    const colors = decodeBlocks(coefficients, 3, size, dwaLinearTable());
    for (const [c, index] of triple.entries()) put(index, colors[c] ?? new Uint16Array(0));
  }
  for (const [index, channel] of channels.entries()) {
    if (plan.schemes[index] !== 'cosine' || planes[index] !== undefined) continue;
    const table = channel.isPerceptual ? undefined : dwaLinearTable();
    put(index, decodeBlocks(coefficients, 1, channel, table)[0] ?? new Uint16Array(0));
  }
  putPlain(planes, parts.plain, sizes, layout, plan);
  putRuns(planes, parts.runs, sizes, layout, plan);
  return interleaveLines(
    planes.map((plane) => plane ?? new Uint8Array(0)),
    layout,
  );
}

function readSizes(data: Uint8Array): DwaSizes {
  if (data.length < WORDS * 8) throw new DamagedChunk('it ends inside its header');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const at = (word: number): number => view.getUint32(word * 8, true) + view.getUint32(word * 8 + 4, true) * 2 ** 32;
  const version = at(0);
  if (version > NEWEST_VERSION) throw new DamagedChunk(`it is of version ${version}`);
  return {
    version,
    ...{ plainBytes: at(1), plainPacked: at(2), othersPacked: at(3), meansPacked: at(4) },
    ...{ runsPacked: at(5), runsBytes: at(6), runsExpanded: at(7), otherCount: at(8), meanCount: at(9) },
    othersDeflated: at(10) === 1,
  };
}

function readPlan(
  data: Uint8Array,
  { version }: DwaSizes,
  { channels }: ChunkLayout,
): { start: number; plan: DwaPlan } {
  const start = WORDS * 8;
  if (version < 2) return { start, plan: planChannels(channels, OLD_RULES) };
  const length = (data[start] ?? 0) | ((data[start + 1] ?? 0) << 8);
  if (length < 2 || start + length > data.length) throw new DamagedChunk('the rules of its channels are cut off');
  return {
    start: start + length,
    plan: planChannels(channels, readRules(data.subarray(start + 2, start + length))),
  };
}

interface DwaParts {
  readonly plain: Uint8Array;
  readonly others: Uint8Array;
  readonly means: Uint8Array;
  readonly runs: Uint8Array;
}

function cutParts(data: Uint8Array, start: number, sizes: DwaSizes): DwaParts {
  const { plainPacked, othersPacked, meansPacked, runsPacked } = sizes;
  if (start + plainPacked + othersPacked + meansPacked + runsPacked > data.length)
    throw new DamagedChunk('its parts are cut off');
  let at = start;
  const next = (length: number): Uint8Array => {
    at += length;
    return data.subarray(at - length, at);
  };
  return { plain: next(plainPacked), others: next(othersPacked), means: next(meansPacked), runs: next(runsPacked) };
}

function blockCountOf(channels: readonly ChunkChannel[], { schemes }: DwaPlan): number {
  return channels.reduce(
    (sum, { columns, rows }, i) => sum + (schemes[i] === 'cosine' ? Math.ceil(columns / 8) * Math.ceil(rows / 8) : 0),
    0,
  );
}

/** Nothing is allocated for more than the blocks can have. */
function readCoefficients(
  { others, means }: DwaParts,
  { otherCount, meanCount, othersDeflated }: DwaSizes,
  blockCount: number,
): [means: Uint16Array, others: Uint16Array] {
  if (meanCount > blockCount || otherCount > blockCount * 64)
    throw new DamagedChunk('it has more coefficients than blocks');
  const words = new Uint16Array(otherCount);
  if (otherCount > 0 && othersDeflated) words.set(wordsOf(inflateExactly(others, otherCount * 2)));
  else if (otherCount > 0) decodeHuffman(others, words);
  return [meanCount === 0 ? new Uint16Array(0) : wordsOf(unzip(means, meanCount * 2)), words];
}

/** A copy that begins where its buffer does: slice() of what zlib gives is none. */
const wordsOf = (bytes: Uint8Array): Uint16Array => new Uint16Array(new Uint8Array(bytes).buffer);

function floatsOf(halfs: Uint16Array): Uint8Array {
  return new Uint8Array(Float32Array.from(halfs, (half) => fromHalf(half)).buffer);
}

type Planes = (Uint8Array | undefined)[];

function putPlain(planes: Planes, packed: Uint8Array, sizes: DwaSizes, { channels }: ChunkLayout, plan: DwaPlan): void {
  const own = channels.flatMap((channel, index) => (plan.schemes[index] === 'plain' ? { channel, index } : []));
  const wanted = own.reduce((sum, { channel }) => sum + bytesOf(channel), 0);
  if (wanted !== sizes.plainBytes) throw new DamagedChunk(`it has ${sizes.plainBytes} plain bytes, not ${wanted}`);
  if (wanted === 0) return;
  const bytes = inflateExactly(packed, wanted);
  let at = 0;
  for (const { channel, index } of own) {
    planes[index] = bytes.subarray(at, at + bytesOf(channel));
    at += bytesOf(channel);
  }
}

/** First bytes of all samples, then the second ones, and so on. */
function putRuns(planes: Planes, packed: Uint8Array, sizes: DwaSizes, { channels }: ChunkLayout, plan: DwaPlan): void {
  const own = channels.flatMap((channel, index) => (plan.schemes[index] === 'runs' ? { channel, index } : []));
  const wanted = own.reduce((sum, { channel }) => sum + bytesOf(channel), 0);
  if (wanted !== sizes.runsExpanded)
    throw new DamagedChunk(`it has ${sizes.runsExpanded} bytes of runs, not ${wanted}`);
  if (wanted === 0) return;
  // A run takes two bytes and stands for one at least.
  if (sizes.runsBytes > wanted * 2) throw new DamagedChunk('its runs are longer than what they stand for');
  const bytes = expandRuns(inflateExactly(packed, sizes.runsBytes), wanted);
  let at = 0;
  for (const { channel, index } of own) {
    const { sampleBytes } = channel;
    const samples = channel.columns * channel.rows;
    const plane = new Uint8Array(samples * sampleBytes);
    for (let byte = 0; byte < sampleBytes; byte++)
      for (let i = 0; i < samples; i++) plane[i * sampleBytes + byte] = bytes[at++] ?? 0;
    planes[index] = plane;
  }
}

const bytesOf = ({ columns, rows, sampleBytes }: ChunkChannel): number => columns * rows * sampleBytes;
