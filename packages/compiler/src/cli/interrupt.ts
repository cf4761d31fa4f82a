// Ctrl-C asks once to stop: the work in hand is finished or dropped, the output stays consistent. Twice ends at once.

import { ExitCode } from './exit-code.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  release(): void;
}

export function onInterrupt(told: () => void): Interrupt {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(ExitCode.interrupted);
    controller.abort();
    told();
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
