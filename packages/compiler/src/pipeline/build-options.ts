// What a caller asks of a build and what it gets back.

import type { Config } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { BuildFarm } from './farm/build-farm.js';
import type { PresetRun } from './preset-run.js';
import type { AssetOutcome, BuildEvent, BuildSummary, PlannedAsset, RemovedFile } from './report/events.js';

/** What a build is asked for. */
export interface BuildOptions {
  /** Checked and layered already; its preset is the one that is built. */
  readonly config: Config;
  /** Threads; by default as many as the machine offers. */
  readonly jobs?: number;
  /**
   * Only these sources: files or folders, absolute or relative to the input. Nothing is removed then, and the manifest
   * keeps the entries of all others.
   */
  readonly paths?: readonly string[];
  /** Re-reads and validates every output, the manifest and the pack. */
  readonly verify?: boolean;
  /** Compiles each asset once more, elsewhere, and reports what comes out differently. */
  readonly twice?: boolean;
  /** Reads neither the record nor the content store, and writes no store. */
  readonly noCache?: boolean;
  /** Makes a pack where the configuration asks for none. */
  readonly pack?: boolean;
  /** Writes nothing: the result's `plan` says what would happen. */
  readonly dryRun?: boolean;
  /** Sends a `plan` event per asset and `asset` events for cached ones too. */
  readonly explain?: boolean;
  /** Aborting leaves a consistent output; the result's status is then `interrupted`. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: BuildEvent) => void;
  /** Other machines that compile as well: see @assetc/farm. Asked when there is something to compile; what they cannot do is done here. */
  readonly farm?: () => Promise<BuildFarm>;
  /** The run that this build is one of: see PresetRun. */
  readonly run?: PresetRun;
}

/** What a build did. */
export interface BuildResult extends BuildSummary {
  /** Every asset, sorted by id. After a dry run those that would be kept, and those that cannot be built. */
  readonly assets: readonly AssetOutcome[];
  /** Dry runs only: the verdict on each asset. */
  readonly plan: readonly PlannedAsset[];
  /** Dry runs only: what would be removed. */
  readonly removals: readonly RemovedFile[];
  /** Errors and warnings, replayed ones included, in the order of their assets. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files under the input that no kind compiles. */
  readonly ignored: number;
  /** Absolute, where a pack was asked for and stands. */
  readonly packFile: string | undefined;
}
