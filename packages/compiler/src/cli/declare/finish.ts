// The callback that receives a command's result.

import type { ExitCode } from '../exit-code.js';

/** Receives the exit code of the command that ran. */
export type Finish = (code: ExitCode) => void;
