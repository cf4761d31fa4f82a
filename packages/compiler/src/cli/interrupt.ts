// The first Ctrl-C stops gracefully: running jobs are finished or dropped, and the output stays consistent. The second exits at once.

import { ExitCode } from './exit-code.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  release(): void;
}

export function onInterrupt(notify: () => void): Interrupt {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(ExitCode.interrupted);
    controller.abort();
    notify();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
