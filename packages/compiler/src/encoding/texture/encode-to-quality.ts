// The encoder's search for the smallest choice that reaches a number.

export { encodeToQuality } from '@assetc/encoder/steps';
