import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../testing/chunked-file.js';
import { toTwin } from '../testing/golden.js';
import { sampleHmatx } from '../testing/sample-hmatx.js';
import { encodeHmatx } from './encode.js';
import { MATERIAL_TEXTURE_SLOTS, TEXTURE_FILTERS, TEXTURE_WRAPS } from './layout.js';
import { materialExtras, variantRow } from './material-extras.js';
import { DEFAULT_TEXTURE_USE, type HmatxModel, type MaterialTextureUse } from './model.js';
import { decodeHmatx } from './read.js';
import { validateHmatx } from './validate.js';

const ROWS = 6;
const number = fc.float({ noNaN: true, noDefaultInfinity: true });
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });
const row = fc.nat(ROWS - 1);
const byRow = <T extends { row: number }>(fields: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fields, { selector: (each) => each.row, maxLength: 3 })
    .map((list) => (list.length === 0 ? undefined : list.sort((a, b) => a.row - b.row)));
const use: fc.Arbitrary<MaterialTextureUse> = fc.record({
  row,
  slot: fc.constantFrom(...MATERIAL_TEXTURE_SLOTS),
  texture: fc.bigInt({ min: 1n, max: 0xffffffffffffffffn }),
  uvSet: fc.nat(1),
  wrapS: fc.constantFrom(...TEXTURE_WRAPS),
  wrapT: fc.constantFrom(...TEXTURE_WRAPS),
  minFilter: fc.constantFrom(...TEXTURE_FILTERS),
  magFilter: fc.constantFrom('unset', 'nearest', 'linear'),
  offset: numbers(2),
  scale: numbers(2),
  rotation: number,
});
const slotOf = ({ slot }: MaterialTextureUse) => MATERIAL_TEXTURE_SLOTS.indexOf(slot);
const distance = fc.float({ min: 0, noNaN: true, noDefaultInfinity: true });
const model: fc.Arbitrary<HmatxModel> = fc.record({
  rowCount: fc.constant(ROWS),
  uses: fc
    .uniqueArray(use, { selector: (each) => `${each.row} ${each.slot}`, maxLength: 8 })
    .map((list) => list.sort((a, b) => a.row - b.row || slotOf(a) - slotOf(b))),
  anisotropy: byRow(fc.record({ row, strength: number, rotation: number })),
  clearcoat: byRow(fc.record({ row, factor: number, roughness: number, normalScale: number })),
  diffuseTransmission: byRow(fc.record({ row, factor: number, color: numbers(3) })),
  dispersion: byRow(fc.record({ row, dispersion: number })),
  ior: byRow(fc.record({ row, ior: number })),
  iridescence: byRow(fc.record({ row, factor: number, ior: number, thicknessMin: number, thicknessMax: number })),
  sheen: byRow(fc.record({ row, roughness: number, color: numbers(3) })),
  specular: byRow(fc.record({ row, factor: number, color: numbers(3) })),
  transmission: byRow(fc.record({ row, factor: number })),
  unlit: byRow(fc.record({ row })),
  volume: byRow(fc.record({ row, thickness: number, attenuationDistance: distance, attenuationColor: numbers(3) })),
  variants: fc.option(
    fc.record({
      names: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
      maps: fc
        .uniqueArray(fc.nat(9), { maxLength: 4 })
        .map((submeshes) =>
          submeshes.sort((a, b) => a - b).map((submesh) => ({ variant: 0, submesh, row: submesh % ROWS })),
        ),
    }),
    { nil: undefined },
  ),
});

describe('hmatx', () => {
  it('round-trips any materials', () => {
    fc.assert(
      fc.property(model, (materials) => {
        const bytes = encodeHmatx(materials);
        expect(toTwin(decodeHmatx(bytes))).toEqual(toTwin({ version: 1, ...materials }));
        expect(encodeHmatx(decodeHmatx(bytes))).toEqual(bytes);
        expect(validateHmatx(bytes)).toEqual([]);
      }),
    );
  });

  it('writes equal bytes for lists in any order', () => {
    const { uses, clearcoat = [], variants, ...rest } = sampleHmatx();
    const shuffled = {
      ...rest,
      uses: [...uses].reverse(),
      clearcoat: [...clearcoat].reverse(),
      variants: variants && { ...variants, maps: [...variants.maps].reverse() },
    };
    expect(encodeHmatx(shuffled)).toEqual(encodeHmatx(sampleHmatx()));
  });

  it('writes materials that need nothing', () => {
    const bytes = encodeHmatx({ rowCount: 0, uses: [] });
    expect(bytes.length).toBe(32 + 24 + 8 + 16);
    expect(toTwin(decodeHmatx(bytes))).toEqual({ version: 1, rowCount: 0, uses: [] });
  });

  it('refuses to write what no file may hold', () => {
    const base = sampleHmatx();
    const [first] = base.uses;
    if (first === undefined) throw new Error('the sample has uses');
    expect(() => encodeHmatx({ ...base, uses: [first, first] })).toThrow('repeats the row before');
    expect(() => encodeHmatx({ ...base, uses: [{ ...first, row: 4 }] })).toThrow('TEXS[0].row is 4, must be below 4');
    expect(() => encodeHmatx({ ...base, uses: [{ ...first, texture: 0n }] })).toThrow('a texture');
    expect(() => encodeHmatx({ ...base, ior: [{ row: 0, ior: Number.NaN }] })).toThrow('ior must be finite');
    expect(() => encodeHmatx({ ...base, variants: { names: [], maps: [{ variant: 0, submesh: 0, row: 0 }] } })).toThrow(
      'VMAP[0].variant is 0, must be below 0',
    );
  });
});

describe('materialExtras', () => {
  it('gathers what one row has, and nothing of the others', () => {
    const hmatx = decodeHmatx(encodeHmatx(sampleHmatx()));
    const third = materialExtras(hmatx, 3);
    expect(toTwin(third)).toEqual(
      toTwin({
        textures: { clearcoatNormal: sampleHmatx().uses[2] },
        clearcoat: { row: 3, factor: 0.5, roughness: 0, normalScale: -2 },
        specular: { row: 3, factor: 0.25, color: [2, 1, 0] },
      }),
    );
    const first = materialExtras(hmatx, 0);
    expect(Object.keys(first.textures)).toEqual(['baseColor', 'thickness']);
    expect(first.textures.thickness).toMatchObject(DEFAULT_TEXTURE_USE);
    expect(first.unlit).toBeUndefined();
    expect(materialExtras(hmatx, 2).unlit).toEqual({ row: 2 });
    expect(toTwin(materialExtras(hmatx, 17))).toEqual({ textures: {} });
  });

  it('finds every row that a list has', () => {
    const clearcoat = Array.from({ length: 9 }, (_, i) => ({ row: i * 2, factor: i, roughness: 0, normalScale: 1 }));
    const hmatx = decodeHmatx(encodeHmatx({ rowCount: 20, uses: [], clearcoat }));
    for (let each = 0; each < 20; each++)
      expect(materialExtras(hmatx, each).clearcoat?.factor).toBe(each % 2 === 0 && each < 18 ? each / 2 : undefined);
  });

  it('knows the material of a submesh in a variant', () => {
    const hmatx = decodeHmatx(encodeHmatx(sampleHmatx()));
    expect(variantRow(hmatx, 2, 1)).toBe(0);
    expect(variantRow(hmatx, 2, 0)).toBe(3);
    expect(variantRow(hmatx, 1, 0)).toBeUndefined();
  });
});

const NAN = 0x7fc00000;

describe('the rules of .hmatx', () => {
  it.each([
    ['rows of materials that are not there', 'CLRC', 16, 9, 'bad-range', 'CLRC[1].row'],
    ['rows that go back', 'UNLT', 4, 0, 'bad-order', 'UNLT[1].row'],
    ['a row twice', 'UNLT', 4, 1, 'duplicate', 'UNLT[1].row'],
    ['uses that go back', 'TEXS', 96, 0, 'bad-order', 'TEXS[2].row'],
    ['a slot twice', 'TEXS', 52, 0, 'duplicate', 'TEXS[1].row'],
    ['a use of a material that is not there', 'TEXS', 96, 4, 'bad-range', 'TEXS[2].row'],
    ['a slot that nobody knows', 'TEXS', 52, 19, 'bad-value', 'TEXS[1].slot'],
    ['a third set of coordinates', 'TEXS', 16, 2, 'bad-value', 'TEXS[0].uvSet'],
    ['a wrap that nobody knows', 'TEXS', 20, 0x03, 'bad-value', 'TEXS[0].wrapS'],
    ['a wrap that nobody knows, upwards', 'TEXS', 20, 0x0300, 'bad-value', 'TEXS[0].wrapT'],
    ['a filter that nobody knows', 'TEXS', 20, 0x070000, 'bad-value', 'TEXS[0].minFilter'],
    ['mips while enlarging', 'TEXS', 20, 0x03000000, 'bad-value', 'TEXS[0].magFilter'],
    ['an offset that is no number', 'TEXS', 24, NAN, 'bad-value', 'TEXS[0].offset'],
    ['a scale that is no number', 'TEXS', 36, NAN, 'bad-value', 'TEXS[0].scale'],
    ['a rotation that is no number', 'TEXS', 40, NAN, 'bad-value', 'TEXS[0].rotation'],
    ['padding that is not zero', 'TEXS', 44, 1, 'bad-value', 'TEXS[0].pad'],
    ['padding of the counts', 'MDSC', 12, 1, 'bad-value', 'MDSC.pad'],
    ['a strength that is no number', 'ANIS', 4, NAN, 'bad-value', 'ANIS[0].strength'],
    ['a coat that is no number', 'CLRC', 4, NAN, 'bad-value', 'CLRC[0].factor'],
    ['a color that is no number', 'DTRN', 12, NAN, 'bad-value', 'DTRN[0].color'],
    ['a dispersion that is no number', 'DISP', 4, NAN, 'bad-value', 'DISP[0].dispersion'],
    ['an index of refraction that is no number', 'IORX', 4, NAN, 'bad-value', 'IORX[0].ior'],
    ['a film that is no number', 'IRID', 12, NAN, 'bad-value', 'IRID[0].thicknessMin'],
    ['a sheen that is no number', 'SHEN', 4, NAN, 'bad-value', 'SHEN[0].roughness'],
    ['a specular color without end', 'SPEC', 8, 0x7f800000, 'bad-value', 'SPEC[0].color'],
    ['a transmission that is no number', 'TRNS', 4, NAN, 'bad-value', 'TRNS[0].factor'],
    ['a negative distance', 'VOLM', 8, 0xbf800000, 'bad-value', 'VOLM[0].attenuationDistance'],
    ['a distance without end', 'VOLM', 8, 0x7f800000, 'bad-value', 'VOLM[0].attenuationDistance'],
    ['names that go back', 'VNAM', 8, 4, 'bad-order', 'VNAM.offsets[2]'],
    ['a variant that is not there', 'VMAP', 24, 3, 'bad-range', 'VMAP[2].variant'],
    ['a material of a variant that is not there', 'VMAP', 8, 4, 'bad-range', 'VMAP[0].row'],
    ['a submesh twice in a variant', 'VMAP', 28, 0, 'duplicate', 'VMAP[2].variant'],
    ['variants that go back', 'VMAP', 0, 2, 'duplicate', 'VMAP[1].variant'],
  ] as const)('refuse %s', (_, chunk, at, word, code, field) => {
    const bytes = encodeHmatx(sampleHmatx());
    const { payload } = placeOf(bytes, chunk);
    new DataView(bytes.buffer).setUint32(payload + at, word, true);
    expect(validateHmatx(bytes)[0]).toMatchObject({ code, field });
    expect(() => decodeHmatx(bytes)).toThrow(expect.objectContaining({ name: 'FormatError', code }));
  });

  it('refuse a use without a texture', () => {
    const bytes = encodeHmatx(sampleHmatx());
    new DataView(bytes.buffer).setBigUint64(placeOf(bytes, 'TEXS').payload + 8, 0n, true);
    expect(validateHmatx(bytes)).toMatchObject([{ code: 'bad-value', field: 'TEXS[0].texture' }]);
  });

  it('refuse a file without counts, variants without names, and half a row', () => {
    const renamed = (chunk: string) => {
      const bytes = encodeHmatx(sampleHmatx());
      bytes[placeOf(bytes, chunk).entry] = 0x5a;
      return validateHmatx(bytes);
    };
    expect(renamed('MDSC')).toMatchObject([{ code: 'missing', field: 'MDSC' }]);
    expect(renamed('VNAM')).toMatchObject([{ code: 'missing', field: 'VNAM' }]);
    // A chunk that has another name is one that we do not know.
    expect(renamed('VOLM')).toEqual([]);
    const bytes = encodeHmatx(sampleHmatx());
    const { entry } = placeOf(bytes, 'CLRC');
    new DataView(bytes.buffer).setBigUint64(entry + 16, 24n, true);
    expect(validateHmatx(bytes)[0]).toMatchObject({ code: 'bad-range', field: 'CLRC.size' });
  });

  it('refuse another magic, another version and bytes between chunks', () => {
    const at = (offset: number, value: number) => {
      const bytes = encodeHmatx(sampleHmatx());
      bytes[offset] = value;
      return validateHmatx(bytes)[0];
    };
    expect(at(0, 0x49)).toMatchObject({ code: 'bad-magic', field: 'HmatxFileHeader.magic' });
    expect(at(4, 2)).toMatchObject({ code: 'bad-version', field: 'HmatxFileHeader.version' });
    const { payload } = placeOf(encodeHmatx(sampleHmatx()), 'CLRC');
    expect(at(payload - 1, 1)).toMatchObject({ code: 'bad-value', field: 'padding before CLRC' });
  });

  it('take a chunk that is there without rows', () => {
    const bytes = encodeHmatx(sampleHmatx());
    const { entry } = placeOf(bytes, 'VMAP');
    new DataView(bytes.buffer).setBigUint64(entry + 16, 0n, true);
    const cut = bytes.subarray(0, placeOf(bytes, 'VMAP').payload);
    expect(validateHmatx(cut)).toEqual([]);
    expect(decodeHmatx(cut).variants).toMatchObject({ maps: [] });
  });
});
