// Finds the position of a name in the source, outside comments, for messages without a position.

import type { Place } from '../../diagnostics/diagnostic.js';

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;

export function findWord(text: string, word: string, before = ''): Place | undefined {
  if (!/^\w+$/.test(word)) return undefined;
  const code = text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const match = new RegExp(`(?<!\\w)${before}${word}(?!\\w)`).exec(code);
  if (match === null) return undefined;
  const lines = code.slice(0, match.index + match[0].length - word.length).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
