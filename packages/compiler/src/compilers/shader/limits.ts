// How much CPU time and memory a bundled compiler may use for one file.

export interface ShaderLimits {
  /** Seconds of CPU time, not of wall time: a busy machine must not fail a correct shader. */
  readonly seconds: number;
  readonly megabytes: number;
}

export const DEFAULT_LIMITS: ShaderLimits = { seconds: 60, megabytes: 512 };
