// How much memory this process may use: the machine's, or less where a container or a service says so.

import { totalmem } from 'node:os';

export function machineMemory(total = totalmem(), constrained = process.constrainedMemory()): number {
  // Without a limit Node answers 0, undefined or a number beyond any machine.
  return constrained !== undefined && constrained > 0 ? Math.min(total, constrained) : total;
}

/** Half: the other is for the system, editors and what the estimates miss. */
export const defaultMemory = (): number => Math.floor(machineMemory() / 2);
