// Reads may come back short; what is asked for here comes whole or not at all.

/** Something open that gives bytes from a position, up to the buffer's length; 0 at the end. */
interface PositionedReader {
  read(buffer: Uint8Array, position: number): number;
}

/** `length` bytes from `offset`; undefined where the file ends before that. */
export function readFully(reader: PositionedReader, offset: number, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = reader.read(bytes.subarray(done), offset + done);
    if (count === 0) return undefined;
    done += count;
  }
  return bytes;
}
