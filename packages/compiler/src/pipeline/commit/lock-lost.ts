// A build, a clean or an extraction has lost the lock of its folder. It is not the failure of an asset: everything stops.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

export class LockLost extends Error {
  readonly diagnostic: Diagnostic;

  /** `now`: what became of the lock. */
  constructor(now: string) {
    super(`the lock of the output folder ${now}`);
    this.name = 'LockLost';
    this.diagnostic = {
      code: 'build/lock-lost',
      severity: 'error',
      message: `${this.message}: this process stopped and wrote nothing more`,
    };
  }
}

/** Throws the loss, if that is why the signal aborted. */
export function throwIfLockLost({ reason }: AbortSignal): void {
  if (reason instanceof LockLost) throw reason;
}
