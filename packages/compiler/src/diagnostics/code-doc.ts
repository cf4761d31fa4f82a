// What the declaration of a diagnostic's code tells: docs/errors and `assetc explain` print it.

export interface CodeDoc {
  /** What happened. */
  readonly summary: string;
  /** What to do about it; also the hint where a diagnostic brings none of its own. */
  readonly remedy: string;
}
