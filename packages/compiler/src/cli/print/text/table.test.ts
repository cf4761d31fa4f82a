import { expect, it } from 'vitest';
import { formatTable } from './table.js';

it('aligns columns by characters, numbers to the right', () => {
  expect(
    formatTable(
      [
        ['é', '1', 'x'],
        ['abc', '100', ''],
      ],
      [1],
    ),
  ).toEqual(['é      1  x', 'abc  100']);
});
