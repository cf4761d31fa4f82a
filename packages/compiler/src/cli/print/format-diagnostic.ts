// Formats a diagnostic like compilers do, so that editors and terminals make the place clickable:
// `file:line:column: error code: message`, with the hint on a separate line.

import type { Diagnostic, Place, Severity } from '../../index.js';
import type { Color, Paint } from './text/style.js';

const COLORS: Readonly<Record<Severity, Color>> = { error: 'red', warning: 'yellow', notice: 'cyan' };

export function formatDiagnostic(diagnostic: Diagnostic, paint: Paint, shownFile = diagnostic.file): string {
  const { severity, code, message, hint, where } = diagnostic;
  const place = shownFile === undefined ? 'assetc' : `${printable(shownFile)}${formatPlace(where)}`;
  const label = paint(severity, COLORS[severity], 'bold');
  const first = `${paint(place, 'bold')}: ${label} ${paint(code, 'dim')}: ${printable(message)}`;
  return hint === undefined ? first : `${first}\n  ${paint('hint:', 'cyan')} ${printable(hint)}`;
}

/** The start of a file, or of the data at a pointer, is not shown as a place. */
function formatPlace(where: Place | undefined): string {
  if (where === undefined) return '';
  if (where.line !== undefined) return `:${where.line}${where.column === undefined ? '' : `:${where.column}`}`;
  const pointer = (where.pointer ?? '') === '' ? '' : `#${where.pointer}`;
  return pointer + ((where.offset ?? 0) === 0 ? '' : ` (byte ${where.offset})`);
}

/** Replaces control characters, with which a file name or message could overwrite the terminal. */
export function printable(text: string): string {
  // Compares code points because biome forbids control characters in regular expressions.
  let out = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const control = (code < 0x20 && code !== 0x0a && code !== 0x09) || (code >= 0x7f && code < 0xa0);
    out += control ? `\\x${code.toString(16).padStart(2, '0')}` : character;
  }
  return out.replaceAll('\n', '\n  ');
}
