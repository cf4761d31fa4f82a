// The wasm HDR encoders compared with their readable twins, block by block.

import { describe, expect, it } from 'vitest';
import type { SearchLevel } from '../blocks/block-options.js';
import { encodeUastcHdrBlock } from '../reference/hdr/astc.js';
import { encodeBc6hBlock } from '../reference/hdr/bc6h.js';
import { hdrImages } from '../testing/hdr-images.js';
import { byteSource } from '../testing/sample-images.js';
import { type HdrBlockFormat, HdrEncoder } from './hdr.js';

/** Texels per side; the slow levels get fewer blocks. */
const SIZES: Readonly<Record<SearchLevel, number>> = { fast: 16, normal: 16, high: 8, max: 8 };
const RANDOM_BLOCKS = process.env.ASSETC_LONG === '1' ? 4000 : 60;
const TWINS = { 'uastc-hdr': encodeUastcHdrBlock, bc6h: encodeBc6hBlock } as const;
const encoder = new HdrEncoder();
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');

function compare(format: HdrBlockFormat, halfs: Uint16Array, level: SearchLevel, name: string): void {
  const block = new Uint8Array(16);
  encoder.encode(format, halfs, 4, 4, 0, 1, block, { level });
  expect(hex(block), name).toBe(hex(TWINS[format](halfs, level)));
}

describe.each(['uastc-hdr', 'bc6h'] as const)('the twin of %s', (format) => {
  it.each(['fast', 'normal', 'high', 'max'] as const)('writes the bytes of the kernel at level %s', (level) => {
    const size = SIZES[level];
    for (const { name, halfs } of hdrImages(size, size))
      for (let i = 0; i < (size / 4) ** 2; i++) {
        const [x, y] = [(i % (size / 4)) * 4, Math.floor(i / (size / 4)) * 4];
        const rows = [0, 1, 2, 3].flatMap((row) => [
          ...halfs.subarray(((y + row) * size + x) * 4, ((y + row) * size + x + 4) * 4),
        ]);
        compare(format, Uint16Array.from(rows), level, `${name}, block ${i}`);
      }
  });

  it('gives the same bytes for blocks at random, along lines, of two colors', () => {
    const next = byteSource(7);
    const half = (): number => ((next() << 8) | next()) % 0x7c00;
    for (let i = 0; i < RANDOM_BLOCKS; i++) {
      const [a, b] = [
        [half(), half(), half()],
        [half(), half(), half()],
      ];
      const kind = i % 4;
      const near = 255 >> (next() & 7);
      const halfs = Uint16Array.from({ length: 64 }, (_, at) => {
        const c = at & 3;
        if (c === 3) return 0x3c00;
        if (kind === 0) return half();
        const [low = 0, high = 0] = [a[c], b[c]];
        const part = ((at >> 2) * 37 + near) % 17;
        if (kind === 1) return Math.min(0x7bff, low + (next() & near));
        if (kind === 2) return Math.floor((low * part + high * (16 - part)) / 16);
        return Math.min(0x7bff, (part > 8 ? low : high) + (next() & near));
      });
      compare(format, halfs, (['fast', 'normal', 'high'] as const)[i % 3] ?? 'fast', `block ${i}`);
    }
  });

  it('gives the same bytes for a block of one color and for halfs that are not numbers', () => {
    compare(
      format,
      Uint16Array.from({ length: 64 }, (_, i) => [0x1234, 0x5678, 0x0001, 0][i & 3] ?? 0),
      'fast',
      'solid',
    );
    compare(
      format,
      Uint16Array.from({ length: 64 }, (_, i) => Math.imul(i + 3, 40503) & 0xffff),
      'normal',
      'bits',
    );
  });
});
