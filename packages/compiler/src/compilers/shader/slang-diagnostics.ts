// Converts slang's log to diagnostics with positions in the user's files, for both back ends.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { type LogEntry, parseSlangLog, sourceColumn } from './slang-log.js';

/** A file as the compiler sees it, and how its positions map to the source. */
export interface RewrittenFile {
  readonly path: string;
  readonly text: string;
  /** Number of lines inserted before the source's first. */
  readonly addedLines: number;
  /** Maps a column of the rewritten line to the source's. */
  readonly sourceColumn?: (line: number, column: number) => number;
}

export function slangDiagnostics(
  log: string,
  root: string,
  rewrittenFileOf: (compilerPath: string) => RewrittenFile | undefined,
): readonly Diagnostic[] {
  return parseSlangLog(log).map((entry) =>
    toDiagnostic(entry, root, entry.file === undefined ? undefined : rewrittenFileOf(entry.file)),
  );
}

/** Slang's numbers of an import and of an #include whose file it does not find. */
const NOT_FOUND: ReadonlySet<number> = new Set([1, 15300]);

function codeOf(entry: LogEntry): DiagnosticCode {
  if (entry.severity === 'warning') return 'shader/warning';
  return NOT_FOUND.has(Number(entry.code)) ? 'shader/missing-include' : 'shader/error';
}

function toDiagnostic(entry: LogEntry, root: string, rewritten: RewrittenFile | undefined): Diagnostic {
  const code = codeOf(entry);
  const message =
    entry.code === undefined || entry.code === '39999' ? entry.message : `${entry.message} (${entry.code})`;
  if (rewritten === undefined || entry.line === undefined)
    return { code, severity: entry.severity, file: root, message };
  const text = rewritten.text.split('\n')[entry.line - 1] ?? '';
  const columnFromPrinted = entry.printedColumn === undefined ? undefined : sourceColumn(text, entry.printedColumn);
  const column = entry.column ?? columnFromPrinted;
  // A position in the inserted lines becomes the start of the source.
  const line = Math.max(1, entry.line - rewritten.addedLines);
  const where =
    column === undefined ? { line } : { line, column: rewritten.sourceColumn?.(entry.line, column) ?? column };
  return { code, severity: entry.severity, file: rewritten.path, where, message };
}
