// The values of `assetc convert --to`.

export { CONVERT_TARGETS, type ConvertTarget } from '../../runtimes/all-runtimes.js';
