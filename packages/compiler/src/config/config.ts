// A configuration, checked and frozen. Plain data: workers get a clone and resolve settings by the same function.

import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { AuditEntry } from '../model/audit/audit-rules.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { SettingValue } from '../model/kind/setting.js';
import type { CodeTarget } from './file-keys.js';

/** Setting values of one layer, only those that it sets: group → setting → value. */
export type LayerValues = { readonly [group: string]: { readonly [setting: string]: SettingValue } };

/** One layer of settings: the defaults, a preset, a rule of either, or a flag. */
export interface Layer {
  /** Its place in the file: `default`, `presets.mobile`, `default.rules[0]`, `presets.mobile.rules[2]`; or `--draft`. */
  readonly origin: string;
  /** Rules have a glob for source paths; the other layers apply to everything. */
  readonly match: string | undefined;
  readonly values: LayerValues;
}

/** Warnings that are not reported. */
export interface IgnoredWarning {
  /** Its place in the file: `warnings.ignore[0]`. */
  readonly origin: string;
  readonly code: DiagnosticCode;
  /** A glob for the files that warnings are about. If undefined, all files. */
  readonly match: string | undefined;
}

/** The maximum size of the outputs that match a glob. */
export interface Budget {
  /** Matched against output paths: `textures/*`. */
  readonly glob: string;
  readonly limitBytes: number;
}

/** One of several packs that a build writes: `<output>.<name>.hpack`. */
export interface NamedPack {
  readonly name: string;
  /** Matched against output paths: `locale/de/*`. */
  readonly globs: readonly string[];
}

/** A file of code that builds generate. */
export interface CodeFile {
  readonly target: CodeTarget;
  /** Absolute in a resolved configuration. */
  readonly path: string;
}

/** Code for the program that loads the assets. */
export interface Codegen {
  readonly files: readonly CodeFile[];
  /** Every output folder of the project, of which the code is the union, in the order of the file. `null`: built without a preset. */
  readonly outputs: readonly { readonly preset: string | null; readonly output: string }[];
}

/** A configuration, checked and frozen. */
export interface Config {
  /** The file it came from, absolute. Undefined if there is none and the built-in values are used. */
  readonly file: string | undefined;
  /** Absolute folders. */
  readonly input: string;
  readonly output: string;
  /** True: the whole output folder is packed. `recorded`: only what builds wrote. */
  readonly pack: boolean | 'recorded';
  /** Several packs instead of one, in the order of the file: an output is in the first pack that has a matching glob. Default: none. */
  readonly packs?: readonly NamedPack[];
  /** Absolute: a list of paths, whose payloads come first in packs, in its order. Default: payloads are sorted by path. */
  readonly packOrder?: string;
  /** Absolute: the pack that this project changes. Only what differs from it is packed. Default: none. */
  readonly base?: string;
  /** Globs for paths of the base that the pack removes. Default: none. */
  readonly remove?: readonly string[];
  /** Packs list the SHA-256 of every entry. Default: false. */
  readonly packInfo?: boolean;
  /** Packs list copyright and licenses of the sources; `require`: a source without is an error. Default: neither. */
  readonly licenses?: 'collect' | 'require';
  readonly manifest: 'all' | 'textures';
  readonly embed: readonly string[];
  readonly exclude: readonly string[];
  readonly cache: {
    readonly dir: string;
    readonly maxSizeBytes: number;
    /** The address of a shared cache. */
    readonly remote?: string;
    /** Whether results are sent to it. Default: `ci`. */
    readonly push?: boolean | 'ci';
  };
  /** Default: none. */
  readonly ignoredWarnings?: readonly IgnoredWarning[];
  /** Memory for all jobs together. Default: half of the machine's memory. */
  readonly memoryBytes?: number;
  /** Time limit per asset; 0: none. Default: DEFAULT_TIME_LIMIT_MS for plug-ins, none for our kinds. Not part of any key. */
  readonly timeLimitMs?: number;
  /** The plug-ins that the file names, ready to be loaded. Default: none. */
  readonly plugins?: readonly PluginBundle[];
  /** Set if the file names plug-ins that were not loaded, because they were not requested or were refused. */
  readonly pluginsLeft?: 'skipped' | 'refused';
  /** In the order of the file. Default: none. */
  readonly budgets?: readonly Budget[];
  /** Rules that `check` measures compiled files by, in the order of the file. Default: none. */
  readonly audits?: readonly AuditEntry[];
  /** Default: none is generated. */
  readonly codegen?: Codegen;
  readonly preset: string | undefined;
  /** Outputs of the other presets (absolute), which discovery and cleaning ignore. */
  readonly otherOutputs: readonly string[];
  /** Least to most specific, built-in values left out: default, preset, default rules, preset rules, flags. */
  readonly layers: readonly Layer[];
}
