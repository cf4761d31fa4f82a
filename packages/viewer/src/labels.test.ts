import { expect, it } from 'vitest';
import { fitLabel, middleOut, shortLabels, textWidth } from './labels.js';

it('adds the folder to names that several files have', () => {
  const label = shortLabels(['Fox/tex_0.ktx2', 'a/Box/tex_0.ktx2', 'b/logo.ktx2', 'top.txt']);
  expect(['Fox/tex_0.ktx2', 'a/Box/tex_0.ktx2', 'b/logo.ktx2', 'top.txt'].map(label)).toEqual([
    'Fox / tex_0',
    'Box / tex_0',
    'logo',
    'top',
  ]);
});

it('leaves out the middle, and keeps the end', () => {
  expect(middleOut('character_body_n.ktx2', 8)).toBe('chara…_n.ktx2');
  expect(middleOut('short.ktx2', 8)).toBe('short.ktx2');
  expect(middleOut('character_body', 2)).toBeUndefined();
  for (const room of [3, 4, 5.5, 7, 9])
    expect(textWidth(middleOut('WWW_character_mmm', room) ?? '')).toBeLessThanOrEqual(room);
});

it('cuts the folder of a label before its name, if it gets no line of its own', () => {
  const label = 'CompareClearcoat / tex_0';
  expect(fitLabel(label, 40, 1)).toEqual([label]);
  expect(fitLabel(label, 9, 1)).toEqual([expect.stringMatching(/^Comp\w*…\/tex_0$/)]);
  expect(fitLabel(label, 4, 1)).toEqual(['tex_0']);
  expect(fitLabel(label, 1, 1)).toEqual([]);
  expect(fitLabel(label, 7, 2)).toEqual([expect.stringMatching(/^Com\w*…\w*coat$/), 'tex_0']);
});
