// Words and names that made readers stop may not come back, in code, messages and docs. Only patterns without false alarms are listed;
// the rest is a matter of review (the glossary is in ARCHITECTURE.md).

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const THIS_FILE = 'tests/repo/plain-words.test.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const WORDS: readonly Rule[] = [
  { pattern: /\btold\b/i, instead: 'reported, warned, returned, passed' },
  { pattern: /\bundefined where\b/i, instead: 'undefined if' },
  { pattern: /\b(?:true|false|null|empty) where\b/i, instead: 'true if, false if, null if, empty if' },
  { pattern: /(?:\/\*\*|^ *\*|\/\/).*\babsent: [a-z]/i, instead: 'If absent, … / Default: …' },
  { pattern: /\bhas its way\b/i, instead: 'decides, wins' },
  { pattern: /\bgoes before\b/i, instead: 'has priority, comes first' },
  { pattern: /\bin vain\b/i, instead: 'without success' },
  { pattern: /\bat hand\b/i, instead: 'available, in memory' },
  { pattern: /\bbeside\b/i, instead: 'next to, compared with' },
  { pattern: /\blies (?:in|at|below|under|outside|inside|where|behind|within|on|there)\b/i, instead: 'is, is stored' },
  { pattern: /\breckon/i, instead: 'compute' },
  { pattern: /colour/i, instead: 'color' },
  { pattern: /\bgrey|Grey/, instead: 'gray' },
  {
    pattern: /(?:quantis|normalis|initialis|recognis|serialis|summaris|organis|optimis)(?:e|ing|ation)/i,
    instead: '-ize',
  },
  { pattern: /\b(?:behaviour|neighbour|favour|artefact|licence)s?\b/i, instead: 'American spelling' },
];

const NAMES: readonly Rule[] = [
  { pattern: /\b(?:MOST|LEAST)(?:_|\b)/, instead: 'MAX_, MIN_' },
  { pattern: /\b(?:most|least)[A-Z]\w*/, instead: 'max…, min…' },
  {
    pattern: /\b(?:Witness|Workshop|HandOver|Sight|SealedSight)\b/,
    instead: 'RecordingHost, BuildServices, PresetSharing, InputView',
  },
  {
    pattern: /\b(?:toldWhenSettled|openShop|unlessStuck|smallHere|workOff|asksOthers|closeBooks)\b/,
    instead: 'see ARCHITECTURE.md',
  },
  { pattern: /\b(?:forOthers|emitFor|doubtOf|tellFarAway|isOneObject|widestColors)\b/, instead: 'see ARCHITECTURE.md' },
  { pattern: /\.unseen\(|\bunseen\?\.?\(/, instead: 'markUncacheable' },
];

const CODE = /\.(?:ts|tsx|mts|mjs|c|h|in|css|html|slang|glsl|wgsl)$/;
const PROSE = /\.(?:md|yml)$/;
/** Texts by others, tables that scripts write, and old names in the changelog. */
const SKIPPED = /^CHANGELOG\.md$|\/generated\/|\/notices\/|\/vendor\/|package-lock\.json$|\/goldens\//;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => (CODE.test(path) || PROSE.test(path)) && !SKIPPED.test(path) && path !== THIS_FILE);

function violations(rules: readonly Rule[], paths: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const path of paths) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    for (const [index, line] of lines.entries())
      for (const { pattern, instead } of rules)
        if (pattern.test(line))
          found.push(`${path}:${index + 1}: ${pattern.exec(line)?.[0]} → ${instead}: ${line.trim().slice(0, 100)}`);
  }
  return found;
}

describe('plain words', () => {
  it('finds the files', () => expect(files.length).toBeGreaterThan(1000));

  it('has rules that match', () => {
    expect(
      WORDS.filter(({ pattern }) => pattern.test('It is told, undefined where it lies in vain; the colour')),
    ).toHaveLength(5);
    expect(NAMES.filter(({ pattern }) => pattern.test('const MOST_BYTES = mostOf(new Witness())'))).toHaveLength(3);
  });

  it('uses no word of the private dialect', () => expect(violations(WORDS, files)).toEqual([]));

  it('uses no name of the private dialect', () =>
    expect(
      violations(
        NAMES,
        files.filter((path) => CODE.test(path)),
      ),
    ).toEqual([]));
});
