// `@assetc/formats/galileo`: Galileo meshes. Browser-safe.

export { xxh3 } from '../codec/xxh3.js';
export { encodeGali } from './encode.js';
export type { Gali, GaliExtension, GaliGroupModel, GaliModel, GaliVertexGroup } from './model.js';
export { decodeGali } from './read.js';
export { formatUuid, galiUuid } from './uuid.js';
export { validateGali } from './validate.js';
