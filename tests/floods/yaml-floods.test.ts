// Material tables and configurations that were made to break a YAML parser: refused at once, with what is next to them built.

import { describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { MAX_COST, MAX_MEGABYTES, runFlood } from './run-flood.js';

const bomb = Array.from({ length: 20 }, (_, i) =>
  i === 0 ? '- &a0 { name: x }' : `- &a${i} [${`*a${i - 1}, `.repeat(9)}*a${i - 1}]`,
).join('\n');

describe.skipIf(!hasCli)('floods of YAML', () => {
  it.each([
    [
      '4 MB of brackets',
      '['.repeat(4_000_000),
      /material\/too-complex: the file has 4000000 bytes; the limit is 1048576/,
    ],
    ['4 MB of spaces', ' '.repeat(4_000_000), /material\/too-complex: the file has 4000000 bytes/],
    ['4 MB of tabs', '\t'.repeat(4_000_000), /material\/too-complex: the file has 4000000 bytes/],
    ['4 MB of quotes', '"'.repeat(4_000_000), /material\/too-complex: the file has 4000000 bytes/],
    ['a megabyte of brackets', '['.repeat(1_000_000), /a\.mat:1:\d+: error material\/too-complex: .*200 levels/],
    ['a megabyte of quotes', '"'.repeat(1_000_000), /a\.mat:1:\d+: error material\/too-complex: .*200000 tokens/],
    ['a megabyte of tabs', '\t'.repeat(1_000_000), /error material\//],
    ['a megabyte of spaces', ' '.repeat(1_000_000), /error material\/empty/],
    ['aliases that multiply', bomb, /a\.mat:\d+:\d+: error material\/alias/],
  ])('refuses %s, and builds what is next to it', (_, text, message) => {
    const result = runFlood({ 'a.mat': [text] });
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ status: 1, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(MAX_MEGABYTES);
  });

  it('refuses such a configuration through the same door', () => {
    const project = new DiskProject({ 'assetc.yml': `input: ${'['.repeat(500_000)}` });
    try {
      const { status, stderr } = project.run();
      expect(stderr).toMatch(/assetc\.yml:1:\d+: error config\/too-complex: .*200 levels/);
      expect(status).toBe(2);
    } finally {
      project.remove();
    }
  });
});
