import { availableParallelism } from 'node:os';
import type { BuildFlags } from './options.js';

/** Default: the library's. */
export const threadsOf = ({ jobs }: Pick<BuildFlags, 'jobs'>): number => jobs ?? availableParallelism();
