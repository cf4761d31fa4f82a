// Every code that is documented is raised: some test holds a diagnostic against it. A code that nobody can bring about misleads
// whoever reads the pages.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../../packages/compiler/src/diagnostics/codes.js';

const root = resolve(import.meta.dirname, '../..');

/** Tests that speak of codes without raising them. */
const ABOUT_CODES = ['codes.test.ts', 'every-code.test.ts', 'explain-and-docs.test.ts'];

function testsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testsBelow(path);
    return entry.name.endsWith('.test.ts') && !ABOUT_CODES.includes(entry.name) ? [path] : [];
  });
}

/** The codes in a test's texts and expressions; a slash may be escaped. */
function codesIn(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll('\\/', '/');
  return text.match(/[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];
}

describe('every code', () => {
  const mentioned = new Set([...testsBelow('packages'), ...testsBelow('tests')].flatMap(codesIn));

  it('is raised in some test', () => {
    const silent = Object.keys(codes).filter((code) => !mentioned.has(code));
    expect(silent).toEqual([]);
  });
});
