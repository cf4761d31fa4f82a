// `@assetc/formats/galileo`: Galileo meshes. Browser-safe.

export { xxh3 } from '../codec/xxh3.js';
export {
  decodeGali,
  encodeGali,
  formatUuid,
  type Gali,
  type GaliExtension,
  type GaliGroupModel,
  type GaliModel,
  type GaliVertexGroup,
  galiUuid,
} from './gali.js';
export { validateGali } from './validate-gali.js';
