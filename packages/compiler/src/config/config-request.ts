// What is asked of the configuration, and what it answers.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Config } from './config.js';

export interface ConfigRequest {
  /** Absolute. The search begins here, and the paths below are relative to it. */
  readonly cwd: string;
  /** `-c`: this file instead of the nearest. */
  readonly file?: string | undefined;
  readonly preset?: string | undefined;
  /** `--input`: overrides the file. */
  readonly input?: string | undefined;
  /** `-o`: overrides everything. */
  readonly output?: string | undefined;
  /** `--pack`: true unless the file sets `recorded`. */
  readonly pack?: boolean | undefined;
  /** `--base`: overrides the file. */
  readonly base?: string | undefined;
  /** `--draft`: overrides `texture.quality` of every layer. */
  readonly draft?: boolean | undefined;
  /** Default folder of the content store (see cache-folder.ts). */
  readonly cacheDir: string;
  /** Whether to run the modules under `plugins:`, which are code. Default: `skip`. */
  readonly plugins?: 'load' | 'skip' | 'refuse' | undefined;
  /** Default: the system of the process. */
  readonly platform?: string | undefined;
}

/** A configuration, or its errors. */
export interface LoadedConfig {
  /** Undefined exactly when a diagnostic is an error. */
  readonly config: Config | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Names in file order, with the output each would write to (absolute). */
  readonly presets: readonly { readonly name: string; readonly output: string }[];
  /** The preset that is used if none is requested. */
  readonly defaultPreset: string | undefined;
  /** Absolute: the files of plug-ins, whose changes may change the configuration. */
  readonly pluginFiles?: readonly string[];
}
