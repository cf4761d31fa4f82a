// meshoptimizer's codecs of indices, version 1: of triangles, and of any sequence. The readable twin of the wasm kernel and of assetc.h.

const TRIANGLES_HEADER = 0xe1;
const SEQUENCE_HEADER = 0xd1;
/** At the end of triangles: frequent pairs of corners. A triangle takes at most this many bytes of data, so they can always be read. */
const TRIANGLES_TAIL = 16;
const SEQUENCE_TAIL = 4;
const FIFO = 16;

interface Cursor {
  readonly source: Uint8Array;
  at: number;
}

/** 7 bits per byte, at most 5 bytes. */
function readNumber(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = cursor.source[cursor.at++] ?? 0;
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return value >>> 0;
}

const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1);

/** Recent vertices and edges: entry 0 is the newest. */
class Recent {
  readonly #values = new Uint32Array(FIFO);
  #end = 0;

  push(value: number): void {
    this.#values[this.#end++ & (FIFO - 1)] = value;
  }

  get(age: number): number {
    return this.#values[(this.#end - 1 - age) & (FIFO - 1)] ?? 0;
  }
}

class TriangleDecoder {
  readonly #vertices = new Recent();
  readonly #edgeStarts = new Recent();
  readonly #edgeEnds = new Recent();
  readonly #cursor: Cursor;
  readonly #pairs: Uint8Array;
  #next = 0;
  #last = 0;

  constructor(cursor: Cursor, pairs: Uint8Array) {
    this.#cursor = cursor;
    this.#pairs = pairs;
  }

  triangle(code: number): readonly [number, number, number] {
    return code < 0xf0 ? this.#onEdge(code >> 4, code & 15) : this.#apart(code);
  }

  /** Two corners are those of a recent edge. */
  #onEdge(age: number, third: number): readonly [number, number, number] {
    const [a, b] = [this.#edgeStarts.get(age), this.#edgeEnds.get(age)];
    const c = this.#third(third);
    this.#pushEdge(c, b);
    this.#pushEdge(a, c);
    return [a, b, c];
  }

  #third(code: number): number {
    if (code > 0 && code < 13) return this.#vertices.get(code);
    let c = this.#next;
    if (code === 0) this.#next++;
    else {
      if (code === 15) c = this.#relative();
      else c = (this.#last + (code === 13 ? -1 : 1)) >>> 0;
      this.#last = c;
    }
    this.#vertices.push(c);
    return c;
  }

  #apart(code: number): readonly [number, number, number] {
    const isListed = code < 0xfe;
    const pair = isListed ? (this.#pairs[code & 15] ?? 0) : (this.#cursor.source[this.#cursor.at++] ?? 0);
    if (!isListed && pair === 0) this.#next = 0;
    const [second, third] = [pair >> 4, pair & 15];
    let a = code === 0xff ? 0 : this.#next++;
    let b = second === 0 ? this.#next++ : this.#vertices.get(second - 1);
    let c = third === 0 ? this.#next++ : this.#vertices.get(third - 1);
    if (code === 0xff) a = this.#last = this.#relative();
    if (!isListed && second === 15) b = this.#last = this.#relative();
    if (!isListed && third === 15) c = this.#last = this.#relative();
    this.#vertices.push(a);
    if (second === 0 || (!isListed && second === 15)) this.#vertices.push(b);
    if (third === 0 || (!isListed && third === 15)) this.#vertices.push(c);
    this.#pushEdge(b, a);
    this.#pushEdge(c, b);
    this.#pushEdge(a, c);
    return [a, b, c];
  }

  #relative(): number {
    return (this.#last + unzigzag(readNumber(this.#cursor))) >>> 0;
  }

  #pushEdge(start: number, end: number): void {
    this.#edgeStarts.push(start);
    this.#edgeEnds.push(end);
  }
}

/** Decodes `count` indices of triangles to `target`. Returns false if the data is damaged. */
export function decodeTriangles(source: Uint8Array, count: number, target: Uint16Array | Uint32Array): boolean {
  const triangles = count / 3;
  if (count % 3 !== 0 || source[0] !== TRIANGLES_HEADER) return false;
  if (source.length < 1 + triangles + TRIANGLES_TAIL) return false;
  const end = source.length - TRIANGLES_TAIL;
  const cursor: Cursor = { source, at: 1 + triangles };
  const decoder = new TriangleDecoder(cursor, source.subarray(end));
  for (let i = 0; i < triangles; i++) {
    if (cursor.at > end) return false;
    target.set(decoder.triangle(source[1 + i] ?? 0), i * 3);
  }
  return cursor.at === end;
}

/** Decodes `count` indices in any order to `target`. Returns false if the data is damaged. */
export function decodeSequence(source: Uint8Array, count: number, target: Uint16Array | Uint32Array): boolean {
  if (source[0] !== SEQUENCE_HEADER || source.length < 1 + count + SEQUENCE_TAIL) return false;
  const end = source.length - SEQUENCE_TAIL;
  const cursor: Cursor = { source, at: 1 };
  const last = new Uint32Array(2);
  for (let i = 0; i < count; i++) {
    if (cursor.at >= end) return false;
    const value = readNumber(cursor);
    const index = (last[value & 1] ?? 0) + unzigzag(value >>> 1);
    last[value & 1] = index;
    target[i] = index;
  }
  return cursor.at === end;
}
