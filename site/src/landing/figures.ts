// The four figures of the first page, from the sentences at the top of the report, which `npm run bench` writes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUOTES } from '../../../bench/report/sections.js';
import { slugOf } from '../markdown/slug.js';

export interface Figure {
  /** `46.5 ×`. */
  readonly value: string;
  readonly sentence: string;
  /** Of its section in the report. */
  readonly anchor: string;
}

const VALUE = /[+−]?\d[\d.,]* (?:×|dB|ms)/;

export interface Report {
  readonly figures: readonly Figure[];
  /** `2026-11-17`. */
  readonly date: string;
}

/** The heading above the command of a section. */
function anchorOf(text: string, command: string): string {
  const section = text.split('\n## ').find((part) => part.split('\n')[2] === `\`npm run bench -- ${command}\``);
  const [title] = section?.split('\n') ?? [];
  if (title === undefined) throw new Error(`bench/REPORT.md has no section of "${command}": write it again`);
  return slugOf(title.replaceAll('`', ''));
}

export function reportFigures(root: string): Report {
  const text = readFileSync(join(root, 'bench/REPORT.md'), 'utf8');
  const [head = ''] = text.split('\n## ');
  const sentences = [...head.matchAll(/^- (.+)$/gm)].map(([, sentence = '']) => sentence);
  const date = /\d{4}-\d\d-\d\d/.exec(head)?.[0];
  if (sentences.length !== QUOTES.length || date === undefined)
    throw new Error(`bench/REPORT.md does not begin with a date and ${QUOTES.length} sentences`);
  const figures = QUOTES.map(({ section: { bench, args = [] } }, index): Figure => {
    const sentence = sentences[index] ?? '';
    const value = VALUE.exec(sentence)?.[0];
    if (value === undefined) throw new Error(`bench/REPORT.md: no figure in "${sentence}"`);
    return { value, sentence, anchor: anchorOf(text, [bench, ...args].join(' ')) };
  });
  return { figures, date };
}
