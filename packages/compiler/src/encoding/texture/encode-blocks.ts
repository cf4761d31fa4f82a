// The block encoding task in its own module: a thread that loads it lazily gets the block encoders and nothing else.

export { encodeStrip } from '@assetc/encoder/steps';
