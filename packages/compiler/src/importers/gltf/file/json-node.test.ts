import { expect, it } from 'vitest';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { JsonNode } from './json-node.js';

const node = (value: unknown): JsonNode => new JsonNode('a.gltf', value, '');

function refusal(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof AssetError ? [error.diagnostic.code, error.diagnostic.where?.pointer] : error;
  }
}

it('names positions by escaped JSON pointers', () => {
  expect(
    node({ 'a/b': [{ '~': 1 }] })
      .require('a/b')
      .at(0)
      .require('~').pointer,
  ).toBe('/a~1b/0/~0');
});

it('treats null as missing and ignores inherited properties', () => {
  expect(node({ a: null }).get('a')).toBeUndefined();
  expect(node({}).get('constructor')).toBeUndefined();
});

it.each<[string, (n: JsonNode) => unknown, unknown, string]>([
  ['a fraction', (n) => n.integer(), 1.5, 'gltf/bad-json'],
  ['a negative number', (n) => n.integer(), -1, 'gltf/bad-json'],
  ['a number above the maximum', (n) => n.integer(0, 6), 7, 'gltf/bad-json'],
  ['a number too large for a float', (n) => n.number(), 1e39, 'gltf/not-finite'],
  ['too few numbers', (n) => n.numbers(3), [1, 2], 'gltf/bad-json'],
  ['a list for an object', (n) => n.keys(), [], 'gltf/bad-json'],
  ['a number for a text', (n) => n.text(), 1, 'gltf/bad-json'],
  ['a text for a boolean', (n) => n.boolean(), 'true', 'gltf/bad-json'],
])('rejects %s with its position', (_, read, value, code) => {
  expect(refusal(() => read(node({ x: value }).require('x')))).toEqual([code, '/x']);
});

it('accepts names of another type, with an unpaired surrogate, or very long ones', () => {
  expect(node({ name: 3 }).name()).toBe('');
  expect(node({ name: 'a\ud800' }).name()).toBe('a\ufffd');
  expect(node({ name: 'x'.repeat(1e6) }).name().length).toBe(16384);
});
