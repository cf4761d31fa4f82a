// What `assetc convert --to` takes.

export { CONVERT_TARGETS, type ConvertTarget } from '../../runtimes/all-runtimes.js';
