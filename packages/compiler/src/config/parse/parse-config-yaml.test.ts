// The YAML of a configuration: invalid YAML, features that we do not support, and random bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../../tests/support/processor-time.js';
import { readYaml } from '../../diagnostics/yaml-tree.js';
import { complaint, complaintsOf, parse } from '../testing/complaints-of.js';
import { testGroups } from '../testing/groups.js';
import { parseConfig } from './parse-config.js';

describe('YAML', () => {
  it('syntax errors name line and column', () => {
    expect(complaintsOf('input: a\n  output: b\n')[0]).toMatch(/^1:8 error config\/syntax/);
    expect(complaintsOf('input: "a\n')[0]).toMatch(/^\d+:\d+ error config\/syntax: missing closing "quote/);
    expect(complaintsOf('a: b\n\tc: d\n')[0]).toMatch(/error config\/syntax/);
    expect(complaintsOf('input: {a\n')[0]).toMatch(/error config\/syntax/);
  });

  it('reports a key written twice', () => {
    expect(complaint('input: a\ninput: b\n')).toMatch(
      /^2:1 error config\/duplicate-key: the key input appears twice in this mapping/,
    );
  });

  it('refuses a second document', () => {
    expect(complaint('input: a\n---\ninput: b\n')).toMatch(/more than one YAML document/);
  });

  it('refuses bytes that are not UTF-8 text', () => {
    const { diagnostics } = parseConfig(readYaml(new Uint8Array([0x69, 0xff, 0xfe])), 'x.yml', testGroups);
    expect(diagnostics.map((d) => [d.code, d.file])).toEqual([['config/unreadable', 'x.yml']]);
  });

  it('follows anchors, aliases and merge keys', () => {
    const file = parse(`
default: &base
  texture: &tex { quality: high, maxSize: 64 }
presets:
  a: *base
  b:
    texture: { <<: *tex, maxSize: 128 }
`);
    expect(file.diagnostics).toEqual([]);
    expect(file.presets.get('a')?.values).toEqual({ texture: { quality: 'high', maxSize: 64 } });
    expect(file.presets.get('b')?.values).toEqual({ texture: { quality: 'high', maxSize: 128 } });
  });

  it('reports an alias without an anchor', () => {
    expect(complaintsOf('default: *nothing\n').join()).toMatch(/1:10 error config\/alias: .*nothing/i);
  });

  it('terminates on an anchor that contains itself', () => {
    expect(complaintsOf('default: &a\n  texture: *a\n').join()).toMatch(/without end/);
  });

  it('terminates on aliases that multiply', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    expect(complaintsOf(lines.join('\n')).join()).toMatch(/without end/);
  });

  it('takes time by the number of keys and aliases', async () => {
    const complaintsAbout = (count: number): number => {
      const lines = ['a: &a x', ...Array.from({ length: count }, (_, i) => `k${i}: *a`)];
      return complaintsOf(lines.join('\n')).length;
    };
    await expectLinear((count) => expect(complaintsAbout(count)).toBe(count + 1), 16_000);
  });

  it('takes the last anchor before the alias', () => {
    const text = 'input: &x one\noutput: *x\npresets: { p: { output: &x two }, q: { output: *x } }';
    const file = parse(text);
    expect([file.output, file.presets.get('q')?.output]).toEqual(['one', 'two']);
  });

  it('refuses a file that nests too deeply', () => {
    expect(complaintsOf(`input: ${'['.repeat(50_000)}`)[0]).toMatch(
      /1:206 error config\/too-complex: values are nested more than 200 levels/,
    );
  });

  it('never throws for any text', () => {
    const piece = fc.constantFrom(
      ...['input', 'default', 'presets', 'rules', 'match', 'texture', 'quality', ':', ' ', '\n', '  ', '- ', '{', '}'],
      ...['[', ']', ',', '&a', '*a', '<<', '"', "'", '#', '|', '>', '!!binary', '%', '---', '\t', '1e999', 'null', '?'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { diagnostics } = parse(pieces.join(''));
        for (const { where } of diagnostics) expect(where === undefined || (where.line ?? 0) >= 1).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
