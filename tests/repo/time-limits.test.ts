// docs/maintainers/time-limits.md names every timer of the product, with its value.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const TIMER =
  /\bset(?:Timeout|Interval)\(|\bAbortSignal\.timeout\(|\btimeout: |\bAtomics\.wait(?:Async)?\(|\bwaitAtMost\(/;

interface Row {
  readonly file: string;
  readonly name: string;
  readonly value: string;
}

const rows: readonly Row[] = [
  ...textOf('docs/maintainers/time-limits.md').matchAll(/^\| `([^`]+)` \| (?:`(\w+)`|—) \| ([^|]*) \|/gm),
].map(([, file = '', name = '', value = '']) => ({ file: `packages/${file}`, name, value: value.trim() }));

const UNITS = [
  [3_600_000, 'h'],
  [1000, 's'],
  [1, 'ms'],
] as const;

/** As the page writes it: 950 ms, 60 s, 1 h. */
function inWords(ms: number): string {
  const [size, unit] = UNITS.find(([unitMs]) => ms % unitMs === 0) ?? [1, 'ms'];
  return `${ms / size} ${unit}`;
}

/** Undefined if the file has no such constant. */
function constantIn(path: string, name: string): number | undefined {
  const [, value] = new RegExp(`\\bconst ${name} = ([\\d_* ]+);`).exec(textOf(path)) ?? [];
  return value?.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

describe('the page of time limits', () => {
  it('names every file with a timer', () => {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'packages'], {
      cwd: root,
      encoding: 'utf8',
    }).split('\0');
    const withTimers = files.filter(
      (path) =>
        /^packages\/[\w-]+\/src\/.*\.(?:ts|tsx|mts)$/.test(path) &&
        !/\.test\.ts$|\/testing\/|\/reference\//.test(path) &&
        TIMER.test(textOf(path)),
    );
    const named = new Set(rows.map(({ file }) => file));
    expect(withTimers.length).toBeGreaterThan(20);
    expect(withTimers.filter((path) => !named.has(path))).toEqual([]);
  });

  it.each(rows.filter(({ name }) => /_(?:MS|TICKS)$|^MAX_/.test(name)))(
    'states the value of $name in $file',
    ({ file, name, value }) => {
      const actual = constantIn(file, name);
      // It may be imported from the file of another row.
      if (actual === undefined) expect(rows.filter((row) => row.name === name && row.value === value).length).toBe(2);
      else expect(value).toBe(/_MS$/.test(name) ? inWords(actual) : String(actual));
    },
  );
});
