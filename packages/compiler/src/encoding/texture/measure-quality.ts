// The measures by which the encoder's search compares texels.

export { channelsOf, measure, premultiplied } from '@assetc/encoder/steps';
