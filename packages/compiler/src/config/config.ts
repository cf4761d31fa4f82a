// A configuration, checked and frozen. Plain data: workers get a clone and resolve settings by the same function.

import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { PluginBundle } from '../model/plugin-bundle.js';
import type { SettingValue } from '../model/setting.js';

/** Setting values of one layer, only those that it sets: group → setting → value. */
export type LayerValues = { readonly [group: string]: { readonly [setting: string]: SettingValue } };

/** One layer of settings: the defaults, a preset, or a rule of either. */
export interface Layer {
  /** Where it stands in the file: `default`, `presets.mobile`, `default.rules[0]`, `presets.mobile.rules[2]`. */
  readonly origin: string;
  /** Rules have a glob over source paths; the other layers apply to everything. */
  readonly match: string | undefined;
  readonly values: LayerValues;
}

/** Warnings that are not told. */
export interface IgnoredWarning {
  /** Where it stands in the file: `warnings.ignore[0]`. */
  readonly origin: string;
  readonly code: DiagnosticCode;
  /** A glob over the files that warnings are about; undefined: whatever they are about. */
  readonly match: string | undefined;
}

/** How many bytes of the output may lie under a glob. */
export interface Budget {
  /** Over output paths: `textures/*`. */
  readonly glob: string;
  readonly limitBytes: number;
}

/** A configuration, checked and frozen. */
export interface Config {
  /** The file it came from, absolute; undefined when there is none and the built-in values hold. */
  readonly file: string | undefined;
  /** Absolute folders. */
  readonly input: string;
  readonly output: string;
  /** True: the whole output folder goes into the pack; recorded: only what builds wrote. */
  readonly pack: boolean | 'recorded';
  readonly manifest: 'all' | 'textures';
  readonly embed: readonly string[];
  readonly exclude: readonly string[];
  readonly cache: {
    readonly dir: string;
    readonly maxSizeBytes: number;
    /** The address of a shared cache. */
    readonly remote?: string;
    /** Whether results are sent to it; absent: `ci`. */
    readonly push?: boolean | 'ci';
  };
  /** None where it is absent. */
  readonly ignoredWarnings?: readonly IgnoredWarning[];
  /** What jobs may take together; absent: half of what the machine has. */
  readonly memoryBytes?: number;
  /** How long an asset may take, 0: for ever. Absent: DEFAULT_TIME_LIMIT_MS for plug-ins, all others for ever. In no key. */
  readonly timeLimitMs?: number;
  /** Those that the file names, ready to be loaded; none where it is absent. */
  readonly plugins?: readonly PluginBundle[];
  /** The file names plug-ins that were not loaded: nobody asked for them, or they were refused. */
  readonly pluginsLeft?: 'skipped' | 'refused';
  /** In the order of the file; none where it is absent. */
  readonly budgets?: readonly Budget[];
  readonly preset: string | undefined;
  /** Outputs of the other presets (absolute): discovery and cleaning leave them alone. */
  readonly otherOutputs: readonly string[];
  /** Least to most specific, built-in values left out: default, preset, default rules, preset rules. */
  readonly layers: readonly Layer[];
}
