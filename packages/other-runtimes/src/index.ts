// What assetc loads to write files for other runtimes.

export { encodeHmesh1 } from './hmesh1/encode.js';
