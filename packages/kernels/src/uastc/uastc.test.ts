// The kernel and its twins compared with known texels of blocks of every mode, and with each other.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { UASTC_MODES } from '../reference/uastc/modes.js';
import { packUastcBlock as packPlainly } from '../reference/uastc/pack.js';
import type { UastcBlockFields, UastcModeNumber } from './block-fields.js';
import { decodeUastc, packUastcBlock, UastcEncoder, type UastcOptions } from './uastc.js';

interface GoldenBlock {
  readonly mode: number;
  readonly block: string;
  readonly rgba: string;
  readonly invalid?: boolean;
  readonly fields?: {
    readonly pat?: number;
    readonly csel?: number;
    readonly bc1h0?: number;
    readonly bc1h1?: number;
    readonly etc1: {
      readonly flip?: number;
      readonly diff: number;
      readonly inten: number | readonly [number, number];
      readonly bias?: number;
      readonly shade?: number;
      readonly base?: readonly [number, number, number];
    };
    readonly eac?: { readonly table: number; readonly mul: number };
    readonly stored?: readonly number[];
    readonly weights?: readonly number[] | readonly [readonly number[], readonly number[]];
  };
}

const goldens: readonly GoldenBlock[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../goldens/uastc-blocks.json'), 'utf8'),
);
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');

const isMode = (mode: number): mode is UastcModeNumber => mode >= 0 && mode <= 18;
const isPlanes = (
  weights: readonly number[] | readonly [readonly number[], readonly number[]],
): weights is readonly [readonly number[], readonly number[]] => Array.isArray(weights[0]);
const isNumbers = (weights: readonly unknown[]): weights is readonly number[] =>
  weights.every((w) => typeof w === 'number');

function fieldsOf(golden: GoldenBlock): UastcBlockFields {
  const { fields, mode } = golden;
  if (fields === undefined || !isMode(mode)) throw new Error(`golden of mode ${mode} has no fields`);
  const { etc1 } = fields;
  if (mode === 8) {
    const [r = 0, g = 0, b = 0, a = 0] = bytes(golden.rgba);
    if (typeof etc1.inten !== 'number' || etc1.base === undefined) throw new Error('golden of mode 8 is incomplete');
    const { diff, inten, shade = 0, base } = etc1;
    return { mode, color: [r, g, b, a], etc1: { diff, table: inten, shade, base } };
  }
  if (typeof etc1.inten === 'number') throw new Error(`golden of mode ${mode} has one ETC1 table`);
  const weights = fields.weights ?? [];
  return {
    mode,
    bc1: [fields.bc1h0 ?? 0, fields.bc1h1 ?? 0],
    etc1: { flip: etc1.flip ?? 0, diff: etc1.diff, tables: etc1.inten, bias: etc1.bias ?? 0 },
    eac: { table: fields.eac?.table ?? 0, multiplier: fields.eac?.mul ?? 0 },
    pattern: fields.pat ?? 0,
    channel: fields.csel ?? 0,
    endpoints: fields.stored ?? [],
    weights: isPlanes(weights) ? weights : isNumbers(weights) ? [weights, []] : [[], []],
  };
}

describe('decoding', () => {
  it('decodes blocks of all nineteen modes', () => {
    expect(new Set(goldens.filter((g) => !g.invalid).map((g) => g.mode)).size).toBe(19);
  });

  it.each(goldens.map((g, i) => [`${i}, mode ${g.mode}`, g] as const))('reproduces golden %s', (_, golden) => {
    expect(hex(decodeTexels('uastc', bytes(golden.block), 4, 4))).toBe(golden.rgba);
    expect(hex(decodeUastc(bytes(golden.block), 4, 4))).toBe(golden.rgba);
  });

  it('gives the same texels as the twin for random blocks', () => {
    const blocks = new Uint8Array(4096 * 16);
    let seed = 7;
    for (let i = 0; i < blocks.length; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      blocks[i] = seed >>> 24;
    }
    const size = [4, 4096 * 4] as const;
    expect(Buffer.compare(decodeUastc(blocks, ...size), decodeTexels('uastc', blocks, ...size))).toBe(0);
  });
});

describe('packing', () => {
  // Goldens with digit groups that are too large, which no packer writes, have no fields.
  const writable = goldens.filter((g) => g.fields !== undefined);

  it('packs the golden blocks from their fields, in the kernel and in the reference', () => {
    for (const golden of writable) {
      const fields = fieldsOf(golden);
      const plain = new Uint8Array(16);
      const packed = new Uint8Array(16);
      packPlainly(fields, plain, 0);
      packUastcBlock(fields, packed, 0);
      expect(hex(packed)).toBe(hex(plain));
      expect(hex(decodeUastc(packed, 4, 4))).toBe(golden.rgba);
      expect(hex(plain)).toBe(golden.block);
    }
    expect(writable.length).toBeGreaterThan(50);
  });

  it('reverses weights if the top bit of an anchor is set', () => {
    for (const golden of writable) {
      const fields = fieldsOf(golden);
      if (fields.mode === 8) continue;
      const endpoints = [...fields.endpoints];
      for (let i = 0; i < endpoints.length; i += 2) endpoints.splice(i, 2, endpoints[i + 1] ?? 0, endpoints[i] ?? 0);
      const top = 2 ** (UASTC_MODES[fields.mode]?.weightBits ?? 0) - 1;
      const flip = (weights: readonly number[]): number[] => weights.map((w) => top - w);
      const turned = {
        ...fields,
        endpoints,
        weights: [flip(fields.weights[0]), flip(fields.weights[1])] as const,
      };
      const plain = new Uint8Array(16);
      const packed = new Uint8Array(16);
      packPlainly(turned, plain, 0);
      packUastcBlock(turned, packed, 0);
      expect(hex(packed)).toBe(hex(plain));
      expect(hex(decodeUastc(packed, 4, 4)), `mode ${golden.mode}`).toBe(golden.rgba);
    }
  });
});

describe('encoding', () => {
  const options: UastcOptions = { level: 'normal', metric: 'rgb', channels: 'rgba' };

  it('keeps solid colors exactly', () => {
    const rgba = new Uint8Array(4 * 4 * 4);
    for (let i = 0; i < 16; i++) rgba.set([12, 200, 77, 130], i * 4);
    const out = new Uint8Array(16);
    new UastcEncoder().encode(rgba, 4, 4, 0, 1, out, options);
    expect(decodeUastc(out, 4, 4)).toEqual(rgba);
  });

  it('rejects images and strips that do not fit their buffers', () => {
    const encoder = new UastcEncoder();
    expect(() => encoder.encode(new Uint8Array(63), 4, 4, 0, 1, new Uint8Array(16), options)).toThrow(RangeError);
    expect(() => encoder.encode(new Uint8Array(64), 4, 4, 0, 1, new Uint8Array(15), options)).toThrow(RangeError);
    expect(() => encoder.encode(new Uint8Array(64), 4, 4, 1, 1, new Uint8Array(16), options)).toThrow(RangeError);
    expect(() => decodeUastc(new Uint8Array(15), 4, 4)).toThrow(RangeError);
  });
});
