// The mip filtering tasks in their own module: a thread that loads them lazily gets these and their kernel only.

export { filterLevelBand, filterTwoLevelsBand } from '@assetc/encoder/steps';
