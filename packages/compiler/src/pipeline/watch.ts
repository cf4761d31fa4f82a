// Build, then rebuild what a saved file affects, until the signal aborts.

import type { Config } from '../config/config.js';
import type { BuildOptions, BuildResult } from './build-options.js';

export interface WatchOptions extends Omit<BuildOptions, 'dryRun' | 'config' | 'signal'> {
  /** Asked before every build, so that a saved configuration takes effect. A throw is passed to `onError`; the watch goes on. */
  readonly loadConfig: () => Config | Promise<Config>;
  /** Files besides the input whose change starts a build: the configuration. Absolute. */
  readonly alsoWatch?: readonly string[];
  /** Ends the watch. Required: there is no other end. */
  readonly signal: AbortSignal;
  /** After every build. */
  readonly onResult?: (result: BuildResult) => void;
  readonly onError?: (error: unknown) => void;
}

/** Resolves with the last build's result when the signal aborts. */
export async function watch(options: WatchOptions): Promise<BuildResult | undefined> {
  throw new Error(`watching with ${options.alsoWatch?.length ?? 0} more files comes with the next change`);
}
