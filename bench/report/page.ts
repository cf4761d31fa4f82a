// The report as Markdown: what was run, the figures worth quoting, a table for each benchmark.

import type { JsonRow, Section } from './section.js';

/** What was run: when, where, on which commit. */
export interface Occasion {
  readonly date: string;
  readonly machine: string;
  readonly commit: string;
  /** Of the machine over the minute before, at the start. */
  readonly load: string;
}

export interface Measured {
  readonly section: Section;
  readonly rows: readonly JsonRow[];
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(header: readonly string[], cells: readonly (readonly string[])[]): string {
  return [row(header), row(header.map(() => '---')), ...cells.map(row)].join('\n');
}

export function page(occasion: Occasion, quotes: readonly string[], measured: readonly Measured[]): string {
  const head = [
    '# Benchmarks',
    '',
    `Written by \`npm run bench -- report --save\`, never by hand. ${occasion.date}, commit ${occasion.commit}, ${occasion.machine}; load at`,
    `the start ${occasion.load}. Peers run in the same process or turn by turn with ours: ratios hold where seconds do not.`,
    '',
    ...quotes.map((quote) => `- ${quote}`),
  ];
  const sections = measured.map(
    ({ section: { bench, args = [], title, header, cells }, rows }) =>
      `## ${title}\n\n\`npm run bench -- ${[bench, ...args].join(' ')}\`\n\n${table(header, cells(rows))}`,
  );
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}
