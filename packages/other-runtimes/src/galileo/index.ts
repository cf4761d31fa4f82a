// `@assetc/other-runtimes/galileo`: Galileo meshes. Browser-safe.

export { xxh3 } from '@assetc/formats/declare';
export { encodeGali } from './encode.js';
export { GALI_MAGIC, GaliExtensionInfo, GaliGroup, GaliHeader, GaliMesh } from './layout.js';
export type { Gali, GaliExtension, GaliGroupModel, GaliModel, GaliVertexGroup } from './model.js';
export { decodeGali } from './read.js';
export { galiSpec } from './spec.js';
export { formatUuid, galiUuid } from './uuid.js';
export { validateGali } from './validate.js';
