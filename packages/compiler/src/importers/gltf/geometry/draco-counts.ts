// Reads the triangle and vertex counts that Draco data declares: the decoder allocates memory by them.
// Layout: "DRACO", version, geometry, method and flags, then optional metadata, then the counts of the connectivity.

interface DracoCounts {
  readonly faces: number;
  /** Undefined if the method does not store the count. */
  readonly points: number | undefined;
}

const HEADER_BYTES = 11;
const METADATA_FLAG = 0x8000;
const SEQUENTIAL = 0;
/** Since version 2.2, counts have variable length. */
const VARIABLE_LENGTH_VERSION = 0x0202;
/** Metadata nested deeper than this is treated as damaged. */
const MAX_NESTING = 64;

/** Undefined if the bytes are truncated or invalid; the decoder then reports the error. */
export function readDracoCounts(bytes: Uint8Array): DracoCounts | undefined {
  if (bytes.length < HEADER_BYTES || new TextDecoder().decode(bytes.subarray(0, 5)) !== 'DRACO') return undefined;
  const version = ((bytes[5] ?? 0) << 8) | (bytes[6] ?? 0);
  const cursor = new Cursor(bytes, HEADER_BYTES);
  try {
    if ((((bytes[10] ?? 0) << 8) & METADATA_FLAG) !== 0) skipGeometryMetadata(cursor);
    const count = (): number => (version < VARIABLE_LENGTH_VERSION ? cursor.word() : cursor.variableLength());
    if (bytes[8] === SEQUENTIAL) return { faces: count(), points: count() };
    cursor.skip(1);
    // Edgebreaker: before 2.2, a count of new vertices comes first, then that of encoded vertices, then that of triangles.
    if (version < VARIABLE_LENGTH_VERSION) cursor.skip(4);
    count();
    return { faces: count(), points: undefined };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function skipGeometryMetadata(cursor: Cursor): void {
  for (let remaining = cursor.variableLength(); remaining > 0; remaining--) {
    cursor.variableLength();
    skipMetadata(cursor, 0);
  }
  skipMetadata(cursor, 0);
}

/** Named values, then named nested metadata. */
function skipMetadata(cursor: Cursor, depth: number): void {
  if (depth > MAX_NESTING) throw new RangeError('nested too deep');
  for (let remaining = cursor.variableLength(); remaining > 0; remaining--) {
    cursor.skip(cursor.byte());
    cursor.skip(cursor.variableLength());
  }
  for (let remaining = cursor.variableLength(); remaining > 0; remaining--) {
    cursor.skip(cursor.byte());
    skipMetadata(cursor, depth + 1);
  }
}

/** Throws RangeError past the end. */
class Cursor {
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  byte(): number {
    return this.#view.getUint8(this.#at++);
  }

  word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#view.byteLength) throw new RangeError('past the end');
  }

  /** Seven bits per byte, lowest first. */
  variableLength(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number of more than 32 bits');
  }
}
