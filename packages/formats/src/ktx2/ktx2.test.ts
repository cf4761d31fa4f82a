import fc from 'fast-check';
import { createDefaultContainer, read, write } from 'ktx-parse';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { survivesDamage } from '../testing/damage.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import {
  blocks,
  rgba8,
  rgba16fLut,
  sampleLevels,
  uastc2d,
  uastcArray,
  uastcCube,
  uastcInput,
} from '../testing/ktx2-samples.js';
import { rgba8Format, rgba16fFormat, uastcFormat } from './basic-formats.js';
import { blockFormat } from './block-formats.js';
import { encodeKtx2, layOutKtx2 } from './encode.js';
import { textEntry } from './encode-key-values.js';
import { hdrFormat } from './hdr-formats.js';
import { decodeKtx2, readLevel } from './read.js';
import { textValue } from './read-key-values.js';
import { adviseKtx2, validateKtx2 } from './validate.js';

const samples: Readonly<Record<string, () => Uint8Array>> = {
  'uastc-2d': uastc2d,
  'uastc-cube': uastcCube,
  'uastc-array': uastcArray,
  'rgba8-srgb': () => rgba8('srgb', { pixelWidth: 3, pixelHeight: 2 }, 2),
  'rgba8-lut': () => rgba8('linear', { pixelWidth: 2, pixelHeight: 2, pixelDepth: 2 }, 1),
  'rgba16f-lut': rgba16fLut,
  'bc4-rrr1': () =>
    blocks('bc4', 'linear', { pixelWidth: 10, pixelHeight: 6, keyValues: [textEntry('KTXswizzle', 'rrr1')] }),
  'bc7-2d': () => blocks('bc7', 'srgb', { pixelWidth: 5, pixelHeight: 3 }),
  'bc3-array': () => blocks('bc3', 'srgb', { pixelWidth: 4, pixelHeight: 2, layerCount: 2 }),
  'etc2-cube': () => blocks('etc2-rgb', 'srgb', { pixelWidth: 4, pixelHeight: 4, faceCount: 6 }),
  'astc-rg01': () =>
    blocks('astc-4x4', 'linear', { pixelWidth: 4, pixelHeight: 4, keyValues: [textEntry('KTXswizzle', 'rg01')] }),
};

describe('layOutKtx2', () => {
  it('leaves room where encodeKtx2 puts the levels', () => {
    const levels = [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), Uint8Array.of(9, 10, 11, 12)];
    const input = { format: rgba8Format('srgb'), pixelWidth: 2, pixelHeight: 1 };
    const layout = layOutKtx2({ ...input, levels: levels.map(({ byteLength }) => ({ byteLength })) });
    const file = new Uint8Array(layout.byteLength);
    file.set(layout.head);
    for (const [n, level] of levels.entries()) file.set(level, layout.levelOffsets[n]);
    expect(file).toEqual(encodeKtx2({ ...input, levels: levels.map((bytes) => ({ bytes })) }));
    expect(validateKtx2(file)).toEqual([]);
    expect(() => layOutKtx2({ ...input, levels: [{ byteLength: 7 }] })).toThrow('its size implies 8');
  });
});

describe('KTX2 goldens', () => {
  it.each(Object.entries(samples))('%s keeps its bytes and its twin', (name, make) => {
    const bytes = make();
    const twin = toTwin(decodeKtx2(bytes));
    writeGoldenIfAsked(`${name}.ktx2`, bytes);
    writeGoldenIfAsked(`${name}.json`, `${JSON.stringify(twin, null, 1)}\n`);
    expect(bytes).toEqual(readGolden(`${name}.ktx2`));
    expect(twin).toEqual(readTwin(`${name}.json`));
    expect(bytes.byteLength).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
    expect(validateKtx2(bytes)).toEqual([]);
    expect(adviseKtx2(bytes)).toEqual([]);
  });

  it.each(Object.entries(samples))('%s survives every truncation and every flipped bit', (_, make) => {
    const report = survivesDamage({ bytes: make(), decode: decodeKtx2, validate: validateKtx2 });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(100);
  });
});

describe('the data format descriptor', () => {
  const words = (bytes: Uint8Array): number[] => {
    const view = new DataView(bytes.buffer);
    const at = view.getUint32(48, true);
    return Array.from({ length: view.getUint32(52, true) / 4 }, (_, i) => view.getUint32(at + 4 * i, true));
  };

  it('of sRGB UASTC with alpha is the eleven words of the specification', () => {
    expect(words(uastc2d())).toEqual([0x2c, 0, 0x00280002, 0x000201a6, 0x0303, 0x10, 0, 0x037f0000, 0, 0, 0xffffffff]);
  });

  it('of linear UASTC names no primaries', () => {
    expect(words(uastcArray())[3]).toBe(0x000100a6);
    expect(words(uastcArray())[7]).toBe(0x067f0000);
  });

  it('of premultiplied UASTC sets the flag', () => {
    const format = uastcFormat({ transfer: 'srgb', channel: 'rgba', premultiplied: true });
    expect(format.dataFormat.basic?.flags).toBe(1);
  });

  it('of sRGB RGBA8 marks alpha as linear', () => {
    const samplesOf = rgba8Format('srgb').dataFormat.basic?.samples ?? [];
    expect(samplesOf.map((s) => s.channelType)).toEqual([0, 1, 2, 0x1f]);
    expect(samplesOf.map((s) => [s.bitOffset, s.bitLength, s.lower, s.upper])).toEqual([
      [0, 7, 0, 255],
      [8, 7, 0, 255],
      [16, 7, 0, 255],
      [24, 7, 0, 255],
    ]);
  });

  it('of RGBA16F has signed float samples', () => {
    const samplesOf = rgba16fFormat().dataFormat.basic?.samples ?? [];
    expect(samplesOf.map((s) => s.channelType)).toEqual([0xc0, 0xc1, 0xc2, 0xcf]);
    expect(new Set(samplesOf.map((s) => s.upper))).toEqual(new Set([0x3f800000]));
  });
});

describe('encodeKtx2', () => {
  it('puts levels smallest first, aligned to the block', () => {
    const { levels } = decodeKtx2(uastc2d());
    const offsets = levels.map((level) => level.byteOffset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => b - a));
    expect(offsets.every((offset) => offset % 16 === 0)).toBe(true);
  });

  it('does not pad compressed levels', () => {
    const compressed = [Uint8Array.of(1, 2, 3), Uint8Array.of(4)];
    const bytes = encodeKtx2({
      pixelWidth: 8,
      pixelHeight: 8,
      format: uastcFormat({ transfer: 'srgb', channel: 'rgb' }),
      supercompressionScheme: 2,
      levels: compressed.map((stored, i) => ({ bytes: stored, uncompressedByteLength: i === 0 ? 64 : 16 })),
    });
    expect(validateKtx2(bytes)).toEqual([]);
    expect([...bytes.subarray(-4)]).toEqual([4, 1, 2, 3]);
    const [level] = decodeKtx2(bytes).levels;
    if (level === undefined) throw new Error('no level');
    expect(readLevel(level, (stored, size) => new Uint8Array(size).fill(stored[0] ?? 0))).toEqual(
      new Uint8Array(64).fill(1),
    );
    expect(() => readLevel(level, () => new Uint8Array(63))).toThrow(FormatError);
    expect(() => readLevel(level)).toThrow('needs a decompressor');
  });

  it('writes levelCount 0 when the loader is to generate the chain', () => {
    const input = { pixelWidth: 5, pixelHeight: 3, format: rgba8Format('srgb') };
    const bytes = encodeKtx2({ ...input, levels: sampleLevels(input, 1), generateMips: true });
    expect(decodeKtx2(bytes)).toMatchObject({ levelCount: 0, levels: [{ uncompressedByteLength: 60 }] });
    expect(validateKtx2(bytes)).toEqual([]);
  });

  it('sorts keys and writes a writer without a version', () => {
    const bytes = encodeKtx2({
      ...uastcInput({ pixelWidth: 4, pixelHeight: 4 }),
      keyValues: [textEntry('zebra', '1'), textEntry('KTXorientation', 'rd'), textEntry('alpha', '2')],
    });
    const { keyValues } = decodeKtx2(bytes);
    expect(keyValues.map(({ key }) => key)).toEqual(['KTXorientation', 'KTXwriter', 'alpha', 'zebra']);
    expect(textValue(keyValues, 'KTXwriter')).toBe('assetc');
    expect(validateKtx2(bytes)).toEqual([]);
  });

  it.each([
    ['a level of the wrong size', { levels: [{ bytes: new Uint8Array(15) }] }],
    ['no level', { levels: [] }],
    ['too many levels', { levels: Array.from({ length: 4 }, () => ({ bytes: new Uint8Array(16) })) }],
    ['a cubemap that is not square', { faceCount: 6, pixelHeight: 2 }],
    ['five faces', { faceCount: 5 }],
  ])('refuses %s', (_, change) => {
    expect(() => encodeKtx2({ ...uastcInput({ pixelWidth: 4, pixelHeight: 4 }), ...change })).toThrow();
  });
});

const shape = fc.oneof(
  fc.record({ pixelWidth: fc.integer({ min: 1, max: 20 }), pixelHeight: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    pixelWidth: fc.integer({ min: 1, max: 9 }),
    pixelHeight: fc.integer({ min: 1, max: 9 }),
    layerCount: fc.integer({ min: 1, max: 3 }),
  }),
  fc
    .record({ size: fc.integer({ min: 1, max: 9 }), layerCount: fc.integer({ min: 0, max: 2 }) })
    .map(({ size, layerCount }) => ({ pixelWidth: size, pixelHeight: size, layerCount, faceCount: 6 })),
  fc.record({
    pixelWidth: fc.integer({ min: 1, max: 5 }),
    pixelHeight: fc.integer({ min: 1, max: 5 }),
    pixelDepth: fc.integer({ min: 1, max: 5 }),
  }),
);
const format = fc.constantFrom(
  rgba8Format('srgb'),
  rgba8Format('linear'),
  rgba16fFormat(),
  uastcFormat({ transfer: 'srgb', channel: 'rrr' }),
  uastcFormat({ transfer: 'linear', channel: 'rrrg' }),
  blockFormat('bc1', 'srgb'),
  blockFormat('bc5', 'linear'),
  blockFormat('etc2-rgba', 'srgb'),
  hdrFormat('uastc-hdr'),
  hdrFormat('bc6h'),
  hdrFormat('rgb9e5'),
);

describe('KTX2 round trips', () => {
  it('decode gives back what encode was given, and ktx-parse agrees', () => {
    fc.assert(
      fc.property(shape, format, (extent, chosen) => {
        const input = { ...extent, format: chosen };
        const levels = sampleLevels(input, 1);
        const bytes = encodeKtx2({ ...input, levels });
        const ktx = decodeKtx2(bytes);
        const oracle = read(bytes);
        expect(validateKtx2(bytes)).toEqual([]);
        for (const side of [ktx, oracle]) {
          expect(side).toMatchObject({ ...extent, vkFormat: chosen.vkFormat, typeSize: chosen.typeSize });
        }
        expect(ktx.dataFormat).toEqual(chosen.dataFormat);
        expect(ktx.levels[0]?.bytes).toEqual(levels[0]?.bytes);
        expect(new Uint8Array(oracle.levels[0]?.levelData ?? [])).toEqual(levels[0]?.bytes);
        expect(oracle.dataFormatDescriptor[0]).toMatchObject({
          colorModel: chosen.dataFormat.basic?.colorModel,
          transferFunction: chosen.dataFormat.basic?.transferFunction,
          bytesPlane: chosen.dataFormat.basic?.bytesPlane,
        });
        expect(oracle.keyValue.KTXwriter).toBe('assetc');
      }),
    );
  });

  it('reads every level and key that ktx-parse writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.boolean(), (w, h, mips) => {
        const container = createDefaultContainer();
        const source = uastcInput({ pixelWidth: w, pixelHeight: h });
        const levels = mips ? source.levels : source.levels.slice(0, 1);
        container.pixelWidth = w;
        container.pixelHeight = h;
        container.levels = levels.map(({ bytes }) => ({
          levelData: new Uint8Array(bytes),
          uncompressedByteLength: bytes.byteLength,
        }));
        container.levelCount = levels.length;
        const described = read(encodeKtx2({ ...source, levels })).dataFormatDescriptor;
        container.dataFormatDescriptor = described;
        container.keyValue = { KTXorientation: 'rd', custom: new Uint8Array([1, 2, 3]) };
        const ktx = decodeKtx2(write(container, { keepWriter: true }));
        expect(ktx.levels.map((level) => level.bytes)).toEqual(levels.map((level) => level.bytes));
        expect(textValue(ktx.keyValues, 'KTXorientation')).toBe('rd');
        expect(ktx.dataFormat.basic).toEqual(source.format.dataFormat.basic);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps extra descriptor blocks and global data', () => {
    const extra = Uint8Array.of(1, 0, 2, 0, 2, 0, 12, 0, 9, 9, 9, 9);
    const input = uastcInput({ pixelWidth: 4, pixelHeight: 4 });
    const dataFormat = { basic: input.format.dataFormat.basic, extra: [extra] };
    const globalData = Uint8Array.of(5, 6, 7);
    const bytes = encodeKtx2({ ...input, format: { ...input.format, dataFormat }, globalData });
    const ktx = decodeKtx2(bytes);
    expect(ktx.dataFormat).toEqual(dataFormat);
    expect(ktx.globalData).toEqual(globalData);
  });
});
