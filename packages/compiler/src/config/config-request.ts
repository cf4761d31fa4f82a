// What is asked of the configuration, and what it answers.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Config } from './config.js';

/** Where `loadConfig` searches, and what overrides the file. */
export interface ConfigOptions {
  /** Where the search for assetc.yml starts; relative paths start here too. Default: the working directory of the process. */
  readonly cwd?: string | undefined;
  /** This file instead of the nearest assetc.yml. */
  readonly file?: string | undefined;
  readonly preset?: string | undefined;
  /** Overrides the file. */
  readonly input?: string | undefined;
  /** Overrides the file and the preset. */
  readonly output?: string | undefined;
  /** Write a pack. `recorded` in the file keeps its meaning. */
  readonly pack?: boolean | undefined;
  /** Overrides the file: only what differs from this pack is packed. */
  readonly base?: string | undefined;
  /** Encode all textures with `quality: draft`. Overrides the file, its rules and the preset. */
  readonly draft?: boolean | undefined;
  /**
   * What to do with the modules under `plugins:`, which are code. `load` (default) runs them, `skip` does not (to find out where things
   * are), `refuse` builds without them.
   */
  readonly plugins?: 'load' | 'skip' | 'refuse' | undefined;
}

/** The same, of a program that names the machine's folders. `plugins` is `skip` by default. */
export interface ConfigRequest extends ConfigOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Default folder of the content store (see cache-folder.ts). */
  readonly cacheDir: string;
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
