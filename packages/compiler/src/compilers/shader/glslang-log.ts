// Reads what glslang prints: `ERROR: name:line:column: 'token' : text`, `ERROR: 2 compilation errors.  No code generated.`, and messages
// without a place. A name is one of the files handed over, so that a colon in it does no harm.

export interface GlslangMessage {
  readonly severity: 'error' | 'warning';
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  /** From 1, in bytes of UTF-8. */
  readonly column: number | undefined;
  readonly message: string;
}

/** What only says that something was said. */
const ECHO = /^(?:\d+ compilation errors\.|'' : compilation terminated|Linking \w+ stage: *$)/;
const LEVEL = /^(ERROR|WARNING|UNIMPLEMENTED|INTERNAL ERROR): (.*)$/;
const PLACE = /^:(\d+)(?::(\d+))?: (.*)$/;

export function parseGlslangLog(log: string, files: readonly string[]): readonly GlslangMessage[] {
  const found: GlslangMessage[] = [];
  for (const text of log.split(/\r?\n/)) {
    const level = LEVEL.exec(text);
    if (level === null) continue;
    const { file, line, column, rest } = placed(level[2] ?? '', files);
    if (ECHO.test(rest)) continue;
    const severity = level[1] === 'WARNING' ? 'warning' : 'error';
    const one = { severity, file, line, column, message: sentence(rest) } as const;
    if (!found.some((other) => JSON.stringify(other) === JSON.stringify(one))) found.push(one);
  }
  return found;
}

function placed(
  text: string,
  files: readonly string[],
): { file?: string | undefined; line?: number; column?: number; rest: string } {
  const file = files.find((name) => text.startsWith(`${name}:`));
  const place = file === undefined ? null : PLACE.exec(text.slice(file.length));
  if (place === null) return { rest: text };
  const [, line, column, rest = ''] = place;
  return { file, line: Number(line), ...(column !== undefined && { column: Number(column) }), rest };
}

/** `'x' : undeclared identifier ` → `'x': undeclared identifier`; an empty token says nothing. */
const sentence = (text: string): string =>
  text
    .replace(/^'' : /, '')
    .replace(/^('[^']*') : /, '$1: ')
    .replace(/^Linking (\w+) stage: /, 'linking the $1 stage: ')
    .trim();
