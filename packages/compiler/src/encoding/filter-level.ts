// The tasks of mip levels, by themselves: whoever loads them lazily gets these and their kernel alone.

export { filterLevelBand, filterTwoLevelsBand } from '@assetc/encoder/steps';
