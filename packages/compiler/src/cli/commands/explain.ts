// assetc explain: prints what a diagnostic code means and what to do about it, or lists the codes of an area or all.

import { ExitCode, UsageError } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import { formatTable } from '../print/text/table.js';
import { openSession } from '../session.js';

export async function runExplain(wanted: string | undefined, flags: CommonFlags): Promise<ExitCode> {
  const { codes, nearest } = await import('../../index.js');
  const { console } = openSession(flags);
  const all = Object.entries(codes);
  const found = all.filter(([code]) => wanted === undefined || code === wanted || code.startsWith(`${wanted}/`));
  if (wanted !== undefined && found.length === 0) {
    const guess = nearestCode(
      wanted,
      all.map(([code]) => code),
      nearest,
    );
    throw new UsageError(
      `unknown code ${wanted}`,
      guess === undefined ? '"assetc explain" lists all codes.' : `Did you mean ${guess}?`,
    );
  }
  for (const [code, { summary, remedy }] of found) console.event({ type: 'code', code, summary, remedy });
  if (wanted === undefined) {
    for (const line of formatTable(found.map(([code, { summary }]) => [code, summary]))) console.line(line);
    console.note('\nRun "assetc explain <code>" to see what to do about one.');
    return ExitCode.fine;
  }
  for (const [index, [code, { summary, remedy }]] of found.entries()) {
    if (index > 0) console.line();
    console.line(
      `${console.paintOut(code, 'bold')}\n\n${summary}\n\n${console.paintOut('What to do:', 'cyan')} ${remedy}`,
    );
  }
  return ExitCode.fine;
}

/** Also matches the part after the slash. */
function nearestCode(
  wanted: string,
  all: readonly string[],
  nearest: (word: string, known: readonly string[]) => string | undefined,
): string | undefined {
  const whole = nearest(wanted, all);
  if (whole !== undefined) return whole;
  const afterSlash = (code: string): string => code.slice(code.indexOf('/') + 1);
  const part = nearest(afterSlash(wanted), all.map(afterSlash));
  return part === undefined ? undefined : all.find((code) => afterSlash(code) === part);
}
