// `@assetc/formats/hmesh1`: meshes of version 1, for older engines, and readers that take either version.

export { decodeAnyHmesh, validateAnyHmesh } from './any-hmesh.js';
export { narrowVertices, widenVertices } from './change-version.js';
export { encodeHmesh1 } from './encode.js';
export type { Hmesh1, Hmesh1Model } from './model.js';
export { decodeHmesh1 } from './read.js';
export { validateHmesh1 } from './validate.js';
