// Samples of a chunk → f32 in an image. Where a channel has fewer samples than the image has texels, each stands for those that follow it.

import { fromHalf } from '@assetc/formats';
import type { ExrBox } from './exr-attributes.js';
import { type ChunkChannel, type ChunkLayout, hasLine, widthOf } from './exr-layout.js';

/** Where the values of a channel go. */
export interface SampleTarget {
  readonly values: Float32Array;
  /** Which texels the values are of, and how many values lie between two texels of a row. */
  readonly box: ExrBox;
  readonly step: number;
  /** Places in a texel that get the value. */
  readonly places: readonly number[];
  /** One value a sample, not one a texel: the box counts samples. */
  readonly isSampled?: boolean;
}

let halfs: Float32Array | undefined;

const halfTable = (): Float32Array => (halfs ??= Float32Array.from({ length: 65536 }, (_, bits) => fromHalf(bits)));

/** `targets` by the part's channels; a channel without one is skipped. */
export function placeSamples(
  samples: Uint8Array,
  { box, channels }: ChunkLayout,
  targets: readonly (SampleTarget | undefined)[],
): void {
  const most = channels.reduce((length, { columns }) => Math.max(length, columns), 0);
  const row = new SampleRow(most);
  let at = 0;
  for (let y = box.top; y <= box.bottom; y++)
    for (const [i, channel] of channels.entries()) {
      if (!hasLine(channel, y)) continue;
      const end = at + channel.columns * channel.sampleBytes;
      const target = targets[i];
      if (target !== undefined) placeLine(row.read(samples.subarray(at, end), channel), channel, box, y, target);
      at = end;
    }
}

/** A line of samples as f32. */
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
    // Lines begin anywhere; a copy has them aligned.
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

function placeLine(
  row: Float32Array,
  channel: ChunkChannel,
  { left, right }: ExrBox,
  y: number,
  target: SampleTarget,
): void {
  const { stepX, stepY } = target.isSampled === true ? { stepX: 1, stepY: 1 } : channel;
  const line = target.isSampled === true ? y / channel.stepY : y;
  const start = target.isSampled === true ? Math.ceil(left / channel.stepX) : left;
  const end = target.isSampled === true ? start + channel.columns - 1 : right;
  for (let v = line; v < line + stepY; v++) {
    if (v < target.box.top || v > target.box.bottom) continue;
    for (const place of target.places) placeRow(row, stepX, start, end, v, target, place);
  }
}

function placeRow(
  row: Float32Array,
  stepX: number,
  start: number,
  end: number,
  y: number,
  target: SampleTarget,
  place: number,
): void {
  const { values, box, step } = target;
  const [first, last] = [Math.max(start, box.left), Math.min(end, box.right)];
  let to = ((y - box.top) * widthOf(box) + first - box.left) * step + place;
  if (stepX === 1) for (let x = first; x <= last; x++, to += step) values[to] = row[x - start] ?? 0;
  else for (let x = first; x <= last; x++, to += step) values[to] = row[Math.floor((x - start) / stepX)] ?? 0;
}
