// Which rows of the table of morph targets belong to a node: what its weights move.

export interface MorphRows {
  /** Into the scene's nodes. */
  readonly node: number;
  readonly firstTarget: number;
  readonly targetCount: number;
}
