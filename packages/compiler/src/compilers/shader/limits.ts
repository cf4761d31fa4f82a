// How long and how large a compile of a bundled compiler may become.

export interface ShaderLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

export const DEFAULT_LIMITS: ShaderLimits = { seconds: 7, megabytes: 512 };
