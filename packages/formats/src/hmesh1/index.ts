// `@assetc/formats/hmesh1`: meshes of version 1, for older engines, and readers that take either version.

export { decodeAnyHmesh, validateAnyHmesh } from '../hmesh/any-hmesh.js';
export { narrowVertices, widenVertices } from '../hmesh/change-version.js';
export type { Hmesh1, Hmesh1Model } from '../hmesh/hmesh.js';
export { decodeHmesh1, encodeHmesh1, validateHmesh1 } from '../hmesh/hmesh1.js';
