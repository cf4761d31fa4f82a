// Mip levels are the encoder's; what compilers need of them.

export { buildMipChain, type MipLevel, resizeImage, type Surfaces } from '@assetc/encoder/steps';
