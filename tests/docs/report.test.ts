// The report and the README say what was compared: titles are those of the benchmarks, and the main figures repeat those of the tables.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../../bench/report/sections.js';
import { repository } from './code-blocks.js';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const report = read('bench/REPORT.md');
const [head = '', ...sections] = report.split('\n## ');
const bullets = head.match(/^- .+$/gm) ?? [];

const sectionOf = (command: string): string =>
  sections.find((section) => section.includes(`\n\`npm run bench -- ${command}\`\n`)) ?? '';

describe('the report', () => {
  it('has a table for each command, under the title that says what is compared', () => {
    const known = new Map(SECTIONS.map(({ bench, args = [], title }) => [[bench, ...args].join(' '), title]));
    expect(sections.length).toBeGreaterThan(5);
    for (const section of sections) {
      const [title] = section.split('\n');
      const command = /`npm run bench -- ([^`]+)`/.exec(section)?.[1] ?? '';
      expect({ command, title }).toEqual({ command, title: known.get(command) });
    }
  });

  it('never compares with a peer without saying which build of it', () => {
    for (const text of [report, read('README.md')])
      for (const line of text.split('\n'))
        if (/Basis Universal|MikkTSpace/.test(line)) expect(line).toMatch(/compiled to wasm \([\w-]+ \d+\.\d+\.\d+\)/);
  });

  it('repeats figures of its tables at the top, and the README repeats these', () => {
    const figures: readonly (readonly [RegExp, string])[] = [
      [/UASTC encoding is (\S+ ×)/, 'uastc --wide'],
      [/quality differs by (\S+) dB/, 'uastc --wide'],
      [/at (\d+) MPix\/s per core/, 'gpu-formats --images=photo,normal,gray'],
      [/tangents are made (\S+ ×)/, 'tangents'],
      [/in (\d+) ms\. Starting/, 'noop'],
    ];
    for (const [figure, command] of figures) {
      const [, value = 'absent'] = figure.exec(bullets.join('\n')) ?? [];
      const cells = sectionOf(command)
        .split('|')
        .map((cell) => cell.trim());
      const shown = command.startsWith('gpu') ? cells.map((cell) => Number(cell).toFixed(0)) : cells;
      expect(shown, `${value} in the table of ${command}`).toContain(value);
    }
    for (const bullet of bullets) expect(read('README.md')).toContain(bullet);
  });

  it('is what the comparison with Basis Universal quotes', () => {
    const rows = read('docs/compare/basisu.md').split('\n');
    const figuresOf = (name: string): readonly string[] =>
      rows.find((row) => row.startsWith(`| ${name}`))?.match(/[+−]?\d+\.\d+/g) ?? [];
    const quoted = ['speed of UASTC', 'quality of UASTC', 'BC7, ASTC, ETC2'].map(figuresOf);
    expect(quoted.map(({ length }) => length)).toEqual([1, 2, 1]);
    const wide = sectionOf('uastc --wide');
    for (const figure of [...(quoted[0] ?? []), ...(quoted[1] ?? [])]) expect(wide).toContain(figure);
    expect(bullets.join('\n')).toContain(`BC7 encoding gives ${quoted[2]?.[0]} dB`);
  });
});
