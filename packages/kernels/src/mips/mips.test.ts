import { describe, expect, it } from 'vitest';
import { filterBandReference } from '../reference/mips.js';
import type { AxisTaps, MipBand } from './mip-band.js';
import { MipKernel } from './mips.js';

let state = 1;
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

function taps(source: number, target: number, count: number): AxisTaps {
  return {
    taps: count,
    indices: Uint32Array.from({ length: target * count }, () => Math.floor(random() * source)),
    weights: Float32Array.from({ length: target * count }, () => random() * 2 - 0.5),
  };
}

const sources = {
  bytes: (n: number) => Uint8Array.from({ length: n }, () => random() * 256),
  words: (n: number) => Uint16Array.from({ length: n }, () => random() * 65536),
  floats: (n: number) => Float32Array.from({ length: n }, () => random() * 1.5 - 0.25),
};

// Any ascending thresholds will do: the tables need not be sRGB's.
const thresholds = Float32Array.from({ length: 257 }, (_, i) => (i === 0 ? 0 : i === 256 ? 2 : ((i - 0.5) / 255) ** 2));
const starts = Uint8Array.from({ length: 4097 }, (_, i) => {
  let code = 0;
  while (i / 4096 >= (thresholds[code + 1] ?? 2)) code++;
  return code;
});

describe('the mips kernel', () => {
  for (const kind of ['bytes', 'words', 'floats'] as const)
    for (const as of ['unit', 'srgb', 'normal'] as const)
      for (const premultiplied of [false, true])
        it(`matches its twin bit for bit: ${kind} to ${as}${premultiplied ? ', premultiplied' : ''}`, () => {
          const kernel = new MipKernel();
          for (const [w, h, tw, th, tx, ty] of [
            [16, 12, 8, 6, 2, 2],
            [7, 5, 3, 2, 4, 3],
            [9, 9, 9, 4, 1, 3],
            [5, 1, 2, 1, 13, 1],
          ] as const) {
            const source = sources[kind](w * h * 4);
            if (!(source instanceof Float32Array)) for (let i = 3; i < source.length; i += 12) source[i] = 0;
            const codes = source instanceof Uint16Array ? 65536 : 256;
            const floats = new Float32Array(tw * th * 4);
            const band: MipBand = {
              source,
              sourceWidth: w,
              targetWidth: tw,
              columns: taps(w, tw, tx),
              rows: taps(h, th, ty),
              firstRow: 1 % th,
              endRow: th,
              load: {
                rgb: Float32Array.from({ length: codes }, (_, i) => (i / (codes - 1)) ** 2),
                alpha: Float32Array.from({ length: codes }, (_, i) => i / (codes - 1)),
                premultiply: premultiplied,
              },
              store: { as, premultiplied, thresholds, starts },
              floats,
              bytes: new Uint8Array(tw * th * 4),
            };
            const twin = { ...band, floats: new Float32Array(tw * th * 4), bytes: new Uint8Array(tw * th * 4) };
            kernel.filter(band);
            filterBandReference(twin);
            expect(new Uint32Array(floats.buffer)).toEqual(new Uint32Array(twin.floats.buffer));
            expect(band.bytes).toEqual(twin.bytes);
          }
        });

  it('writes only the rows of its band', () => {
    const kernel = new MipKernel();
    const bytes = new Uint8Array(4 * 4 * 4).fill(7);
    const unit = Float32Array.from({ length: 256 }, (_, i) => i / 255);
    const source = new Uint8Array(8 * 8 * 4).fill(200);
    const identity = { taps: 1, indices: Uint32Array.of(0, 1, 2, 3), weights: new Float32Array(4).fill(1) };
    const load = { rgb: unit, alpha: unit, premultiply: false };
    const store = { as: 'unit', premultiplied: false, thresholds, starts } as const;
    kernel.filter({
      source,
      sourceWidth: 8,
      targetWidth: 4,
      columns: identity,
      rows: identity,
      firstRow: 1,
      endRow: 3,
      load,
      store,
      floats: undefined,
      bytes,
    });
    expect([...bytes]).toEqual([...new Array(16).fill(7), ...new Array(32).fill(200), ...new Array(16).fill(7)]);
  });
});
