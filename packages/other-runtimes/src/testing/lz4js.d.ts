// lz4js carries no types; these are the two functions that the tests compare against.
declare module 'lz4js' {
  export function decompressBlock(
    src: Uint8Array,
    dst: Uint8Array,
    srcIndex: number,
    srcLength: number,
    dstIndex: number,
  ): number;
  /** Returns 0 when nothing could be compressed. */
  export function compressBlock(
    src: Uint8Array,
    dst: Uint8Array,
    srcIndex: number,
    srcLength: number,
    hashTable: Uint32Array,
  ): number;
}
