// Inflates and unfilters the pixels of a PNG piece by piece. A stream that is longer than the header declares is not read to its end.

import { pipeline, Readable } from 'node:stream';
import { createInflate, inflateSync } from 'node:zlib';
import { PngRows, type PngSamples } from '@assetc/kernels';
import { plural } from '../../../diagnostics/plural.js';
import { type ImageInfo, refuse, warnAbout } from '../image-input.js';
import type { PngChunks, PngHeader } from './png-chunks.js';

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** Deflate cannot compress more than this, so fewer compressed bytes cannot contain the image. */
const MAX_DEFLATE_RATIO = 1032;

/** Receives rows of a pass as RGBA, valid during the call. Returns false to stop. */
type TakePassRows = (pass: PngPass, decoded: Uint8Array, firstRow: number, count: number) => boolean | Promise<boolean>;

/** Returns false if `take` stopped; what follows is then not checked. */
export async function readPngPixels(input: ImageInfo, chunks: PngChunks, take: TakePassRows): Promise<boolean> {
  const { header } = chunks;
  const passes = passesOf(header);
  const expected = passes.reduce((sum, pass) => sum + pass.height * (pass.rowBytes + 1), 0);
  if (chunks.dataBytes * MAX_DEFLATE_RATIO < expected)
    refuse(
      input,
      'image/truncated',
      chunks.dataOffset,
      `${chunks.dataBytes} compressed bytes are too few for ${header.width}×${header.height} texels`,
    );
  const collector = new RowCollector(input, chunks, passes, take);
  let remaining = expected;
  let hasExtra = false;
  try {
    for await (const bytes of inflate(() => chunks.data(), expected)) {
      hasExtra = bytes.length > remaining;
      if (!(await collector.push(hasExtra ? bytes.subarray(0, remaining) : bytes))) return false;
      remaining -= Math.min(remaining, bytes.length);
      if (hasExtra) break;
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
    if (error.code === 'Z_BUF_ERROR')
      refuse(input, 'image/truncated', chunks.dataOffset, "the PNG's compressed pixels end too early");
    refuse(input, 'image/corrupt', chunks.dataOffset, `the PNG's compressed pixels are damaged (${error.message})`);
  }
  if (remaining > 0)
    refuse(input, 'image/truncated', chunks.dataOffset, `the PNG's pixels lack ${remaining} of ${expected} bytes`);
  if (hasExtra)
    warnAbout(
      input,
      'image/odd-data',
      chunks.dataOffset,
      'the PNG has more pixels than its size states; the rest is ignored',
    );
  collector.finish();
  return true;
}

/** For fewer bytes, streaming costs more than it saves. */
const MIN_STREAMED_BYTES = 1 << 20;

/** Errors on either side are thrown from the loop over the result. */
function inflate(data: () => Iterable<Uint8Array>, expected: number): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  const whole = expected <= MIN_STREAMED_BYTES ? inflateAtOnce(data(), expected) : undefined;
  if (whole !== undefined) return [whole];
  return pipeline(Readable.from(data()), createInflate({ chunkSize: 1 << 18 }), () => {});
}

/** Undefined if the stream is longer than its header declares; reading in pieces can stop it. */
function inflateAtOnce(data: Iterable<Uint8Array>, expected: number): Uint8Array | undefined {
  try {
    return inflateSync(Buffer.concat([...data]), { chunkSize: Math.max(64, expected + 1), maxOutputLength: expected });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const isZlibError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

export interface PngPass {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf(header: PngHeader): readonly PngPass[] {
  const bits = CHANNELS[header.colorType] * header.depth;
  const layout = header.isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const);
  return layout
    .map(([x, y, stepX, stepY]) => {
      const width = Math.ceil((header.width - x) / stepX);
      const height = Math.ceil((header.height - y) / stepY);
      return { width, height, rowBytes: Math.ceil((width * bits) / 8), x, y, stepX, stepY };
    })
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Collects inflated bytes into rows and passes the rows on. */
class RowCollector {
  readonly #samples: PngSamples;
  #pass = 0;
  #rows: PngRows | undefined;
  /** Bytes in the current batch, and finished rows of the current pass. */
  #filled = 0;
  #doneRows = 0;
  #largestIndex = 0;

  constructor(
    readonly input: ImageInfo,
    readonly chunks: PngChunks,
    readonly passes: readonly PngPass[],
    readonly take: TakePassRows,
  ) {
    this.#samples = samplesOf(chunks);
  }

  /** Returns false if `take` stopped. */
  async push(bytes: Uint8Array): Promise<boolean> {
    let rest = bytes;
    while (rest.length > 0) {
      const pass = this.passes[this.#pass];
      if (pass === undefined) throw new Error('more rows than the passes have');
      this.#rows ??= this.#open(pass);
      const rows = this.#rows;
      const batch = Math.min(rows.batchRows, pass.height - this.#doneRows);
      const length = Math.min(batch * (pass.rowBytes + 1) - this.#filled, rest.length);
      rows.input().set(rest.subarray(0, length), this.#filled);
      this.#filled += length;
      rest = rest.subarray(length);
      if (this.#filled < batch * (pass.rowBytes + 1)) continue;
      if (!(await this.#decode(pass, rows, batch))) return false;
    }
    return true;
  }

  #open(pass: PngPass): PngRows {
    const { colorType, depth } = this.chunks.header;
    const bytesPerPixel = Math.max(1, (CHANNELS[colorType] * depth) / 8);
    return new PngRows(pass.width, pass.rowBytes, bytesPerPixel, this.#samples, pass.height);
  }

  async #decode(pass: PngPass, rows: PngRows, count: number): Promise<boolean> {
    const decoded = rows.decode(count);
    if (typeof decoded === 'number')
      refuse(
        this.input,
        'image/corrupt',
        this.chunks.dataOffset,
        `row ${this.#doneRows + decoded} of the PNG's pixels has an unknown filter`,
      );
    if (!(await this.take(pass, decoded, this.#doneRows, count))) return false;
    this.#doneRows += count;
    this.#filled = 0;
    if (this.#doneRows < pass.height) return true;
    this.#largestIndex = Math.max(this.#largestIndex, rows.largestIndex);
    rows.release();
    this.#rows = undefined;
    this.#doneRows = 0;
    this.#pass++;
    return true;
  }

  finish(): void {
    const { header, palette, dataOffset } = this.chunks;
    const entries = (palette?.length ?? 0) / 3;
    if (header.colorType === 3 && this.#largestIndex >= entries)
      warnAbout(
        this.input,
        'image/odd-data',
        dataOffset,
        `the PNG uses palette index ${this.#largestIndex}, but its palette has ${plural(entries, 'color')}; such texels are black`,
      );
  }
}

function samplesOf(chunks: PngChunks): PngSamples {
  const { header, transparency } = chunks;
  const { colorType, depth } = header;
  const key = keyOf(chunks);
  if (depth === 16) return { as: 'wide', channels: CHANNELS[colorType], key };
  if (colorType === 2) {
    const [r, g, b] = key ?? [];
    const packed = r === undefined || g === undefined || b === undefined ? undefined : r | (g << 8) | (b << 16);
    return { as: 'rgb8', key: packed };
  }
  if (colorType === 4) return { as: 'gray-alpha8' };
  if (colorType === 6) return { as: 'rgba8' };
  const table = new Uint8Array(1024);
  if (colorType === 3) {
    const palette = chunks.palette ?? new Uint8Array();
    for (let i = 0; i < 256; i++) {
      table.set(palette.subarray(i * 3, i * 3 + 3), i * 4);
      table[i * 4 + 3] = transparency?.[i] ?? 255;
    }
  } else {
    const max = (1 << depth) - 1;
    for (let i = 0; i <= max; i++)
      table.fill((i * 255) / max, i * 4, i * 4 + 3).fill(i === key?.[0] ? 0 : 255, i * 4 + 3, i * 4 + 4);
  }
  return { as: 'indexed', bits: depth, table };
}

/** The tRNS color of a gray or RGB image, one entry per channel; only the low bits count. */
function keyOf({ header, transparency }: PngChunks): readonly number[] | undefined {
  if (transparency === undefined || header.colorType === 3) return undefined;
  const mask = 2 ** header.depth - 1;
  return Array.from(
    { length: transparency.length / 2 },
    (_, i) => (((transparency[i * 2] ?? 0) << 8) | (transparency[i * 2 + 1] ?? 0)) & mask,
  );
}
