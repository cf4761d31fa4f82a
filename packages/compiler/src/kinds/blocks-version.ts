// The version of what encoders of texture blocks write, which is part of the version of every kind that uses them: a cube map is stale after such a change as
// a texture is.

/** Counted up where any encoder of blocks writes other bytes for the same texels. */
const BLOCKS_VERSION = 3;

/** The version of a kind that encodes blocks. */
export const versionWithBlocks = (version: number): string => `${version}.${BLOCKS_VERSION}`;
