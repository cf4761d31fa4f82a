// .gitattributes: every checkout has the same bytes, and generated files are marked.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../scripts/generate/generated-files.js';

const root = resolve(import.meta.dirname, '../..');
const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;

describe.skipIf(!existsSync(join(root, '.git')))('.gitattributes', () => {
  it('keeps every fixture byte for byte and every text with LF', () => {
    // `i/lf    w/lf    attr/text=auto eol=lf     README.md`, as committed, as checked out, as demanded.
    const lines = git('ls-files', '--eol').trim().split('\n');
    expect(lines.length).toBeGreaterThan(1000);
    const isBinary = (line: string) => line.startsWith('i/-text');
    expect(lines.filter((line) => isBinary(line) && !line.includes('attr/-text'))).toEqual([]);
    expect(lines.filter((line) => !isBinary(line) && !/^i\/(?:lf|none).*attr\/text.* eol=lf/.test(line))).toEqual([]);
  });

  it('marks files that are generated whole', () => {
    const whole = generatedFiles().filter(({ text }) => !text.includes('<!-- generated'));
    const paths = whole.map(({ path }) => path);
    expect(paths).toContain('packages/formats/c/assetc.h');
    const marked = git('check-attr', 'linguist-generated', '--', ...paths);
    expect(marked.trim().split('\n')).toEqual(paths.map((path) => `${path}: linguist-generated: set`));
  });
});
