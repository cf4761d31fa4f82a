import { expect, it } from 'vitest';
import { fileNames } from './file-names.js';

it('keeps names that any disk can hold', () => {
  expect(fileNames(['Seat', 'arm rest', 'Stuhl-Ä', 'a.b'], 'mesh')).toEqual(['Seat', 'arm rest', 'Stuhl-Ä', 'a.b']);
});

it('replaces what some disk cannot hold', () => {
  expect(
    fileNames(['a/b', 'c\\d', 'x:y', 'tab\there', '.hidden', 'dot.', 'space ', 'NUL', 'com3', '\ud800'], 'm'),
  ).toEqual(['a_b', 'c_d', 'x_y', 'tab_here', '_hidden', 'dot_', 'space_', '_NUL', '_com3', '_']);
});

it('falls back to the index where a name is empty, too long, or ambiguous in any case or normalization', () => {
  const names = ['', 'x'.repeat(201), 'One', 'one', 'Caf\u00e9', 'Cafe\u0301', 'a/b', 'a:b', 'left'];
  expect(fileNames(names, 'mesh')).toEqual([...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `mesh_${i}`), 'left']);
});

it('lets no name pass for the fallback of another', () => {
  expect(fileNames(['mesh_1', '', 'MESH_0', 'mesh_none'], 'mesh')).toEqual(['mesh_0', 'mesh_1', 'mesh_2', 'mesh_3']);
});
