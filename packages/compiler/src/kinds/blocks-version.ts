// The version of the encoders of texture blocks. It is part of the version of every kind that uses them, so that a changed encoder
// rebuilds cube maps too.

/** Increased when any block encoder writes different bytes for the same texels. */
const BLOCKS_VERSION = 10;

/** The version of a kind that encodes blocks. */
export const versionWithBlocks = (version: number): string => `${version}.${BLOCKS_VERSION}`;
