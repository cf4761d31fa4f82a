// assetc.yml after type checks: wrong values are left out, paths have forward slashes.

import type { Diagnostic, Place } from '../../diagnostics/diagnostic.js';
import type { AuditEntry } from '../../model/audit/audit-rules.js';
import type { Budget, CodeFile, IgnoredWarning, Layer, LayerValues, NamedPack } from '../config.js';

/** A preset: a layer, and its output folder. */
export interface PresetFile {
  readonly output: string | undefined;
  readonly values: LayerValues;
  readonly rules: readonly Layer[];
}

/** A module that the file names. */
export interface NamedPlugin {
  readonly specifier: string;
  readonly where: Place;
}

export interface ConfigFile {
  readonly plugins: readonly NamedPlugin[];
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly pack: boolean | 'recorded' | undefined;
  readonly packs: readonly NamedPack[];
  /** If undefined, by path. */
  readonly packOrder: string | undefined;
  readonly packInfo: boolean;
  readonly licenses: 'collect' | 'require' | undefined;
  readonly base: string | undefined;
  readonly remove: readonly string[];
  readonly preset: string | undefined;
  readonly manifest: 'all' | 'textures' | undefined;
  readonly embed: readonly string[];
  readonly exclude: readonly string[];
  /** If undefined, it depends on the machine. */
  readonly memoryBytes: number | undefined;
  /** 0: no limit. */
  readonly timeLimitMs: number | undefined;
  readonly cache: {
    readonly dir: string | undefined;
    readonly maxSizeBytes: number | undefined;
    readonly remote?: string;
    readonly push?: boolean | 'ci';
  };
  readonly ignoredWarnings: readonly IgnoredWarning[];
  readonly budgets: readonly Budget[];
  readonly audits: readonly AuditEntry[];
  readonly default: { readonly values: LayerValues; readonly rules: readonly Layer[] };
  /** In file order. */
  readonly presets: ReadonlyMap<string, PresetFile>;
  /** Files to generate, in the order of the targets. */
  readonly codegen: readonly CodeFile[];
  readonly diagnostics: readonly Diagnostic[];
}
