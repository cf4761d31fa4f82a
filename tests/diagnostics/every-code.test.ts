// Every code that is documented is raised: some test holds a diagnostic against it. A code that nobody can bring about misleads
// whoever reads the pages.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../../packages/compiler/src/diagnostics/codes.js';

const root = resolve(import.meta.dirname, '../..');

/** Tests that speak of codes without raising them. */
const ABOUT_CODES = ['codes.test.ts', 'every-code.test.ts', 'explain-and-docs.test.ts'];

/** Codes that no test can raise, and why. */
const CANNOT_BE_TESTED: Readonly<Record<string, string>> = {
  'obj/too-large': 'takes a file of 700 million corners',
};

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
    const silent = Object.keys(codes).filter((code) => !mentioned.has(code) && !(code in CANNOT_BE_TESTED));
    expect(silent).toEqual([]);
  });

  it('that is excused is not raised, and there are few of them', () => {
    const excused = Object.keys(CANNOT_BE_TESTED);
    expect(excused.filter((code) => mentioned.has(code) || !(code in codes))).toEqual([]);
    expect(excused.length).toBeLessThan(3);
  });
});
