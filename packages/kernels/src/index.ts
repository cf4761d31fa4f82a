// Hot loops in wasm SIMD, each with a readable twin under reference/.

export { PngRows, type PngSamples } from './png-rows.js';
export { weldReference } from './reference/weld.js';
export { type WeldedRows, weldRows } from './weld.js';
