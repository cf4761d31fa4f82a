// The task of blocks, by itself: whoever loads it lazily gets the block encoders and nothing else.

export { encodeStrip } from '@assetc/encoder/steps';
