// Decodes DWAA and DWAB: colors as lossy DCT blocks, alpha as runs of bytes, everything else deflated. A chunk contains sizes, the rules
// for its channels, and then these parts: plain samples, AC coefficients, DC coefficients, runs.

import { fromHalf } from '@assetc/formats';
import { DamagedChunk } from './damaged-chunk.js';
import { DwaCoefficients, decodeBlocks } from './dwa-blocks.js';
import { dwaLinearTable } from './dwa-linear-table.js';
import { DEFAULT_RULES, type DwaPlan, planChannels, readRules } from './dwa-rules.js';
import { decodeHuffman } from './exr-huffman.js';
import type { ChunkChannel, ChunkLayout } from './exr-layout.js';
import { interleaveLines } from './exr-planes.js';
import { decodeZip, expandRuns, inflateExactly } from './exr-zip.js';

const HEADER_WORDS = 11;
const MAX_VERSION = 2;

interface DwaSizes {
  readonly version: number;
  readonly plainBytes: number;
  readonly packedPlainBytes: number;
  readonly packedAcBytes: number;
  readonly packedDcBytes: number;
  readonly packedRunsBytes: number;
  readonly runsBytes: number;
  readonly expandedRunsBytes: number;
  readonly acCount: number;
  readonly dcCount: number;
  readonly isAcDeflated: boolean;
}

export function decodeDwa(data: Uint8Array, layout: ChunkLayout): Uint8Array {
  const sizes = readSizes(data);
  const { start, plan } = readPlan(data, sizes, layout);
  const parts = splitParts(data, start, sizes);
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
  writePlain(planes, parts.plain, sizes, layout, plan);
  writeRuns(planes, parts.runs, sizes, layout, plan);
  return interleaveLines(
    planes.map((plane) => plane ?? new Uint8Array(0)),
    layout,
  );
}

function readSizes(data: Uint8Array): DwaSizes {
  if (data.length < HEADER_WORDS * 8) throw new DamagedChunk('it ends inside its header');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const at = (word: number): number => view.getUint32(word * 8, true) + view.getUint32(word * 8 + 4, true) * 2 ** 32;
  const version = at(0);
  if (version > MAX_VERSION) throw new DamagedChunk(`it is of version ${version}`);
  return {
    version,
    ...{ plainBytes: at(1), packedPlainBytes: at(2), packedAcBytes: at(3), packedDcBytes: at(4) },
    ...{ packedRunsBytes: at(5), runsBytes: at(6), expandedRunsBytes: at(7), acCount: at(8), dcCount: at(9) },
    isAcDeflated: at(10) === 1,
  };
}

function readPlan(
  data: Uint8Array,
  { version }: DwaSizes,
  { channels }: ChunkLayout,
): { start: number; plan: DwaPlan } {
  const start = HEADER_WORDS * 8;
  if (version < 2) return { start, plan: planChannels(channels, DEFAULT_RULES) };
  const length = (data[start] ?? 0) | ((data[start + 1] ?? 0) << 8);
  if (length < 2 || start + length > data.length) throw new DamagedChunk('the rules of its channels are cut off');
  return {
    start: start + length,
    plan: planChannels(channels, readRules(data.subarray(start + 2, start + length))),
  };
}

interface DwaParts {
  readonly plain: Uint8Array;
  readonly ac: Uint8Array;
  readonly dc: Uint8Array;
  readonly runs: Uint8Array;
}

function splitParts(data: Uint8Array, start: number, sizes: DwaSizes): DwaParts {
  const { packedPlainBytes, packedAcBytes, packedDcBytes, packedRunsBytes } = sizes;
  if (start + packedPlainBytes + packedAcBytes + packedDcBytes + packedRunsBytes > data.length)
    throw new DamagedChunk('its parts are cut off');
  let at = start;
  const next = (length: number): Uint8Array => {
    at += length;
    return data.subarray(at - length, at);
  };
  return {
    plain: next(packedPlainBytes),
    ac: next(packedAcBytes),
    dc: next(packedDcBytes),
    runs: next(packedRunsBytes),
  };
}

function blockCountOf(channels: readonly ChunkChannel[], { schemes }: DwaPlan): number {
  return channels.reduce(
    (sum, { columns, rows }, i) => sum + (schemes[i] === 'cosine' ? Math.ceil(columns / 8) * Math.ceil(rows / 8) : 0),
    0,
  );
}

/** Allocates no more than the blocks can have. */
function readCoefficients(
  { ac, dc }: DwaParts,
  { acCount, dcCount, isAcDeflated }: DwaSizes,
  blockCount: number,
): [means: Uint16Array, others: Uint16Array] {
  if (dcCount > blockCount || acCount > blockCount * 64) throw new DamagedChunk('it has more coefficients than blocks');
  const words = new Uint16Array(acCount);
  if (acCount > 0 && isAcDeflated) words.set(wordsOf(inflateExactly(ac, acCount * 2)));
  else if (acCount > 0) decodeHuffman(ac, words);
  return [dcCount === 0 ? new Uint16Array(0) : wordsOf(decodeZip(dc, dcCount * 2)), words];
}

/** Copies to a buffer of its own: slice() of zlib's output may share its buffer. */
const wordsOf = (bytes: Uint8Array): Uint16Array => new Uint16Array(new Uint8Array(bytes).buffer);

function floatsOf(halfs: Uint16Array): Uint8Array {
  return new Uint8Array(Float32Array.from(halfs, (half) => fromHalf(half)).buffer);
}

type Planes = (Uint8Array | undefined)[];

function writePlain(
  planes: Planes,
  packed: Uint8Array,
  sizes: DwaSizes,
  { channels }: ChunkLayout,
  plan: DwaPlan,
): void {
  const plainChannels = channels.flatMap((channel, index) =>
    plan.schemes[index] === 'plain' ? { channel, index } : [],
  );
  const expectedBytes = plainChannels.reduce((sum, { channel }) => sum + bytesOf(channel), 0);
  if (expectedBytes !== sizes.plainBytes)
    throw new DamagedChunk(`it has ${sizes.plainBytes} plain bytes, not ${expectedBytes}`);
  if (expectedBytes === 0) return;
  const bytes = inflateExactly(packed, expectedBytes);
  let at = 0;
  for (const { channel, index } of plainChannels) {
    planes[index] = bytes.subarray(at, at + bytesOf(channel));
    at += bytesOf(channel);
  }
}

/** The first bytes of all samples, then the second bytes, and so on. */
function writeRuns(
  planes: Planes,
  packed: Uint8Array,
  sizes: DwaSizes,
  { channels }: ChunkLayout,
  plan: DwaPlan,
): void {
  const runChannels = channels.flatMap((channel, index) => (plan.schemes[index] === 'runs' ? { channel, index } : []));
  const expectedBytes = runChannels.reduce((sum, { channel }) => sum + bytesOf(channel), 0);
  if (expectedBytes !== sizes.expandedRunsBytes)
    throw new DamagedChunk(`it has ${sizes.expandedRunsBytes} bytes of runs, not ${expectedBytes}`);
  if (expectedBytes === 0) return;
  // A run takes two bytes and represents at least one.
  if (sizes.runsBytes > expectedBytes * 2) throw new DamagedChunk('its runs are longer than what they stand for');
  const bytes = expandRuns(inflateExactly(packed, sizes.runsBytes), expectedBytes);
  let at = 0;
  for (const { channel, index } of runChannels) {
    const { sampleBytes } = channel;
    const samples = channel.columns * channel.rows;
    const plane = new Uint8Array(samples * sampleBytes);
    for (let byte = 0; byte < sampleBytes; byte++)
      for (let i = 0; i < samples; i++) plane[i * sampleBytes + byte] = bytes[at++] ?? 0;
    planes[index] = plane;
  }
}

const bytesOf = ({ columns, rows, sampleBytes }: ChunkChannel): number => columns * rows * sampleBytes;
