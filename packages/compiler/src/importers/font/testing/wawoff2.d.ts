// The part of Google's WOFF2 reference code, compiled to wasm, that the tests use.
declare module 'wawoff2' {
  export function compress(font: Uint8Array): Promise<Uint8Array>;
}
