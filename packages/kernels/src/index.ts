// Hot loops in wasm SIMD, each with a readable twin under reference/.
export {};
