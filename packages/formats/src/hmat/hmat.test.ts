import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashRef } from '../refs/hash-ref.js';
import { ByteWriter } from '../testing/byte-writer.js';
import { toTwin } from '../testing/golden.js';
import { goldenTests } from '../testing/golden-tests.js';
import { encodeHmat } from './encode.js';
import { DEFAULT_MATERIAL, type Material, TEXTURE_SLOTS } from './model.js';
import { decodeHmat } from './read.js';
import { validateHmat } from './validate.js';

const sample: readonly Material[] = [
  {
    baseColorFactor: [1, 0.5, 0.25, 0.75],
    emissiveFactor: [0, 2, 4],
    metallicFactor: 0.5,
    roughnessFactor: 0.125,
    normalScale: -1,
    occlusionStrength: 0.25,
    alphaCutoff: 0.5,
    doubleSided: true,
    alphaMode: 'MASK',
    baseColorTex: hashRef('models/chair/tex_0'),
    metallicRoughnessTex: hashRef('models/chair/tex_1'),
    normalTex: hashRef('models/chair/tex_2'),
    occlusionTex: hashRef('models/chair/tex_1'),
    emissiveTex: hashRef('models/chair/tex_3'),
  },
  DEFAULT_MATERIAL,
  { ...DEFAULT_MATERIAL, alphaMode: 'BLEND' },
];

/** Straight from the spec's text, without the structs. */
function golden(): Uint8Array {
  const out = new ByteWriter().ascii('HMAT').u32(1, 3, 0);
  const flags = [1 | (1 << 1), 0, 2 << 1];
  for (const [i, m] of sample.entries()) {
    out.f32(...m.baseColorFactor, ...m.emissiveFactor, m.metallicFactor);
    out.f32(m.roughnessFactor, m.normalScale, m.occlusionStrength, m.alphaCutoff);
    out.u32(flags[i] ?? 0, 0);
    out.u64(m.baseColorTex, m.metallicRoughnessTex, m.normalTex, m.occlusionTex, m.emissiveTex);
  }
  return out.done();
}

const factor = fc.float({ noNaN: true, noDefaultInfinity: true });
const factors = (count: number) => fc.array(factor, { minLength: count, maxLength: count });
const u64 = fc.bigInt({ min: 0n, max: 0xffffffffffffffffn });
const material: fc.Arbitrary<Material> = fc.record({
  baseColorFactor: factors(4),
  emissiveFactor: factors(3),
  metallicFactor: factor,
  roughnessFactor: factor,
  normalScale: factor,
  occlusionStrength: factor,
  alphaCutoff: factor,
  doubleSided: fc.boolean(),
  alphaMode: fc.constantFrom('OPAQUE', 'MASK', 'BLEND'),
  baseColorTex: u64,
  metallicRoughnessTex: u64,
  normalTex: u64,
  occlusionTex: u64,
  emissiveTex: u64,
});

describe('the golden material table', () => {
  const format = { encode: encodeHmat, decode: decodeHmat, validate: validateHmat };
  goldenTests({ file: 'chair.hmat', twin: 'chair.json', sample, golden, ...format });

  it('has a header and three rows', () => {
    expect(golden().length).toBe(16 + 96 * 3);
  });
});

describe('hmat', () => {
  it('round-trips any table', () => {
    fc.assert(
      fc.property(fc.array(material, { maxLength: 5 }), (materials) => {
        const bytes = encodeHmat(materials);
        expect(toTwin(decodeHmat(bytes))).toEqual(toTwin(materials));
        expect(encodeHmat(decodeHmat(bytes))).toEqual(bytes);
        expect(validateHmat(bytes)).toEqual([]);
      }),
    );
  });

  it('writes a table without rows', () => {
    expect(encodeHmat([])).toEqual(new ByteWriter().ascii('HMAT').u32(1, 0, 0).done());
    expect(decodeHmat(encodeHmat([]))).toEqual([]);
  });

  it('names the texture slots in the order of the row', () => {
    expect(TEXTURE_SLOTS.map((slot) => sample[0]?.[slot])).toEqual(
      [0, 1, 2, 1, 3].map((i) => hashRef(`models/chair/tex_${i}`)),
    );
  });

  it('refuses to write what no file may hold', () => {
    expect(() => encodeHmat([{ ...DEFAULT_MATERIAL, metallicFactor: Number.NaN }])).toThrow(/metallicFactor/);
    expect(() => encodeHmat([{ ...DEFAULT_MATERIAL, baseColorFactor: [1, 1, 1] }])).toThrow(/expected 4/);
  });

  const row1 = 16 + 96;
  it.each([
    ['a wrong magic', 0, 'u8', 0x49, 'bad-magic', 'HmatHeader.magic', 0],
    ['another version', 4, 'u32', 2, 'bad-version', 'HmatHeader.version', 4],
    ['header flags', 12, 'u32', 1, 'bad-value', 'HmatHeader.flags', 12],
    ['more rows than bytes', 8, 'u32', 0xffffffff, 'truncated', 'HmatHeader.count', 304],
    ['fewer rows than bytes', 8, 'u32', 2, 'trailing-bytes', 'file', 208],
    ['a NaN factor', row1 + 28, 'f32', Number.NaN, 'bad-value', 'HmatRow[1].metallicFactor', row1 + 28],
    ['an infinite factor', row1 + 8, 'f32', Number.POSITIVE_INFINITY, 'bad-value', 'HmatRow[1].baseColorFactor', row1],
    ['alpha mode 3', row1 + 48, 'u32', 6, 'bad-value', 'HmatRow[1].flags', row1 + 48],
    ['an unknown flag', row1 + 48, 'u32', 8, 'bad-value', 'HmatRow[1].flags', row1 + 48],
    ['the highest flag', row1 + 48, 'u32', 0x80000000, 'bad-value', 'HmatRow[1].flags', row1 + 48],
    ['padding that is not zero', row1 + 52, 'u32', 7, 'bad-value', 'HmatRow[1].pad', row1 + 52],
  ] as const)('rejects %s', (_, at, type, value, code, field, offset) => {
    const bytes = golden();
    const view = new DataView(bytes.buffer);
    if (type === 'u8') view.setUint8(at, value);
    else if (type === 'u32') view.setUint32(at, value, true);
    else view.setFloat32(at, value, true);
    expect(validateHmat(bytes)).toMatchObject([{ code, field, offset }]);
    expect(() => decodeHmat(bytes)).toThrow(expect.objectContaining({ name: 'FormatError', code, offset }));
  });

  it('reports every problem, not only the first', () => {
    const bytes = golden();
    const view = new DataView(bytes.buffer);
    view.setUint32(12, 1, true);
    view.setFloat32(16, Number.NaN, true);
    view.setUint32(row1 + 48, 6, true);
    expect(validateHmat(bytes).map(({ field }) => field)).toEqual([
      'HmatHeader.flags',
      'HmatRow[0].baseColorFactor',
      'HmatRow[1].flags',
    ]);
  });
});
