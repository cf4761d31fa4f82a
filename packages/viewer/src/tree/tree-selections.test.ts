import { expect, it } from 'vitest';
import { TreeSelections } from './tree-selections.js';

it('recognizes a selection by the tree, once', () => {
  const selections = new TreeSelections();
  selections.add('a');
  expect(selections.take('a')).toBe(true);
  expect(selections.take('a')).toBe(false);
});

it('recognizes each of several selections, even if the address skipped some', () => {
  const selections = new TreeSelections();
  for (const path of ['a', 'b', 'c']) selections.add(path);
  expect(selections.take('a')).toBe(true);
  expect(selections.take('c')).toBe(true);
  expect(selections.take('b')).toBe(false);
});

it('forgets its selections when something else selects', () => {
  const selections = new TreeSelections();
  selections.add('a');
  expect(selections.take('elsewhere')).toBe(false);
  expect(selections.take('a')).toBe(false);
});
