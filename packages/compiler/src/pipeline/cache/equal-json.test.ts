import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../model/text/json.js';
import { canonicalJson } from './canonical-json.js';
import { isEqualJson } from './equal-json.js';

const json = (): fc.Arbitrary<Json> => fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));

it('agrees with comparing canonical texts', () => {
  fc.assert(
    fc.property(json(), json(), (a, b) => {
      expect(isEqualJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(isEqualJson(a, structuredClone(a))).toBe(true);
    }),
  );
});

it.each([
  [{ a: 1, b: [2, { c: null }] }, { b: [2, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [[1, 2], [1], false],
  [[], {}, false],
  [{}, [], false],
  [null, {}, false],
  [undefined, null, false],
  [undefined, undefined, true],
  ['1', 1, false],
  [{ toString: 1 }, { x: 1 }, false],
])('%j and %j: %s', (a, b, same) => {
  expect(isEqualJson(a, b)).toBe(same);
});
