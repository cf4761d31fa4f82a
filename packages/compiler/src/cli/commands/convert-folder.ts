// assetc convert <folder>: compiles images and models for a runtime, next to the sources or into another folder.

import { resolve } from 'node:path';
import type { BuildEvent, ConvertedFolder, ConvertTarget } from '../../index.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { onInterrupt } from '../interrupt.js';
import type { ConvertFlags } from '../options.js';
import { BuildReporter } from '../print/report/build-reporter.js';
import { formatBytes, formatCount, formatDuration, plural } from '../print/text/units.js';
import { type Session, shownPath } from '../session.js';
import { threadsOf } from '../threads-of.js';

export async function runConvertFolder(
  session: Session,
  path: string,
  to: ConvertTarget,
  flags: ConvertFlags,
): Promise<ExitCode> {
  const { convertFolder, folderTargets } = await import('../../index.js');
  const { console, cwd } = session;
  const isCompressed = flags.meshopt === true || flags.meshoptKhr === true;
  if (flags.ktx2 === true || isCompressed || flags.target !== undefined)
    throw new UsageError(
      '--target, --ktx2 and --meshopt only apply to a compiled file',
      `${shownPath(cwd, path)} is a folder.`,
    );
  const output = flags.output === undefined ? path : resolve(cwd, flags.output);
  const startMs = performance.now();
  const interrupt = onInterrupt(() => console.error('stopping; press Ctrl-C again to quit immediately'));
  const project = { input: path, output, file: undefined, preset: undefined };
  const reporter = new BuildReporter(session, project, { explain: false, threads: threadsOf({}), earlierWarnings: 0 });
  const hasBar = console.stderr.isTTY === true && console.isWatched && !console.json;
  const onEvent = (event: BuildEvent): void => {
    if (event.type === 'diagnostic' || event.type === 'waiting' || (hasBar && BAR_EVENTS.has(event.type)))
      reporter.onEvent(event);
  };
  try {
    const folder = await convertFolder({ path, to, output, signal: interrupt.signal, onEvent });
    reporter.stop();
    if (folder === undefined)
      throw new UsageError(
        `a folder cannot be converted to ${to}`,
        `Use one of: ${(await folderTargets()).join(', ')}. Single compiled files can become ${to}.`,
      );
    printFolder(session, { path, output }, folder, performance.now() - startMs);
    if (folder.status === 'interrupted') return ExitCode.interrupted;
    return folder.status === 'ok' ? ExitCode.fine : ExitCode.problems;
  } finally {
    reporter.stop();
    interrupt.release();
  }
}

const BAR_EVENTS: ReadonlySet<BuildEvent['type']> = new Set(['start', 'asset-start', 'asset', 'progress', 'done']);

function printFolder(
  { console, cwd }: Session,
  { path, output }: { readonly path: string; readonly output: string },
  { status, sources, failed, written, unchanged, kept }: ConvertedFolder,
  ms: number,
): void {
  for (const { path: file, sizeBytes } of written) {
    console.event({ type: 'converted', path: file, sizeBytes });
    console.note(`wrote ${shownPath(cwd, file)} (${formatBytes(sizeBytes)})`);
  }
  const counts = { sources, failed, written: written.length, unchanged, kept };
  console.event({ type: 'converted-folder', path, output, status, ...counts });
  // An error has explained it.
  if (sources === 0) return;
  const bytes = written.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const parts = [
    `${plural(sources, 'source')}: ${plural(written.length, 'file')} written`,
    `${formatCount(unchanged)} unchanged`,
    ...(kept > 0 ? [console.paintOut(`${formatCount(kept)} not written`, 'red', 'bold')] : []),
    console.paintOut(`${formatCount(failed)} failed`, ...(failed > 0 ? (['red', 'bold'] as const) : [])),
  ];
  const size = bytes > 0 ? `; ${formatBytes(bytes)}` : '';
  const stopped = status === 'interrupted' ? `${console.paintOut('interrupted', 'yellow', 'bold')}: ` : '';
  console.line(`${stopped}${parts.join(', ')} in ${formatDuration(ms)}${size}`);
}
