import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SCENE_LIMITS } from '../../../model/scene/scene-limits.js';
import { checkJson, countValues } from './check-json.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The number of values in a parsed text. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + valuesOf(item), 1);
}

it('counts at least as many values as there are, for any strings', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(countValues(bytes(text))).toBeGreaterThanOrEqual(valuesOf(value));
    }),
  );
});

it('ignores the content of strings, with and without escaped quotes', () => {
  expect(countValues(bytes('"[,,\\\\\\",{"'))).toBe(1);
  expect(countValues(bytes('["a\\\\",1]'))).toBe(3);
});

it('reports an empty file', () => {
  expect(() => checkJson('a.gltf', new Uint8Array(0), SCENE_LIMITS)).toThrow('empty');
});

it('rejects more megabytes than the limit, and too many values for memory', () => {
  const limits = { ...SCENE_LIMITS, maxJson: 20 };
  expect(() => checkJson('a.gltf', new Uint8Array(20_000_001), limits)).toThrow(
    '21 megabytes of JSON; the limit is 20',
  );
  expect(() => checkJson('a.gltf', new Uint8Array(19_000_000), limits)).not.toThrow();
  expect(() => checkJson('a.gltf', new Uint8Array(19_000_000).fill(0x5b), limits)).toThrow('19000001 brackets');
});
