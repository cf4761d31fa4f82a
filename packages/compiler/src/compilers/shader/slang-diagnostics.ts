// Turns slang's log into diagnostics at places of the user's files, whichever back end wrote it.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { type LogEntry, parseSlangLog, sourceColumn } from './slang-log.js';

/** A file as the compiler saw it, and how a place in it leads back to the source. */
export interface SeenFile {
  readonly path: string;
  readonly text: string;
  /** Lines put before the source's first. */
  readonly addedLines: number;
  /** A column of the seen line → the column of the source's. */
  readonly sourceColumn?: (line: number, column: number) => number;
}

export function slangDiagnostics(
  log: string,
  root: string,
  seenAs: (compilerPath: string) => SeenFile | undefined,
): readonly Diagnostic[] {
  return parseSlangLog(log).map((entry) =>
    toDiagnostic(entry, root, entry.file === undefined ? undefined : seenAs(entry.file)),
  );
}

function toDiagnostic(entry: LogEntry, root: string, seen: SeenFile | undefined): Diagnostic {
  const code = entry.severity === 'error' ? 'shader/error' : 'shader/warning';
  const message =
    entry.code === undefined || entry.code === '39999' ? entry.message : `${entry.message} (${entry.code})`;
  if (seen === undefined || entry.line === undefined) return { code, severity: entry.severity, file: root, message };
  const text = seen.text.split('\n')[entry.line - 1] ?? '';
  const printed = entry.printedColumn === undefined ? undefined : sourceColumn(text, entry.printedColumn);
  const column = entry.column ?? printed;
  // A place in what was put before the source is the source's beginning.
  const line = Math.max(1, entry.line - seen.addedLines);
  const where = column === undefined ? { line } : { line, column: seen.sourceColumn?.(entry.line, column) ?? column };
  return { code, severity: entry.severity, file: seen.path, where, message };
}
