// assetc clean: deletes exactly the files that earlier builds recorded.

import { isAbsolute } from 'node:path';
import { ExitCode, worst } from '../exit-code.js';
import { onInterrupt } from '../interrupt.js';
import type { ProjectFlags } from '../options.js';
import { printable } from '../print/format-diagnostic.js';
import { formatBytes, plural } from '../print/text/units.js';
import { loadProjects, openSession, report, shownPath } from '../session.js';

export async function runClean(flags: ProjectFlags): Promise<ExitCode> {
  const session = openSession(flags);
  const { console, cwd } = session;
  const { clean } = await import('../../index.js');
  const interrupt = onInterrupt(() => console.error('stopping; press Ctrl-C again to quit immediately'));
  const codes: ExitCode[] = [];
  try {
    for (const { config } of await loadProjects(session, flags)) {
      if (config === undefined) return ExitCode.usage;
      const onRemoved = (path: string) => {
        console.event({ type: 'removed', path, reason: null, keptBy: null });
        if (console.verbose) console.line(`removed ${printable(isAbsolute(path) ? shownPath(cwd, path) : path)}`);
      };
      const { removed, removedBytes, diagnostics } = await clean({ config, signal: interrupt.signal, onRemoved });
      for (const diagnostic of diagnostics) report(console, diagnostic);
      console.event({ type: 'cleaned', output: config.output, removed, removedBytes });
      const where = shownPath(cwd, config.output);
      if (removed === 0) console.line(`nothing to remove in ${where}`);
      else console.line(`removed ${plural(removed, 'file')} (${formatBytes(removedBytes)}) from ${where}`);
      const hasFailed = diagnostics.some(({ severity }) => severity === 'error');
      codes.push(interrupt.signal.aborted ? ExitCode.interrupted : hasFailed ? ExitCode.problems : ExitCode.fine);
    }
  } finally {
    interrupt.release();
  }
  return worst(codes);
}
