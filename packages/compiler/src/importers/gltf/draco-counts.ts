// How many triangles and vertices Draco data claims to hold, from its first bytes: the decoder takes memory by them.
// Layout: "DRACO", version, geometry, method and flags, then metadata where flagged, then the counts of the connectivity.

interface DracoCounts {
  readonly faces: number;
  /** Undefined where the method does not tell how many there will be. */
  readonly points: number | undefined;
}

const HEADER_BYTES = 11;
const METADATA_FLAG = 0x8000;
const SEQUENTIAL = 0;
/** From 2.2 on counts are of variable length. */
const VARYING_COUNTS = 0x0202;
/** Nested deeper than this, metadata is no metadata. */
const MOST_NESTED = 64;

/** Undefined where the bytes are too few or too odd; the decoder then says what is wrong with them. */
export function dracoCounts(bytes: Uint8Array): DracoCounts | undefined {
  if (bytes.length < HEADER_BYTES || new TextDecoder().decode(bytes.subarray(0, 5)) !== 'DRACO') return undefined;
  const version = ((bytes[5] ?? 0) << 8) | (bytes[6] ?? 0);
  const cursor = new Cursor(bytes, HEADER_BYTES);
  try {
    if ((((bytes[10] ?? 0) << 8) & METADATA_FLAG) !== 0) skipGeometryMetadata(cursor);
    const count = (): number => (version < VARYING_COUNTS ? cursor.word() : cursor.varying());
    if (bytes[8] === SEQUENTIAL) return { faces: count(), points: count() };
    cursor.skip(1);
    // Edgebreaker: before 2.2 a count of new vertices comes first, then those that are encoded, then the triangles.
    if (version < VARYING_COUNTS) cursor.skip(4);
    count();
    return { faces: count(), points: undefined };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function skipGeometryMetadata(cursor: Cursor): void {
  for (let left = cursor.varying(); left > 0; left--) {
    cursor.varying();
    skipMetadata(cursor, 0);
  }
  skipMetadata(cursor, 0);
}

/** Named values, then named metadata below. */
function skipMetadata(cursor: Cursor, depth: number): void {
  if (depth > MOST_NESTED) throw new RangeError('nested too deep');
  for (let left = cursor.varying(); left > 0; left--) {
    cursor.skip(cursor.byte());
    cursor.skip(cursor.varying());
  }
  for (let left = cursor.varying(); left > 0; left--) {
    cursor.skip(cursor.byte());
    skipMetadata(cursor, depth + 1);
  }
}

/** Throws a RangeError past the end. */
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

  /** Seven bits a byte, the lowest first. */
  varying(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number of more than 32 bits');
  }
}
