// The runtime SDK: read, write and validate every format. Browser-safe; Node's files are in `@assetc/formats/node`.

export { FormatError, type FormatErrorCode } from './core/format-error.js';
export { type Problem, Problems } from './core/problem.js';
