import { expect, it } from 'vitest';
import { chooseLayout } from './choose-layout.js';

const set = new Float32Array(0);

it('has words for what the format stores and some primitive has', () => {
  const primitives = [{ colors: undefined }, { colors: set, moreUvs: [set, set], moreColors: [set] }];
  expect(chooseLayout(primitives)).toMatchObject({ words: 12, skin: -1, color: -1, moreUvs: [], moreColors: [] });
  expect(chooseLayout(primitives, { skin: true })).toMatchObject({ words: 18, skin: 12 });
  expect(chooseLayout(primitives, { colors: true, moreUvs: 7, moreColors: 7 })).toEqual({
    words: 24,
    isBare: false,
    skin: -1,
    color: 12,
    moreUvs: [16, 18],
    moreColors: [20],
    colorFormat: 'float16',
    morph: -1,
  });
});

it('has no colors if no primitive has any', () => {
  expect(chooseLayout([{ colors: undefined }], { colors: true }).color).toBe(-1);
});

it('has at most as many sets as the format can store, and a word for morphing', () => {
  const primitives = [{ colors: set, moreUvs: [set, set], moreColors: [set], targets: [{}] }];
  expect(chooseLayout(primitives, { colors: true, moreUvs: 1 })).toMatchObject({
    words: 19,
    moreUvs: [16],
    moreColors: [],
    morph: 18,
  });
});

it.each([
  [['unorm8'], 'unorm8'],
  [['unorm8', 'unorm16'], 'unorm16'],
  [['unorm16', 'float', 'unorm8'], 'float16'],
  [[undefined], 'float16'],
] as const)('packs colors stored as %j as %s', (formats, packed) => {
  const primitives = formats.map((colorFormat) => ({
    colors: set,
    ...(colorFormat === undefined ? {} : { colorFormat }),
  }));
  // Primitives without colors do not matter.
  expect(chooseLayout([...primitives, { colors: undefined, colorFormat: 'float' }], { colors: true }).colorFormat).toBe(
    packed,
  );
});

it('is bare only if the caller allows it and no primitive has texture coordinates or tangents', () => {
  const plain = { colors: undefined };
  expect(chooseLayout([plain], { bare: true, skin: true })).toMatchObject({ isBare: true, words: 12, skin: 6 });
  expect(chooseLayout([plain])).toMatchObject({ isBare: false, words: 12 });
  for (const other of [{ uvs: set }, { tangents: set }, { moreUvs: [set] }])
    expect(chooseLayout([plain, { ...plain, ...other }], { bare: true }).isBare).toBe(false);
});
