// What a command's declaration hands its result to.

import type { ExitCode } from '../exit-code.js';

/** Receives the exit code of the command that ran. */
export type Finish = (code: ExitCode) => void;
