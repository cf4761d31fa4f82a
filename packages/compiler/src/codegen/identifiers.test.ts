import { describe, expect, it } from 'vitest';
import { distinctNames, typeName, upperName } from './identifiers.js';

describe('names of constants', () => {
  it('that are equal in upper case differ by a part of the hash of what they name', () => {
    const names = ['Run', 'RUN', 'run', 'Walk'].map((name) => [name, upperName(name)] as const);
    const found = [...distinctNames(names).values()];
    expect(new Set(found).size).toBe(4);
    expect(found.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^RUN_[0-9a-f]{8}$/)));
    expect(found[3]).toBe('WALK');
  });
});

describe('names of types', () => {
  it.each([
    ['sky/fragment', 'SkyFragment'],
    ['2d/sprite', '_2dSprite'],
    ['', 'Unnamed'],
  ])('of %j: %s', (text, name) => expect(typeName(text)).toBe(name));
});
