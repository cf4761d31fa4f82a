// `@assetc/formats/declare`: declares, reads and writes structs and chunked files, for packages that add formats.

export { encodeChunks, rows, whole } from './chunked/encode-chunks.js';
export { decoded, FirstProblem } from './core/first-problem.js';
export { array, f32, u8, u16, u32, u64 } from './core/scalar.js';
export { allFinite, field, fourcc, fourccText, is, multipleOf, type Struct, struct, viewOf } from './core/struct.js';
export { readText, writeText } from './core/text.js';
export { bytesOf, type TypedArrayType, typedSection } from './core/typed-section.js';
export { xxh3 } from './core/xxh3.js';
