// Errors of the commands that work on packs: what the library refuses, malformed bytes, and the disk's errors.

import { ExitCode } from '../exit-code.js';
import { onInterrupt } from '../interrupt.js';
import { report, type Session, shownPath } from '../session.js';
import { reportUnreadable } from './report-unreadable.js';

/** How a step can be stopped, and what it calls while another process writes its file. */
interface StepOptions {
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
}

/** Runs a step that Ctrl-C stops. `path`: the file that malformed bytes are in. */
export async function reportPackProblems(
  session: Session,
  path: string,
  step: (options: StepOptions) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { console, cwd } = session;
  const { AssetError } = await import('../../index.js');
  const onWaiting = () => console.error('waiting for another assetc process that writes the same file');
  const interrupt = onInterrupt(() => console.error('interrupted: no file was replaced'));
  try {
    const code = await reportUnreadable(session, path, async () => {
      try {
        return await step({ signal: interrupt.signal, onWaiting });
      } catch (error) {
        if (!(error instanceof AssetError)) throw error;
        const { diagnostic } = error;
        report(console, diagnostic, diagnostic.file === undefined ? undefined : shownPath(cwd, diagnostic.file));
        return ExitCode.problems;
      }
    });
    return code === 'unreadable' ? ExitCode.problems : code;
  } catch (error) {
    if (interrupt.signal.aborted) return ExitCode.interrupted;
    throw error;
  } finally {
    interrupt.release();
  }
}
