// assetc pack extract: unpacks, never outside the folder.

import { join, resolve } from 'node:path';
import type { PackEntry, PackFile } from '../../index.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { onInterrupt } from '../interrupt.js';
import type { CommonFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { reportMissing, reportUnreadable } from '../print/report-unreadable.js';
import { formatBytes, plural } from '../print/text/units.js';
import { openSession, report, type Session, shownPath } from '../session.js';

export async function runPackExtract(
  file: string,
  glob: string | undefined,
  flags: CommonFlags & { readonly output: string },
): Promise<ExitCode> {
  const session = openSession(flags);
  const path = resolve(session.cwd, file);
  const { openPack, matchesGlob } = await import('../../index.js');
  const pack = await reportUnreadable(session, path, () => openPack({ path }));
  if (pack === 'unreadable') return ExitCode.problems;
  if (pack === undefined) return reportMissing(session, path);
  try {
    const entries = pack.entries.filter(
      (entry) => glob === undefined || matchesGlob(glob.replaceAll('\\', '/'), entry.path),
    );
    if (entries.length === 0 && glob !== undefined)
      throw new UsageError(
        `nothing in ${shownPath(session.cwd, path)} matches ${JSON.stringify(glob)}`,
        'See "assetc pack info" for the paths.',
      );
    const output = resolve(session.cwd, flags.output);
    const code = await reportUnreadable(session, path, () => extractAll(session, pack, entries, output));
    return code === 'unreadable' ? ExitCode.problems : code;
  } finally {
    pack.close();
  }
}

async function extractAll(
  session: Session,
  pack: PackFile,
  entries: readonly PackEntry[],
  output: string,
): Promise<ExitCode> {
  const { console, cwd } = session;
  const { extractPack } = await import('../../index.js');
  let written = 0;
  let bytes = 0;
  const interrupt = onInterrupt(() => console.error('interrupted: files extracted so far are complete'));
  try {
    const problems = await extractPack({
      pack,
      entries,
      output,
      signal: interrupt.signal,
      onWaiting: () => console.error(`waiting for another assetc process that writes into ${shownPath(cwd, output)}`),
      onExtracted(entry) {
        written++;
        bytes += entry.size;
        console.event({ type: 'extracted', path: entry.path, sizeBytes: entry.size });
        if (console.verbose) console.line(printable(entry.path));
      },
    });
    for (const problem of problems)
      report(console, problem, shownPath(cwd, problem.file === undefined ? output : join(output, problem.file)));
    console.line(`extracted ${plural(written, 'file')} (${formatBytes(bytes)}) into ${shownPath(cwd, output)}`);
    return problems.length === 0 ? ExitCode.fine : ExitCode.problems;
  } catch (error) {
    if (interrupt.signal.aborted) return ExitCode.interrupted;
    throw error;
  } finally {
    interrupt.release();
  }
}
