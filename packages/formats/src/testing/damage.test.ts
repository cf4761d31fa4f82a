import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { survivesDamage } from './damage.js';

const bytes = Uint8Array.of(1, 2, 3);
const problem = { code: 'truncated', offset: 0, field: 'x', message: '' } as const;

describe('survivesDamage', () => {
  it('tries every truncation and every bit', () => {
    const report = survivesDamage({ bytes, decode: () => 0, validate: () => [] });
    expect(report).toEqual({ cases: 3 + 24, refused: 0, reported: 0, broken: [] });
  });

  it('notices an exception of another class', () => {
    const decode = (): never => {
      throw new RangeError('oops');
    };
    expect(survivesDamage({ bytes, decode, validate: () => [problem] }).broken[0]).toContain('oops');
  });

  it('notices a validator that finds nothing where the decoder refuses', () => {
    const decode = (): never => {
      throw new FormatError('truncated', 0, 'too short');
    };
    expect(survivesDamage({ bytes, decode, validate: () => [] }).broken[0]).toContain('finds nothing');
  });

  it.each([
    ['a typed array', () => new Float32Array(100_000)],
    ['an array', () => new Array(1_000_000)],
    ['a list made from a length', () => Array.from({ length: 100_000 }, () => 0)],
    ['four gigabytes', () => new Uint8Array(0xffffffff)],
  ])('notices %s that the input does not justify', (_, decode) => {
    expect(survivesDamage({ bytes, decode, validate: () => [] }).broken[0]).toMatch(/asked for/);
  });
});
