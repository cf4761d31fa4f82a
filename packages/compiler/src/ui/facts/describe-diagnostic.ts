// Converts a diagnostic for the page: every field is present, and is text.

import type { UiDiagnostic } from '@assetc/viewer/api';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.js';
import { remedyOf } from '../../diagnostics/remedy-of.js';

export const describeDiagnostic = ({ severity, code, file, where, message, hint }: Diagnostic): UiDiagnostic => ({
  // Engines that listen know only two.
  severity: severity === 'error' ? 'error' : 'warning',
  code,
  file: file ?? '',
  place: where === undefined ? '' : placeOf(where),
  message,
  remedy: hint ?? remedyOf(code),
});

function placeOf({ line, column, pointer, offset }: Place): string {
  if (line !== undefined) return column === undefined ? `${line}` : `${line}:${column}`;
  return [pointer ?? '', (offset ?? 0) === 0 ? '' : `byte ${offset}`].filter((text) => text !== '').join(' ');
}
