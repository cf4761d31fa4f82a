// The report as Markdown: the main figures, then a table per benchmark, each with the circumstances of its run.

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
  readonly runInfo: RunInfo;
}

/** A report that was written before. */
export interface Written {
  readonly date: string | undefined;
  readonly quotes: readonly string[];
  /** By command. */
  readonly sections: ReadonlyMap<string, string>;
}

export const commandOf = ({ bench, args = [] }: Section): string => [bench, ...args].join(' ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(header: readonly string[], cells: readonly (readonly string[])[]): string {
  return [row(header), row(header.map(() => '---')), ...cells.map(row)].join('\n');
}

export function sectionText({ section, rows, runInfo: { date, machine, commit, load } }: Measured): string {
  const { title, header, cells } = section;
  return [
    `## ${title}`,
    `\`npm run bench -- ${commandOf(section)}\``,
    table(header, cells(rows)),
    `Measured on ${date}, commit ${commit}, ${machine}, load ${load}.`,
  ].join('\n\n');
}

/** `date`: when a quoted figure was last measured. */
export function page(date: string, quotes: readonly string[], sections: readonly string[]): string {
  const head = [
    '# Benchmarks',
    '',
    `Written by \`npm run bench -- report --save\`, never by hand; last on ${date}. Below each table is when it was`,
    'measured. Peers run in the same process as our code, or alternate with it: ratios are more reliable than seconds.',
    '',
    ...quotes.map((quote) => `- ${quote}`),
  ];
  return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

export function readPage(text: string): Written {
  const [head = '', ...sections] = text.trimEnd().split(/\n\n(?=## )/);
  const quotes = [...head.matchAll(/^- (.+)$/gm)].map(([, quote = '']) => quote);
  const commands = sections.map((section) => /^`npm run bench -- ([^`]+)`$/m.exec(section)?.[1] ?? '');
  return {
    date: /\d{4}-\d\d-\d\d/.exec(head)?.[0],
    quotes,
    sections: new Map(sections.map((section, i) => [commands[i] ?? '', section])),
  };
}
