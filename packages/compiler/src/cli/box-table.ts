// A table with a frame and a head, for reports that are read and not parsed.

import type { Paint } from './style.js';

interface BoxColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Cells of this column are cut at their beginning where the table is too wide. */
  readonly mayShrink?: boolean;
}

/** A column is never cut below this. */
const NARROWEST = 12;

/** `columns`: how wide the table may be. Widths count characters. */
export function formatBoxTable(
  head: readonly BoxColumn[],
  rows: readonly (readonly string[])[],
  paint: Paint,
  columns: number,
): readonly string[] {
  const widths = head.map(({ title }, i) => Math.max(...[title, ...rows.map((row) => row[i] ?? '')].map(lengthOf)));
  shrink(head, widths, columns);
  const rule = (left: string, middle: string, right: string) =>
    paint(`${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}`, 'dim');
  const line = (cells: readonly string[], style: (text: string) => string) => {
    const bar = paint('│', 'dim');
    const padded = head.map(({ isNumber }, i) => {
      const width = widths[i] ?? 0;
      const text = cut(cells[i] ?? '', width);
      const blanks = ' '.repeat(width - lengthOf(text));
      return isNumber === true ? `${blanks}${style(text)}` : `${style(text)}${blanks}`;
    });
    return `${bar} ${padded.join(` ${bar} `)} ${bar}`;
  };
  const titles = head.map(({ title }) => title);
  return [
    rule('┌', '┬', '┐'),
    line(titles, (text) => paint(text, 'bold')),
    rule('├', '┼', '┤'),
    ...rows.map((row) => line(row, (text) => text)),
    rule('└', '┴', '┘'),
  ];
}

const lengthOf = (text: string): number => [...text].length;

/** Keeps the end: that of a path tells more. */
const cut = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `…${[...text].slice(lengthOf(text) - width + 1).join('')}`;

/** Takes from the widest column that may give, until the table fits or none can. */
function shrink(head: readonly BoxColumn[], widths: number[], columns: number): void {
  const total = () => widths.reduce((sum, width) => sum + width + 3, 1);
  while (total() > columns) {
    let widest = -1;
    for (const [i, { mayShrink }] of head.entries())
      if (mayShrink === true && (widths[i] ?? 0) > Math.max(NARROWEST, widths[widest] ?? 0)) widest = i;
    const width = widths[widest];
    if (width === undefined) return;
    widths[widest] = width - 1;
  }
}
