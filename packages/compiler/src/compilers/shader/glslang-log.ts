// Parses glslang's log: `ERROR: name:line:column: 'token' : text`, `ERROR: 2 compilation errors.  No code generated.`, and messages without a
// position. A name is matched against the given files, so that it may contain a colon.

export interface GlslangMessage {
  readonly severity: 'error' | 'warning';
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  /** From 1, in bytes of UTF-8. */
  readonly column: number | undefined;
  readonly message: string;
}

/** Messages that only repeat that there were others. */
const REDUNDANT = /^(?:\d+ compilation errors\.|'' : compilation terminated|Linking \w+ stage: *$)/;
const LEVEL = /^(ERROR|WARNING|UNIMPLEMENTED|INTERNAL ERROR): (.*)$/;
const PLACE = /^:(\d+)(?::(\d+))?: (.*)$/;

export function parseGlslangLog(log: string, files: readonly string[]): readonly GlslangMessage[] {
  const found: GlslangMessage[] = [];
  for (const text of log.split(/\r?\n/)) {
    const level = LEVEL.exec(text);
    if (level === null) continue;
    const { file, line, column, rest } = splitPosition(level[2] ?? '', files);
    if (REDUNDANT.test(rest)) continue;
    const severity = level[1] === 'WARNING' ? 'warning' : 'error';
    const one = { severity, file, line, column, message: cleanMessage(rest) } as const;
    if (!found.some((other) => JSON.stringify(other) === JSON.stringify(one))) found.push(one);
  }
  return found;
}

function splitPosition(
  text: string,
  files: readonly string[],
): { file?: string | undefined; line?: number; column?: number; rest: string } {
  const file = files.find((name) => text.startsWith(`${name}:`));
  const place = file === undefined ? null : PLACE.exec(text.slice(file.length));
  if (place === null) return { rest: text };
  const [, line, column, rest = ''] = place;
  return { file, line: Number(line), ...(column !== undefined && { column: Number(column) }), rest };
}

/** `'x' : undeclared identifier ` → `'x': undeclared identifier`; an empty token is removed. */
const cleanMessage = (text: string): string =>
  text
    .replace(/^'' : /, '')
    .replace(/^('[^']*') : /, '$1: ')
    .replace(/^Linking (\w+) stage: /, 'linking the $1 stage: ')
    .trim();
