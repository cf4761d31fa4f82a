// Reads a range completely, by repeating short reads.

/** Returns the number of bytes read, which may be less than the buffer; 0 at the end. */
interface PositionedReader {
  read(buffer: Uint8Array, position: number): number;
}

/** `length` bytes from `offset`; undefined if the file ends before that. */
export function readFully(reader: PositionedReader, offset: number, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = reader.read(bytes.subarray(done), offset + done);
    if (count === 0) return undefined;
    done += count;
  }
  return bytes;
}
