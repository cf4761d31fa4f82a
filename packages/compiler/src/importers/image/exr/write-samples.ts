// Writes the samples of a chunk to an f32 image. A subsampled channel's sample is repeated for the texels after it.

import { fromHalf } from '@assetc/formats';
import type { ExrBox } from './exr-attributes.js';
import { type ChunkChannel, type ChunkLayout, hasLine, widthOf } from './exr-layout.js';

/** Where the values of a channel are written. */
export interface SampleTarget {
  readonly values: Float32Array;
  /** The texels that `values` contains, and the distance between two texels in a row. */
  readonly box: ExrBox;
  readonly step: number;
  /** Offsets within a texel that receive the value. */
  readonly offsets: readonly number[];
  /** One value per sample instead of per texel: the box counts samples. */
  readonly isPerSample?: boolean;
}

let cachedHalfs: Float32Array | undefined;

/** The value of every half, by its bits. */
function halfTable(): Float32Array {
  cachedHalfs ??= Float32Array.from({ length: 65536 }, (_, bits) => fromHalf(bits));
  return cachedHalfs;
}

/** `targets` are indexed like the part's channels; a channel without one is skipped. */
export function writeSamples(
  samples: Uint8Array,
  { box, channels }: ChunkLayout,
  targets: readonly (SampleTarget | undefined)[],
): void {
  const maxColumns = channels.reduce((length, { columns }) => Math.max(length, columns), 0);
  const row = new SampleRow(maxColumns);
  let at = 0;
  for (let y = box.top; y <= box.bottom; y++)
    for (const [i, channel] of channels.entries()) {
      if (!hasLine(channel, y)) continue;
      const end = at + channel.columns * channel.sampleBytes;
      const target = targets[i];
      if (target !== undefined) writeLine(row.read(samples.subarray(at, end), channel), channel, box, y, target);
      at = end;
    }
}

/** A line of samples converted to f32. */
class SampleRow {
  readonly #bytes: Uint8Array;
  readonly #halfs: Uint16Array;
  readonly #uints: Uint32Array;
  readonly #floats: Float32Array;
  readonly #values: Float32Array;

  constructor(length: number) {
    const buffer = new ArrayBuffer(length * 4);
    this.#bytes = new Uint8Array(buffer);
    this.#halfs = new Uint16Array(buffer);
    this.#uints = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
    this.#values = new Float32Array(length);
  }

  read(samples: Uint8Array, { type, columns }: ChunkChannel): Float32Array {
    // Lines may start at any byte; the copy is aligned.
    this.#bytes.set(samples);
    if (type === 'float') return this.#floats;
    const values = this.#values;
    if (type === 'half') {
      const table = halfTable();
      const source = this.#halfs;
      for (let i = 0; i < columns; i++) values[i] = table[source[i] ?? 0] ?? 0;
    } else {
      const source = this.#uints;
      for (let i = 0; i < columns; i++) values[i] = source[i] ?? 0;
    }
    return values;
  }
}

function writeLine(
  row: Float32Array,
  channel: ChunkChannel,
  { left, right }: ExrBox,
  y: number,
  target: SampleTarget,
): void {
  const { stepX, stepY } = target.isPerSample === true ? { stepX: 1, stepY: 1 } : channel;
  const line = target.isPerSample === true ? y / channel.stepY : y;
  const start = target.isPerSample === true ? Math.ceil(left / channel.stepX) : left;
  const end = target.isPerSample === true ? start + channel.columns - 1 : right;
  for (let v = line; v < line + stepY; v++) {
    if (v < target.box.top || v > target.box.bottom) continue;
    for (const offset of target.offsets) writeRow(row, stepX, start, end, v, target, offset);
  }
}

function writeRow(
  row: Float32Array,
  stepX: number,
  start: number,
  end: number,
  y: number,
  target: SampleTarget,
  offset: number,
): void {
  const { values, box, step } = target;
  const [first, last] = [Math.max(start, box.left), Math.min(end, box.right)];
  let to = ((y - box.top) * widthOf(box) + first - box.left) * step + offset;
  if (stepX === 1) for (let x = first; x <= last; x++, to += step) values[to] = row[x - start] ?? 0;
  else for (let x = first; x <= last; x++, to += step) values[to] = row[Math.floor((x - start) / stepX)] ?? 0;
}
