import { expect, it } from 'vitest';
import { windowsNameProblem } from './windows-names.js';

it.each([
  ['con.png', 'is a device on Windows'],
  ['AUX', 'is a device on Windows'],
  ['Lpt9.tar.gz', 'is a device on Windows'],
  ['nul .txt', 'is a device on Windows'],
  ['COM\u00b2', 'is a device on Windows'],
  ['folder.', 'ends in a dot or a space, which Windows removes'],
  ['name.png ', 'ends in a dot or a space, which Windows removes'],
  ['a:b', 'contains ":", which Windows forbids'],
  ['what?.png', 'contains "?", which Windows forbids'],
  ['<a>', 'contains "<", which Windows forbids'],
  ['a\tb', 'contains "\\t", which Windows forbids'],
])('%j', (name, problem) => {
  expect(windowsNameProblem(name)).toBe(`${JSON.stringify(name)} ${problem}`);
});

it.each([
  'console.png',
  'a.con',
  'com10',
  'lpt',
  'aux_1.png',
  '.hidden',
  ' a',
  'a b',
  'é',
  '🧱.png',
  "it's [1] (2) & +,;=@~#%",
])('finds nothing wrong with %j', (name) => {
  expect(windowsNameProblem(name)).toBeUndefined();
});
