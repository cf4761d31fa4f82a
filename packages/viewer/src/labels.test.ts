import { expect, it } from 'vitest';
import { middleOut, shortLabels } from './labels.js';

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
  expect(middleOut('character_body_n.ktx2', 12)).toBe('chara…n.ktx2');
  expect(middleOut('short.ktx2', 12)).toBe('short.ktx2');
  expect(middleOut('abc', 1)).toBe('…');
});
