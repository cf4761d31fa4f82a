// A build without flags: the parser of the command line is not loaded.

import { runBuild } from './commands/build.js';
import type { ExitCode } from './exit-code.js';
import { explainError } from './explain-error.js';
import type { BuildRequest } from './noop-build.js';
import type { BuildFlags } from './options.js';

/** As the parser returns them if there are none. */
export const NO_FLAGS: BuildFlags = { cache: true, plugins: true };

export async function runPlainBuild(args: readonly string[], request: BuildRequest): Promise<ExitCode> {
  try {
    return await runBuild([], NO_FLAGS, [], request);
  } catch (error) {
    return explainError(error, args);
  }
}
