// The encoder's block format choice, re-exported for compilers.

export { blocksFor } from '@assetc/encoder/steps';
