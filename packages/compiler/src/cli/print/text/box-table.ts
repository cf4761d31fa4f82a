// Formats a table with a frame and a header, for people.

import type { Paint } from './style.js';

interface BoxColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** If the table is too wide, cells of this column lose their beginning. */
  readonly mayShrink?: boolean;
}

/** A column is never cut below this. */
const MIN_WIDTH = 12;

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

/** Keeps the end, which is the useful part of a path. */
const cut = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `…${[...text].slice(lengthOf(text) - width + 1).join('')}`;

/** Shrinks the widest column that may shrink, until the table fits or none can. */
function shrink(head: readonly BoxColumn[], widths: number[], columns: number): void {
  const total = () => widths.reduce((sum, width) => sum + width + 3, 1);
  while (total() > columns) {
    let widest = -1;
    for (const [i, { mayShrink }] of head.entries())
      if (mayShrink === true && (widths[i] ?? 0) > Math.max(MIN_WIDTH, widths[widest] ?? 0)) widest = i;
    const width = widths[widest];
    if (width === undefined) return;
    widths[widest] = width - 1;
  }
}
