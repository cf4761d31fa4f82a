// The block decoding task in its own module: a thread that loads it lazily gets the block decoders and nothing else.

export { decodeStrip } from '@assetc/encoder/steps';
