// The transcoder against Basis' own, on blocks of every mode and on encoded pictures.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcodeBlocks } from './testing/basis-transcoder.js';
import { randomBlocks } from './testing/random-blocks.js';
import { sampleImages } from './testing/sample-images.js';
import { transcodeUastc } from './transcode.js';
import { UastcEncoder } from './uastc.js';

interface GoldenBlock {
  readonly mode: number;
  readonly block: string;
  readonly invalid?: boolean;
}

const goldens: readonly GoldenBlock[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../goldens/uastc-blocks.json'), 'utf8'),
);
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');

/** The first block in which two results differ, with what went in. */
function firstDifference(blocks: Uint8Array, ours: Uint8Array, theirs: Uint8Array, size: number): string | undefined {
  if (Buffer.compare(ours, theirs) === 0) return undefined;
  const i = ours.findIndex((byte, at) => byte !== theirs[at]);
  const block = Math.floor(i / size);
  const part = (data: Uint8Array, each: number) => hex(data.subarray(block * each, (block + 1) * each));
  return `block ${block} ${part(blocks, 16)}: ${part(ours, size)}, Basis ${part(theirs, size)}`;
}

const valid = goldens.filter((golden) => !golden.invalid);
const invalid = goldens.filter((golden) => golden.invalid);
const COLUMNS = 64;
const random = randomBlocks(COLUMNS * 57, 20);

describe('blocks as ASTC', () => {
  it('are those of Basis, byte for byte, in every mode', async () => {
    const ours = new Uint8Array(random.length);
    transcodeUastc(random, 'astc', ours);
    const theirs = await transcodeBlocks(random, COLUMNS * 4, 57 * 4, true, 'astc');
    expect(firstDifference(random, ours, theirs, 16)).toBeUndefined();
  });

  it('are those of Basis for the golden blocks, over-large groups of digits among them', async () => {
    const blocks = bytes(valid.map((golden) => golden.block).join(''));
    const ours = new Uint8Array(blocks.length);
    transcodeUastc(blocks, 'astc', ours);
    const theirs = await transcodeBlocks(blocks, valid.length * 4, 4, true, 'astc');
    expect(firstDifference(blocks, ours, theirs, 16)).toBeUndefined();
  });

  it('are magenta where they are not valid', () => {
    expect(invalid.length).toBeGreaterThan(3);
    for (const { block } of invalid) {
      const out = new Uint8Array(16);
      transcodeUastc(bytes(block), 'astc', out);
      expect(hex(out)).toBe('fcfdffffffffffffffff0000ffffffff');
    }
  });

  it('are those of Basis in encoded pictures', async () => {
    const encoder = new UastcEncoder();
    for (const { name, rgba } of sampleImages(32, 32)) {
      const blocks = new Uint8Array(8 * 8 * 16);
      encoder.encode(rgba, 32, 32, 0, 8, blocks, { level: 'high', metric: 'rgb', channels: 'rgba' });
      const ours = new Uint8Array(blocks.length);
      transcodeUastc(blocks, 'astc', ours);
      const theirs = await transcodeBlocks(blocks, 32, 32, true, 'astc');
      expect({ name, differs: firstDifference(blocks, ours, theirs, 16) }).toEqual({ name, differs: undefined });
    }
  });

  it('need room and whole blocks', () => {
    expect(() => transcodeUastc(new Uint8Array(31), 'astc', new Uint8Array(32))).toThrow(
      '31 bytes are not whole blocks',
    );
    expect(() => transcodeUastc(new Uint8Array(32), 'astc', new Uint8Array(16))).toThrow('2 blocks need 32 bytes');
    expect(() => transcodeUastc(new Uint8Array(0), 'astc', new Uint8Array(0))).not.toThrow();
  });
});
