import { describe, expect, it } from 'vitest';
import { page, readPage, sectionText } from './page.js';
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
const measured = { section, rows: [{ assets: 7, ms: 12 }], runInfo };

describe('the report', () => {
  it('names the command, and has a row for each row of the benchmark', () => {
    const text = page('2026-01-02', ['one figure'], [sectionText(measured)]);
    expect(text).toContain('`npm run bench -- noop 1000`\n\n| assets | ms |\n| --- | --- |\n| 7 | 12 |\n');
    expect(text).toContain('Measured on 2026-01-02, commit abc1234, 2 cores, load 0.1.\n');
    expect(text).toContain('last on 2026-01-02.');
    expect(text).toContain('\n- one figure\n\n## Nothing to do');
  });

  it('is read again, so that one section can be renewed alone', () => {
    const other = { ...measured, section: { ...section, bench: 'other', args: [] } };
    const texts = [sectionText(measured), sectionText(other)];
    const written = readPage(page('2026-01-02', ['one figure', 'another'], texts));
    expect(written.date).toBe('2026-01-02');
    expect(written.quotes).toEqual(['one figure', 'another']);
    expect([...written.sections]).toEqual([
      ['noop 1000', texts[0]],
      ['other', texts[1]],
    ]);
  });

  it('has no two sections of one command', () => {
    const commands = SECTIONS.map(({ bench, args = [] }) => [bench, ...args].join(' '));
    expect(new Set(commands).size).toBe(commands.length);
  });

  it('fails if a benchmark no longer prints a quoted field', () => {
    for (const { text } of QUOTES) expect(() => text([{ other: 1 }])).toThrow();
    const isFiltered = ({ title }: Section): boolean => /^(?:The levels|Block formats)/.test(title);
    for (const { cells } of SECTIONS.filter((one) => !isFiltered(one)))
      expect(() => cells([{ other: 1 }])).toThrow(/has no/);
  });
});
