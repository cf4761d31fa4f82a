// Hot loops in wasm SIMD, each with a readable twin under reference/.
export { weldReference } from './reference/weld.js';
export { type WeldedRows, weldRows } from './weld.js';
