// Converts an index in a text to line and column.

import type { Place } from '../../diagnostics/diagnostic.js';

export function placeAt(text: string, index: number): Place {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
  return { line, column: index - lineStart + 1 };
}
