// Which blocks a texture is made of is the encoder's to say.

export { blocksFor } from '@assetc/encoder/steps';
