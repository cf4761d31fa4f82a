// How a build ended, apart from its assets.

import type { BuildResult } from '../build-options.js';
import type { BuildStatus } from './events.js';

export interface Ending {
  readonly status: BuildStatus;
  readonly ignored: number;
  readonly removed: number;
  readonly sourceBytes: number;
  readonly outputBytes: number;
  readonly packBytes: number;
  readonly packFile: string | undefined;
  readonly manifest: BuildResult['manifest'];
  readonly pack: BuildResult['pack'];
  readonly strays: readonly string[];
  /** What the last build reported about assets that this one did not have to check. */
  readonly unchecked: Pick<BuildResult, 'cached' | 'warnings' | 'silenced'>;
}

/** Of a build that did nothing. */
export const NO_ENDING: Omit<Ending, 'status'> = {
  ignored: 0,
  removed: 0,
  sourceBytes: 0,
  outputBytes: 0,
  packBytes: 0,
  packFile: undefined,
  manifest: 'none',
  pack: 'none',
  strays: [],
  unchecked: { cached: 0, warnings: 0, silenced: 0 },
};

/** Whether a build only found that everything was up to date. */
export const changedNothing = (result: BuildResult): boolean => {
  const { status, built, restored, shared, failed, removed, manifest, pack } = result;
  const made = built + restored + shared + failed + removed;
  return status === 'ok' && made === 0 && manifest !== 'written' && pack !== 'written';
};

/** Whether the next build reports the same if nothing changes. Notices about caches and the farm may not come again. */
export const reportsSameAgain = ({ status, diagnostics }: BuildResult): boolean =>
  status === 'ok' && diagnostics.every(({ severity, file }) => severity !== 'notice' || file !== undefined);
