// Writes OpenEXR files for tests, in the compressions that are simple to write: none, RLE, ZIPS, ZIP and PXR24; scan lines or tiles, in any
// order, with one or more parts. The other compressions are tested with files written by OpenEXR itself.

import { deflateSync } from 'node:zlib';
import { toHalf } from '@assetc/formats';

interface WrittenChannel {
  readonly name: string;
  readonly type: 'uint' | 'half' | 'float';
  readonly valueAt: (x: number, y: number) => number;
  readonly step?: number;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

export interface WrittenExr {
  readonly channels: readonly WrittenChannel[];
  readonly dataWindow: Box;
  readonly displayWindow?: Box;
  readonly compression?: 0 | 1 | 2 | 3 | 5;
  readonly tile?: readonly [width: number, height: number];
  /** The order of chunks, as indices into the increasing order. */
  readonly order?: (count: number) => readonly number[];
  readonly hasTable?: boolean;
  /** Additional attributes: name, type, bytes. */
  readonly more?: readonly (readonly [string, string, readonly number[]])[];
}

const TYPES = { uint: 0, half: 1, float: 2 } as const;
const LINES = { 0: 1, 1: 1, 2: 1, 3: 16, 5: 16 } as const;

const i32 = (...values: readonly number[]): number[] => [...new Uint8Array(Int32Array.from(values).buffer)];
const f32 = (...values: readonly number[]): number[] => [...new Uint8Array(Float32Array.from(values).buffer)];
const text = (value: string): number[] => [...Buffer.from(value), 0];

function attribute(name: string, type: string, value: readonly number[]): number[] {
  return [...text(name), ...text(type), ...i32(value.length), ...value];
}

export function writeExr(image: WrittenExr): Uint8Array {
  const { channels, dataWindow, displayWindow = dataWindow, compression = 0, tile, more = [] } = image;
  const list = channels.flatMap(({ name, type, step = 1 }) => [...text(name), ...i32(TYPES[type], 0, step, step)]);
  const header = [
    ...[0x76, 0x2f, 0x31, 0x01],
    ...i32(tile === undefined ? 2 : 0x202),
    ...attribute('channels', 'chlist', [...list, 0]),
    ...attribute('compression', 'compression', [compression]),
    ...attribute('dataWindow', 'box2i', i32(...dataWindow)),
    ...attribute('displayWindow', 'box2i', i32(...displayWindow)),
    ...attribute('lineOrder', 'lineOrder', [0]),
    ...attribute('pixelAspectRatio', 'float', f32(1)),
    ...attribute('screenWindowCenter', 'v2f', f32(0, 0)),
    ...attribute('screenWindowWidth', 'float', f32(1)),
    ...(tile === undefined ? [] : attribute('tiles', 'tiledesc', [...i32(...tile), 0])),
    ...more.flatMap(([name, type, value]) => attribute(name, type, value)),
    0,
  ];
  const chunks = chunksOf(image);
  const order = image.order?.(chunks.length) ?? chunks.map((_, i) => i);
  const offsets = new BigUint64Array(chunks.length);
  let at = header.length + chunks.length * 8;
  for (const index of order) {
    if (image.hasTable !== false) offsets[index] = BigInt(at);
    at += chunks[index]?.length ?? 0;
  }
  const data = order.map((index) => chunks[index] ?? new Uint8Array());
  return Buffer.concat([Uint8Array.from(header), new Uint8Array(offsets.buffer), ...data]);
}

function chunksOf(image: WrittenExr): Uint8Array[] {
  const { tile, compression = 0 } = image;
  const [left, top, right, bottom] = image.dataWindow;
  const [width, height] = tile ?? [right - left + 1, LINES[compression]];
  const chunks: Uint8Array[] = [];
  for (let y = top; y <= bottom; y += height)
    for (let x = left; x <= right; x += width) {
      const box: Box = [x, y, Math.min(right, x + width - 1), Math.min(bottom, y + height - 1)];
      const data = dataOf(image, box);
      const place = tile === undefined ? i32(y) : i32((x - left) / width, (y - top) / height, 0, 0);
      chunks.push(Buffer.concat([Uint8Array.from([...place, ...i32(data.length)]), data]));
    }
  return chunks;
}

function dataOf({ channels, compression = 0 }: WrittenExr, [left, top, right, bottom]: Box): Uint8Array {
  const raw: number[] = [];
  const planes: number[] = [];
  for (let y = top; y <= bottom; y++)
    for (const { type, valueAt, step = 1 } of channels) {
      if (y % step !== 0) continue;
      const xs = Array.from({ length: right - left + 1 }, (_, i) => left + i).filter((x) => x % step === 0);
      const bits = xs.map((x) => bitsOf(type, valueAt(x, y)));
      for (const value of bits) raw.push(...i32(value).slice(0, type === 'half' ? 2 : 4));
      planes.push(...differences(bits, type));
    }
  const bytes = Uint8Array.from(raw);
  const packed =
    compression === 0
      ? bytes
      : compression === 5
        ? deflateSync(Uint8Array.from(planes))
        : compression === 1
          ? encodeRuns(applyPredictor(bytes))
          : deflateSync(applyPredictor(bytes));
  return packed.length < bytes.length ? packed : bytes;
}

const bitsOf = (type: WrittenChannel['type'], value: number): number =>
  type === 'half' ? toHalf(value) : type === 'uint' ? value : (new Int32Array(Float32Array.of(value).buffer)[0] ?? 0);

/** As PXR24 stores them: 2, 3 or 4 bytes per value, grouped by significance. */
function differences(bits: readonly number[], type: WrittenChannel['type']): number[] {
  const count = type === 'half' ? 2 : type === 'float' ? 3 : 4;
  const kept = bits.map((value) => (type === 'float' ? value >>> 8 : value));
  const steps = kept.map((value, i) => value - (i === 0 ? 0 : (kept[i - 1] ?? 0)));
  return Array.from({ length: count }, (_, plane) =>
    steps.map((step) => (step >> ((count - 1 - plane) * 8)) & 255),
  ).flat();
}

function applyPredictor(bytes: Uint8Array): Uint8Array {
  const split = [...bytes.filter((_, i) => i % 2 === 0), ...bytes.filter((_, i) => i % 2 === 1)];
  return Uint8Array.from(split, (value, i) => (i === 0 ? value : value - (split[i - 1] ?? 0) + 128));
}

function encodeRuns(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  const runAt = (at: number): number => {
    let run = 1;
    while (run < 128 && at + run < bytes.length && bytes[at + run] === bytes[at]) run++;
    return run;
  };
  for (let at = 0; at < bytes.length; ) {
    const run = runAt(at);
    if (run > 2) out.push(run - 1, bytes[at] ?? 0);
    let literal = run > 2 ? 0 : run;
    while (literal > 0 && literal < 100 && at + literal < bytes.length && runAt(at + literal) < 3) literal++;
    if (literal > 0) out.push(256 - literal, ...bytes.subarray(at, at + literal));
    at += run > 2 ? run : literal;
  }
  return Uint8Array.from(out);
}
