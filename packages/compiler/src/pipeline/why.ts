// Why an asset would or would not rebuild: its settings with their origins, what it read, what it wrote.

import type { Config } from '../config/config.js';
import type { SettingValue } from '../model/setting.js';

export interface WhyOptions {
  readonly config: Config;
  /** A source or an output: absolute, or relative to the input or to the output folder. `models/chair.glb#tex_0` names a derived asset. */
  readonly path: string;
  readonly signal?: AbortSignal;
}

export interface WhySetting {
  /** `texture.quality` */
  readonly name: string;
  readonly value: SettingValue;
  /** `presets.mobile.rules[0]`, or `built-in`. */
  readonly origin: string;
}

export interface WhyDependency {
  readonly path: string;
  /** What of it was looked at: its bytes, a part of them, whether it exists, the names in a folder, another asset's settings. */
  readonly what: 'bytes' | 'part' | 'existence' | 'listing' | 'settings';
  readonly state: 'unchanged' | 'changed' | 'missing' | 'appeared';
}

export interface WhyOutput {
  readonly path: string;
  readonly sizeBytes: number;
  readonly state: 'intact' | 'edited' | 'missing';
}

export interface WhyReport {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  /** Settings that the kind depends on. */
  readonly settings: readonly WhySetting[];
  readonly dependencies: readonly WhyDependency[];
  readonly outputs: readonly WhyOutput[];
  /** recorded: an earlier build wrote it · none: never built, or the record is gone. */
  readonly cache: 'recorded' | 'none';
  readonly wouldRebuild: boolean;
  /** Empty where it would not. */
  readonly reasons: readonly string[];
  /** Assets found inside this one. */
  readonly derived: readonly string[];
}

/** One report per asset that the path names: an output may be written by several. Empty: nobody knows the path. */
export async function why(options: WhyOptions): Promise<readonly WhyReport[]> {
  throw new Error(`why ${options.path} comes with the next change`);
}
