import { expect, it } from 'vitest';
import { chooseLayout } from './choose-layout.js';

const set = new Float32Array(0);

it('has words for what the format keeps and some primitive has', () => {
  const primitives = [{ colors: undefined }, { colors: set, moreUvs: [set, set], moreColors: [set] }];
  expect(chooseLayout(primitives)).toMatchObject({ words: 12, skin: -1, color: -1, moreUvs: [], moreColors: [] });
  expect(chooseLayout(primitives, { skin: true })).toMatchObject({ words: 18, skin: 12 });
  expect(chooseLayout(primitives, { colors: true, moreSets: true })).toEqual({
    words: 24,
    skin: -1,
    color: 12,
    moreUvs: [16, 18],
    moreColors: [20],
  });
});

it('has no colours where no primitive has any', () => {
  expect(chooseLayout([{ colors: undefined }], { colors: true }).color).toBe(-1);
});
