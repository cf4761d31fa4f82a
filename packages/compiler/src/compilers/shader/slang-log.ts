// Parses slang's log: `path(line): error 30015: text`, then the source line and a line of carets, which gives the column.
// Newer releases print `error[E30015]: text` and `--> path:line:column`; both are supported.

export interface LogEntry {
  readonly severity: 'error' | 'warning';
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** From 1, in bytes of the line as printed, with tabs expanded to stops of four. */
  readonly printedColumn: number | undefined;
  /** From 1, in characters, if the compiler states it. */
  readonly column: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

const CLASSIC =
  /^(?:(.*?)\((\d+)(?:,\s*(\d+))?\)|\((\d+)\))?\s*:?\s*(fatal error|error|warning)(?:\s+(?:E)?(\d+))?\s*:\s*(.*)$/;
const RICH = /^(fatal error|error|warning)\[(?:E)?(\w+)\]:\s*(.*)$/;
const ARROW = /^\s*--?>\s*(.*?):(\d+)(?::(\d+))?\s*$/;
/** Consequences that repeat an error, without a position. */
const REDUNDANT = /^(?:compilation ceased|import of module '[^']*' failed because of a compilation error)\.?$/;

export function parseSlangLog(log: string): readonly LogEntry[] {
  const lines = log.split(/\r?\n/);
  const entries: LogEntry[] = [];
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i] ?? '';
    const rich = RICH.exec(text);
    if (rich !== null) {
      const arrow = lines
        .slice(i + 1, i + 4)
        .map((line) => ARROW.exec(line))
        .find((match) => match !== null);
      entries.push({
        severity: severityOf(rich[1]),
        file: arrow?.[1],
        line: toNumber(arrow?.[2]),
        printedColumn: undefined,
        column: toNumber(arrow?.[3]),
        code: rich[2],
        message: trim(rich[3]),
      });
      continue;
    }
    const classic = CLASSIC.exec(text);
    if (classic === null) continue;
    const [, file, line, column, , severity, code, message] = classic;
    const carets = /^(\s*)\^~*\s*$/.exec(lines[i + 2] ?? '');
    const hasPosition = file !== undefined && file !== '' && line !== undefined;
    entries.push({
      severity: severityOf(severity),
      file: hasPosition ? file : undefined,
      line: hasPosition ? toNumber(line) : undefined,
      printedColumn: hasPosition && carets !== null ? (carets[1] ?? '').length + 1 : undefined,
      column: toNumber(column),
      code,
      message: trim(message),
    });
  }
  return withoutRedundant(entries);
}

function withoutRedundant(entries: readonly LogEntry[]): readonly LogEntry[] {
  const informative = entries.filter((entry) => !REDUNDANT.test(entry.message));
  const kept = informative.some((entry) => entry.severity === 'error') ? informative : entries;
  const seen = new Set<string>();
  return kept.filter((entry) => {
    const key = JSON.stringify(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Converts a printed column to a column of the source line, from 1 in UTF-16 units. */
export function sourceColumn(line: string, printedColumn: number): number {
  let printed = 0;
  let index = 0;
  for (const character of line) {
    if (printed >= printedColumn - 1) break;
    printed = character === '\t' ? printed + 4 - (printed % 4) : printed + new TextEncoder().encode(character).length;
    index += character.length;
  }
  return index + 1;
}

const severityOf = (word: string | undefined): 'error' | 'warning' => (word === 'warning' ? 'warning' : 'error');
const toNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
const trim = (message: string | undefined): string => (message ?? '').trim().replace(/\.$/, '');
