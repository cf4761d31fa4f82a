import { describe, expect, it } from 'vitest';
import { page } from './page.js';
import type { Section } from './section.js';
import { QUOTES, SECTIONS } from './sections.js';

const runInfo = { date: '2026-01-02', machine: '2 cores', commit: 'abc1234', load: '0.1' };
const section: Section = {
  bench: 'noop',
  args: ['1000'],
  title: 'Nothing to do',
  header: ['assets', 'ms'],
  cells: (rows) => rows.map((row) => [String(row.assets), String(row.ms)]),
};

describe('the report', () => {
  it('names the command, and has a row for each row of the benchmark', () => {
    const text = page(runInfo, ['one figure'], [{ section, rows: [{ assets: 7, ms: 12 }] }]);
    expect(text).toContain('`npm run bench -- noop 1000`\n\n| assets | ms |\n| --- | --- |\n| 7 | 12 |\n');
    expect(text).toContain('2026-01-02, commit abc1234, 2 cores');
    expect(text).toContain('\n- one figure\n\n## Nothing to do');
  });

  it('fails if a benchmark no longer prints a quoted field', () => {
    for (const { text } of QUOTES) expect(() => text([{ other: 1 }])).toThrow();
    for (const { cells } of SECTIONS.filter(({ title }) => !title.startsWith('The levels')))
      expect(() => cells([{ other: 1 }])).toThrow(/has no/);
  });
});
