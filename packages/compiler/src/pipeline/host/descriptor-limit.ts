// How many files this process may have open (`ulimit -n`), and what follows: how many threads and writes it can have at a time. A thread
// that cannot open its modules, or cannot start, fails for good, so waiting is no help there.

import { readFileSync } from 'node:fs';

/** Node's own, with those of the standard streams, the lock and the record. */
const PROCESS_DESCRIPTORS = 40;
/** Four, and those of the modules that it loads at the same time. */
const THREAD_DESCRIPTORS = 12;
/** A file and its folder, and some slack. */
const WRITE_DESCRIPTORS = 3;

let known: number | undefined;

/** Infinity if the system does not reveal it. Only Linux does so without starting a program. */
function descriptorLimit(): number {
  known ??= process.platform === 'linux' ? parseLimits(readLimits()) : Number.POSITIVE_INFINITY;
  return known;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    // A bare chroot has no /proc.
    return '';
  }
}

/** The soft limit, which Node raises to the hard one when it starts. */
export function parseLimits(text: string): number {
  const soft = Number(/^Max open files +(\d+)/m.exec(text)?.[1]);
  return Number.isInteger(soft) ? soft : Number.POSITIVE_INFINITY;
}

const fitting = (each: number, max: number, limit: number): number =>
  Math.max(1, Math.min(max, Math.floor((limit - PROCESS_DESCRIPTORS) / each)));

export const fittingThreads = (max: number, limit = descriptorLimit()): number =>
  fitting(THREAD_DESCRIPTORS, max, limit);

export const fittingWrites = (max: number, limit = descriptorLimit()): number => fitting(WRITE_DESCRIPTORS, max, limit);
