// Breaks lines at words, for terminals. Color codes take no room.

/** An escape sequence of style.ts. */
const COLOR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const widthOf = (text: string): number => [...text.replaceAll(COLOR, '')].length;

/** Lines after the first begin with `indent`. A word longer than a line, for example a path, is not broken. */
export function wrapWords(text: string, columns: number, indent = '    '): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns, indent))
    .join('\n');
}

function wrapLine(line: string, columns: number, indent: string): string {
  if (widthOf(line) <= columns) return line;
  const lead = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = lead;
  let isEmpty = true;
  for (const word of line.slice(lead.length).split(' ')) {
    if (!isEmpty && widthOf(current) + 1 + widthOf(word) > columns) {
      lines.push(current);
      current = `${lead}${indent}${word}`;
    } else current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current].join('\n');
}
