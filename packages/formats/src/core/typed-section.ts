// Typed arrays over a part of a file: views if the bytes are aligned in memory, copies otherwise. Assumes a little-endian host, like every
// current JavaScript engine.

/** A class of typed arrays: `Float32Array`, for example. */
export interface TypedArrayType<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): T;
}

/** `offset + count × element size` must be inside `bytes`; callers have checked it. */
export function typedSection<T>(type: TypedArrayType<T>, bytes: Uint8Array, offset: number, count: number): T {
  const at = bytes.byteOffset + offset;
  const size = type.BYTES_PER_ELEMENT;
  if (at % size === 0) return new type(bytes.buffer, at, count);
  // Not slice(): on a Node Buffer that is a view of the same, misaligned memory.
  const copy = new Uint8Array(bytes.subarray(offset, offset + count * size));
  return new type(copy.buffer, 0, count);
}

/** The bytes behind any typed array, without copying. */
export const bytesOf = (view: ArrayBufferView): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
