// The report as Markdown: the circumstances, the main figures, a table per benchmark.

import type { JsonRow, Section } from './section.js';

/** The circumstances of a run. */
export interface RunInfo {
  readonly date: string;
  readonly machine: string;
  readonly commit: string;
  /** Load average over the minute before the start. */
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

export function page(runInfo: RunInfo, quotes: readonly string[], measured: readonly Measured[]): string {
  const head = [
    '# Benchmarks',
    '',
    `Written by \`npm run bench -- report --save\`, never by hand. ${runInfo.date}, commit ${runInfo.commit}, ${runInfo.machine}; load at`,
    `the start ${runInfo.load}. Peers run in the same process as our code, or alternate with it: ratios are more reliable than seconds.`,
    '',
    ...quotes.map((quote) => `- ${quote}`),
  ];
  const sections = measured.map(
    ({ section: { bench, args = [], title, header, cells }, rows }) =>
      `## ${title}\n\n\`npm run bench -- ${[bench, ...args].join(' ')}\`\n\n${table(header, cells(rows))}`,
  );
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}
