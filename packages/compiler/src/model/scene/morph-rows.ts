// The rows of the morph target table that the weights of a node affect.

export interface MorphRows {
  /** Into the scene's nodes. */
  readonly node: number;
  readonly firstTarget: number;
  readonly targetCount: number;
}
