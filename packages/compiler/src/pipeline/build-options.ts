// Options and result of a build.

import type { Config } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { BuildFarm } from './farm/build-farm.js';
import type { PresetRun } from './preset-run.js';
import type { AssetOutcome, BuildEvent, BuildSummary, PlannedAsset, RemovedFile } from './report/events.js';

/** Options of a build. */
export interface BuildOptions {
  /** From `loadConfig`. Its preset is the one that is built. */
  readonly config: Config;
  /** Number of threads. Default: as many as the machine has. */
  readonly jobs?: number;
  /**
   * Only these sources: files or folders, absolute or relative to the input. Nothing is removed then, and the manifest
   * keeps the entries of all other sources.
   */
  readonly paths?: readonly string[];
  /** Re-reads and validates every output, the manifest and the pack. */
  readonly verify?: boolean;
  /** Compiles each asset a second time under other conditions, and reports differences. */
  readonly twice?: boolean;
  /** Reads neither the record nor the content store, and writes no store. */
  readonly noCache?: boolean;
  /** Writes a pack even if the configuration does not ask for one. */
  readonly pack?: boolean;
  /** Writes nothing. The result's `plan` lists what would happen. */
  readonly dryRun?: boolean;
  /** Sends a `plan` event per asset and `asset` events for cached ones too. */
  readonly explain?: boolean;
  /** Aborting leaves a consistent output; the result's status is then `interrupted`. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: BuildEvent) => void;
  /** Other machines that compile too: see @assetc/farm. Called when there is something to compile. What they cannot compile is compiled here. */
  readonly farm?: () => Promise<BuildFarm>;
  /** The run of several presets that this build belongs to: see PresetRun. */
  readonly run?: PresetRun;
}

/** What a build did. */
export interface BuildResult extends BuildSummary {
  /** Every asset, sorted by id. After a dry run: those that would be kept, and those that cannot be built. */
  readonly assets: readonly AssetOutcome[];
  /** Dry runs only: what would happen to each asset. */
  readonly plan: readonly PlannedAsset[];
  /** Dry runs only: what would be removed. */
  readonly removals: readonly RemovedFile[];
  /** Errors and warnings, replayed ones included, in the order of their assets. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files under the input that no kind compiles. */
  readonly ignored: number;
  /** Absolute path of the pack, if one was requested and exists. */
  readonly packFile: string | undefined;
}
