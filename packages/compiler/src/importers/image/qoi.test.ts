import { describe, expect, it } from 'vitest';
import { imageFailure, loadImage, noise } from './testing/load-image.js';

const header = (width: number, height: number, channels: number): number[] => [
  ...Buffer.from('qoif'),
  ...[width, height].flatMap((n) => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]),
  channels,
  0,
];
const END = [0, 0, 0, 0, 0, 0, 0, 1];
const file = (width: number, height: number, channels: number, ops: readonly number[]): Uint8Array =>
  Uint8Array.from([...header(width, height, channels), ...ops, ...END]);

/** Uses every operation that fits, like the format's reference encoder. */
function encode(texels: readonly (readonly number[])[]): number[] {
  const ops: number[] = [];
  const seen = new Map<number, string>();
  let last = [0, 0, 0, 255];
  let run = 0;
  const flush = () => {
    if (run > 0) ops.push(0xc0 | (run - 1));
    run = 0;
  };
  for (const texel of texels) {
    const [r = 0, g = 0, b = 0, a = 0] = texel;
    if (texel.join() === last.join()) {
      if (++run === 62) flush();
      continue;
    }
    flush();
    const slot = (r * 3 + g * 5 + b * 7 + a * 11) % 64;
    const wrap = (x: number) => ((((x + 128) % 256) + 256) % 256) - 128;
    const [dr, dg, db] = [wrap(r - (last[0] ?? 0)), wrap(g - (last[1] ?? 0)), wrap(b - (last[2] ?? 0))];
    if (seen.get(slot) === texel.join()) ops.push(slot);
    else if (a !== last[3]) ops.push(0xff, r, g, b, a);
    else if ([dr, dg, db].every((d) => d >= -2 && d <= 1))
      ops.push(0x40 | ((dr + 2) << 4) | ((dg + 2) << 2) | (db + 2));
    else if (dg >= -32 && dg < 32 && Math.abs(dr - dg + 0.5) < 8 && Math.abs(db - dg + 0.5) < 8)
      ops.push(0x80 | (dg + 32), ((dr - dg + 8) << 4) | (db - dg + 8));
    else ops.push(0xfe, r, g, b);
    seen.set(slot, texel.join());
    last = [r, g, b, a];
  }
  flush();
  return ops;
}

describe('QOI', () => {
  it('reads every operation: runs, the index, small and medium differences, full colors', async () => {
    const [r, step, alpha] = [noise(3000, 256, 1), noise(3000, 5, 2), noise(3000, 8, 3)];
    let texel = [0, 0, 0, 255];
    const texels = r.map((value, i) => {
      const kind = step[i] ?? 0;
      const d = (value % 4) - 2;
      if (kind === 1) texel = texel.map((c, k) => (k < 3 ? (c + d) & 255 : c));
      if (kind === 2)
        texel = [(texel[0] ?? 0) + 20, (texel[1] ?? 0) + 24, (texel[2] ?? 0) + 21, texel[3] ?? 0].map((c) => c & 255);
      if (kind === 3) texel = [value, (value * 7) & 255, (value * 13) & 255, alpha[i] === 0 ? value : (texel[3] ?? 0)];
      if (kind === 4) texel = [value & 3, 0, 0, 255];
      return texel;
    });
    const { image } = await loadImage(file(60, 50, 4, encode(texels)), 'a.qoi');
    expect([...image.pixels]).toEqual(texels.flat());
    expect(image).toMatchObject({ width: 60, height: 50, hasAlpha: true });
  });

  it('decodes hand-written bytes', async () => {
    // A run of two of the first color, red by value, one less red, back to red by the index: (255·3 + 255·11) mod 64 = 50.
    const { image } = await loadImage(
      file(5, 1, 3, [0xc1, 0xfe, 255, 0, 0, 0x40 | (1 << 4) | (2 << 2) | 2, 50]),
      'a.qoi',
    );
    expect([...image.pixels]).toEqual([0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0, 255, 254, 0, 0, 255, 255, 0, 0, 255]);
    expect(image.hasAlpha).toBe(false);
  });

  it('rejects truncated files, other channel counts and sizes too large for the bytes', async () => {
    expect((await imageFailure(Uint8Array.from(header(2, 2, 3)).subarray(0, 12), 'a.qoi')).code).toBe(
      'image/truncated',
    );
    expect((await imageFailure(file(9, 9, 3, [0xfe, 1, 2]).slice(0, 17), 'a.qoi')).code).toBe('image/truncated');
    expect((await imageFailure(file(1, 1, 5, [0xc0]), 'a.qoi')).code).toBe('image/corrupt');
    expect((await imageFailure(file(9000, 9000, 3, [0xc0]), 'a.qoi')).code).toBe('image/truncated');
  });
});
