// `@assetc/other-runtimes/hmesh1`: writes meshes of version 1, for older engines. `@assetc/formats/hmesh1` reads them.

export { encodeHmesh1 } from './encode.js';
