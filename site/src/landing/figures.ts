// The four figures of the first page, from the sentences at the top of the report, which `npm run bench` writes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Figure {
  /** `46.5 ×`. */
  readonly value: string;
  readonly sentence: string;
}

const VALUE = /[+−]?\d[\d.,]* (?:×|dB|ms)/;
const COUNT = 4;

export interface Report {
  readonly figures: readonly Figure[];
  /** `2026-11-17`. */
  readonly date: string;
}

export function reportFigures(root: string): Report {
  const text = readFileSync(join(root, 'bench/REPORT.md'), 'utf8');
  const [head = ''] = text.split('\n## ');
  const figures = [...head.matchAll(/^- (.+)$/gm)].map(([, sentence = '']): Figure => {
    const value = VALUE.exec(sentence)?.[0];
    if (value === undefined) throw new Error(`bench/REPORT.md: no figure in "${sentence}"`);
    return { value, sentence };
  });
  const date = /\d{4}-\d\d-\d\d/.exec(head)?.[0];
  if (figures.length !== COUNT || date === undefined)
    throw new Error(`bench/REPORT.md begins with ${figures.length} sentences, not ${COUNT}, or states no date`);
  return { figures, date };
}
