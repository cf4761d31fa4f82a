// How much memory this process may use: the machine's, or the limit of a container or service.

import { totalmem } from 'node:os';

export function machineMemory(total = totalmem(), constrained = process.constrainedMemory()): number {
  // Without a limit Node returns 0, undefined or a huge number.
  return constrained !== undefined && constrained > 0 ? Math.min(total, constrained) : total;
}

/** Half of it. The rest is for the system, editors and errors of the estimates. */
export const defaultMemory = (): number => Math.floor(machineMemory() / 2);
