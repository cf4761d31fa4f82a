// Reads a compiled level in an engine written in TypeScript.

export interface Level {
  /** Key of the manifest: a texture. */
  readonly ground: bigint;
  readonly things: readonly {
    /** Key of the manifest: a mesh. */
    readonly mesh: bigint;
    /** Key of the manifest; 0n keeps the textures of the mesh. */
    readonly texture: bigint;
    readonly at: readonly [x: number, y: number, z: number];
    /** Degrees. */
    readonly turn: number;
  }[];
}

export function readLevel(bytes: Uint8Array): Level {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24 || view.getUint32(0, true) !== 0x4c56454c || view.getUint32(4, true) !== 1)
    throw new Error('this is no level of version 1');
  const count = view.getUint32(16, true);
  if (bytes.length !== 24 + count * 32) throw new Error('the level is cut off');
  const things = Array.from({ length: count }, (_, i) => {
    const row = 24 + i * 32;
    const float = (offset: number): number => view.getFloat32(row + offset, true);
    const at = [float(8), float(12), float(16)] as const;
    return { mesh: view.getBigUint64(row, true), texture: view.getBigUint64(row + 24, true), at, turn: float(20) };
  });
  return { ground: view.getBigUint64(8, true), things };
}
