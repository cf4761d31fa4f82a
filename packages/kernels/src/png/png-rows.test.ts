import { describe, expect, it } from 'vitest';
import { sampleReference, unfilterReference, widenReference } from '../reference/png.js';
import { PngRows, type PngSamples } from './png-rows.js';

/** Reproducible bytes: a 32-bit linear congruential generator. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

function filteredRows(rows: number, rowBytes: number, seed: number, filter: (y: number) => number): Uint8Array {
  const bytes = noise(rows * (rowBytes + 1), seed);
  for (let y = 0; y < rows; y++) bytes[y * (rowBytes + 1)] = filter(y);
  return bytes;
}

function run(rows: PngRows, filtered: Uint8Array, count: number): Uint8Array | number {
  rows.input().set(filtered);
  const result = rows.decode(count);
  return typeof result === 'number' ? result : result.slice();
}

const identity = Uint8Array.from({ length: 1024 }, (_, i) => i >> 2);

describe('the png kernel', () => {
  const layouts: [string, number, PngSamples][] = [
    ['gray 8', 1, { as: 'indexed', bits: 8, table: identity }],
    ['gray and alpha 8', 2, { as: 'gray-alpha8' }],
    ['rgb 8', 3, { as: 'rgb8', key: undefined }],
    ['rgba 8', 4, { as: 'rgba8' }],
    ['gray 16', 2, { as: 'wide', channels: 1, key: undefined }],
    ['gray and alpha 16', 4, { as: 'wide', channels: 2, key: undefined }],
    ['rgb 16', 6, { as: 'wide', channels: 3, key: undefined }],
    ['rgba 16', 8, { as: 'wide', channels: 4, key: undefined }],
  ];
  for (const [name, bytesPerPixel, samples] of layouts) {
    it(`matches its twin for every filter: ${name}`, () => {
      const wide = samples.as === 'wide';
      const channels = wide ? samples.channels : bytesPerPixel;
      for (const width of [1, 2, 3, 4, 5, 16, 17, 33]) {
        const rowBytes = width * bytesPerPixel;
        const height = 12;
        const filtered = filteredRows(height, rowBytes, width * 7 + bytesPerPixel, (y) => (y * 3 + width) % 5);
        const rows = new PngRows(width, rowBytes, bytesPerPixel, samples, 5);
        const got: number[] = [];
        // Batches of different sizes: the row above must be remembered.
        for (const [from, count] of [
          [0, 5],
          [5, 1],
          [6, 4],
          [10, 2],
        ] as const) {
          const part = run(rows, filtered.subarray(from * (rowBytes + 1)).subarray(0, count * (rowBytes + 1)), count);
          if (typeof part === 'number') throw new Error(`row ${part} refused`);
          got.push(...(wide ? new Uint16Array(part.buffer, 0, part.length / 2) : part));
        }
        // The next instance reuses this memory.
        rows.release();
        const raw = unfilterReference(filtered, height, rowBytes, bytesPerPixel, new Uint8Array(rowBytes));
        if (raw === undefined) throw new Error('the twin refused');
        const want = widenReference(raw, width * height, channels, wide ? 16 : 8, undefined);
        if (samples.as === 'indexed') for (let i = 3; i < want.length; i += 4) want[i] = want[i - 1] ?? 0;
        expect(got).toEqual(want);
      }
    });
  }

  it('matches its twin for packed samples and reports the largest', () => {
    for (const bits of [1, 2, 4]) {
      for (const width of [1, 3, 7, 8, 9, 31]) {
        const rowBytes = Math.ceil((width * bits) / 8);
        const filtered = filteredRows(6, rowBytes, width + bits, (y) => y % 5);
        const rows = new PngRows(width, rowBytes, 1, { as: 'indexed', bits, table: identity }, 64);
        const got = run(rows, filtered, 6);
        const raw = unfilterReference(filtered, 6, rowBytes, 1, new Uint8Array(rowBytes)) ?? new Uint8Array();
        const want = Array.from({ length: 6 }, (_, y) =>
          Array.from({ length: width }, (_unused, x) => sampleReference(raw.subarray(y * rowBytes), x, bits)),
        ).flat();
        expect([...(got as Uint8Array)]).toEqual(want.flatMap((v) => [v, v, v, v]));
        expect(rows.largestIndex).toBe(Math.max(...want));
      }
    }
  });

  it('makes the key color transparent and nothing else', () => {
    const rows = new PngRows(2, 6, 3, { as: 'rgb8', key: 0x030201 }, 1);
    expect([...(run(rows, Uint8Array.of(0, 1, 2, 3, 1, 2, 4), 1) as Uint8Array)]).toEqual([1, 2, 3, 0, 1, 2, 4, 255]);
    const wide = new PngRows(2, 4, 2, { as: 'wide', channels: 1, key: [0x0102] }, 1);
    const pixels = run(wide, Uint8Array.of(0, 1, 2, 1, 3), 1) as Uint8Array;
    const twin = widenReference(Uint8Array.of(1, 2, 1, 3), 2, 1, 16, [0x0102]);
    expect([...new Uint16Array(pixels.buffer, 0, 8)]).toEqual(twin);
  });

  it('returns the row whose filter byte is unknown', () => {
    const rows = new PngRows(4, 16, 4, { as: 'rgba8' }, 8);
    expect(
      run(
        rows,
        filteredRows(8, 16, 1, (y) => (y === 3 ? 5 : 0)),
        8,
      ),
    ).toBe(3);
  });
});
