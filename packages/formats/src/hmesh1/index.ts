// `@assetc/formats/hmesh1`: reads meshes of version 1, and of either version. `@assetc/other-runtimes/hmesh1` writes version 1.

export { narrowIndices } from '../hmesh/narrow-indices.js';
export { decodeAnyHmesh, validateAnyHmesh } from './any-hmesh.js';
export { narrowVertices, widenVertices } from './change-version.js';
export type { Hmesh1, Hmesh1Model } from './model.js';
export { decodeHmesh1 } from './read.js';
export { validateHmesh1 } from './validate.js';
