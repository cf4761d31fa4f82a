// The encoder's mip levels, as far as compilers need them.

export { buildMipChain, type MipLevel, resizeImage, type Surfaces } from '@assetc/encoder/steps';
