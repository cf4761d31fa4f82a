// The runtime SDK: read, write and validate every format. Browser-safe; Node's files are in `@assetc/formats/node`.

export { FormatError, type FormatErrorCode } from './core/format-error.js';
export { type Problem, Problems } from './core/problem.js';
export { Fnv1a64, fnv1a64 } from './refs/fnv1a64.js';
export { hashRef, hashToHex } from './refs/hash-ref.js';
export {
  packOctahedral,
  packOctahedralAll,
  packTangent,
  packTangentAll,
  unpackOctahedral,
  unpackOctahedralAll,
  unpackTangent,
  unpackTangentAll,
} from './refs/octahedral.js';
export { materialLeaves, materialRef, normaliseRef, pathRef, sourceRef, textureRef } from './refs/source-ref.js';
