// The documentation of a diagnostic's code, printed in docs/errors and by `assetc explain`.

export interface CodeDoc {
  /** What happened. */
  readonly summary: string;
  /** What to do about it. Also the hint if a diagnostic has none. */
  readonly remedy: string;
  /** It is about what a build uses, not about assets (see Severity): it fails no build, and comes and goes with the cause. */
  readonly isNotice?: true;
}
