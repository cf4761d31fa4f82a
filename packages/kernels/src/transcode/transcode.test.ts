// The transcoder compared with Basis Universal's own, on blocks of every mode and on encoded pictures.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcodeBlocks } from '../testing/basis-transcoder.js';
import { decodeImage } from '../testing/decode-image.js';
import { randomBlocks } from '../testing/random-blocks.js';
import { sampleImages } from '../testing/sample-images.js';
import { UastcEncoder } from '../uastc/uastc.js';
import { transcodeUastc, type UastcTarget } from './transcode.js';

interface GoldenBlock {
  readonly mode: number;
  readonly block: string;
  readonly invalid?: boolean;
}

const goldens: readonly GoldenBlock[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../goldens/uastc-blocks.json'), 'utf8'),
);
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');
const SOLID_CODE = 0x17;
const isSolid = (block: Uint8Array): boolean => ((block[0] ?? 0) & 31) === SOLID_CODE;

interface Batch {
  readonly name: string;
  readonly blocks: Uint8Array;
  readonly columns: number;
}

const valid = goldens.filter((golden) => !golden.invalid);
const invalid = goldens.filter((golden) => golden.invalid);
const batches: readonly Batch[] = [
  { name: 'random blocks', blocks: randomBlocks(64 * 190, 20), columns: 64 },
  // They include groups of digits that are too large.
  { name: 'golden blocks', blocks: bytes(valid.map(({ block }) => block).join('')), columns: valid.length },
  ...sampleImages(32, 32).map(({ name, rgba }) => {
    const blocks = new Uint8Array(8 * 8 * 16);
    new UastcEncoder().encode(rgba, 32, 32, 0, 8, blocks, { level: 'high', metric: 'rgb', channels: 'rgba' });
    return { name, blocks, columns: 8 };
  }),
];

function transcode(blocks: Uint8Array, to: UastcTarget, size: number): Uint8Array {
  const out = new Uint8Array((blocks.length / 16) * size);
  transcodeUastc(blocks, to, out);
  return out;
}

it.each(['draft', 'fast', 'normal', 'high', 'max'] as const)(
  'makes the same ASTC of blocks without hints at level %s',
  (level) => {
    const encoder = new UastcEncoder();
    for (const { name, rgba } of sampleImages(32, 32)) {
      const [full, bare] = [true, false].map((hints) => {
        const blocks = new Uint8Array(8 * 8 * 16);
        encoder.encode(rgba, 32, 32, 0, 8, blocks, { level, metric: 'rgb', channels: 'rgba', hints });
        return hex(transcode(blocks, 'astc', 16));
      });
      expect(bare, name).toBe(full);
    }
  },
);

/** The blocks that differ from those of Basis Universal, with their input. Solid ones only if `solidToo` is set. */
async function differences(batch: Batch, to: 'astc' | 'bc7', solidToo: boolean): Promise<string[]> {
  const { blocks, columns } = batch;
  const ours = transcode(blocks, to, 16);
  const theirs = await transcodeBlocks(blocks, columns * 4, (blocks.length / columns / 16) * 4, true, to);
  const found: string[] = [];
  for (let at = 0; at < blocks.length; at += 16) {
    const [block, our, their] = [blocks, ours, theirs].map((data) => data.subarray(at, at + 16));
    if (block === undefined || our === undefined || their === undefined) throw new Error('never');
    if (hex(our) !== hex(their) && (solidToo || !isSolid(block)))
      found.push(`${hex(block)}: ${hex(our)}, Basis ${hex(their)}`);
  }
  return found;
}

describe('UASTC to ASTC', () => {
  it.each(batches.map((batch) => [batch.name, batch] as const))("gives Basis' bytes: %s", async (_, batch) => {
    expect(await differences(batch, 'astc', true)).toEqual([]);
  });

  it('decodes an invalid block as magenta', () => {
    expect(invalid.length).toBeGreaterThan(3);
    for (const { block } of invalid)
      expect(hex(transcode(bytes(block), 'astc', 16))).toBe('fcfdffffffffffffffff0000ffffffff');
  });

  it('needs room and whole blocks', () => {
    expect(() => transcodeUastc(new Uint8Array(31), 'astc', new Uint8Array(32))).toThrow('31 bytes are not whole');
    expect(() => transcodeUastc(new Uint8Array(32), 'astc', new Uint8Array(16))).toThrow('2 blocks need 32 bytes');
    expect(() => transcodeUastc(new Uint8Array(0), 'astc', new Uint8Array(0))).not.toThrow();
  });
});

function solidBlock(color: readonly number[]): Uint8Array {
  const bits = color.reduce((sum, c, i) => sum | (BigInt(c) << BigInt(5 + 8 * i)), BigInt(SOLID_CODE));
  return Uint8Array.from({ length: 16 }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n));
}

describe('UASTC to BC7', () => {
  it.each(batches.map((batch) => [batch.name, batch] as const))("gives Basis' bytes: %s", async (_, batch) => {
    expect(await differences(batch, 'bc7', false)).toEqual([]);
  });

  it('keeps every solid color exactly', () => {
    const expectExact = (color: readonly number[]): void => {
      expect([...decodeImage('bc7', transcode(solidBlock(color), 'bc7', 16), 4, 4)]).toEqual(
        Array.from({ length: 16 }, () => color).flat(),
      );
    };
    for (let v = 0; v < 256; v++) {
      expectExact([v, 255 - v, (v * 7) & 255, 255]);
      expectExact([v, v ^ 1, 0, (v * 3) & 255]);
      expectExact([0, 255, v, v]);
      expectExact([255, v, v, 0]);
    }
  });

  it('decodes an invalid block as magenta', () => {
    for (const { block } of invalid)
      expect(hex(decodeImage('bc7', transcode(bytes(block), 'bc7', 16), 4, 4))).toBe('ff00ffff'.repeat(16));
  });
});
