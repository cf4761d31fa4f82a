// OBJ text → flat arrays: coordinates, and faces as runs of corners. Indices come out absolute, zero-based and in range.

import { ObjLines, type PlainLines } from '@assetc/kernels';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { readNumber } from '../../model/read-number.js';
import { utf8Bytes } from '../../model/text-encoding.js';
import { ByteCursor } from './byte-cursor.js';
import { checkIndices, PART_NAMES } from './check-indices.js';
import { GrowableFloats, GrowableInts } from './growable.js';
import type { NamedLine, ObjText } from './obj-text.js';
import { LONGEST_NAME_BYTES, StatementReader } from './statement-reader.js';

const IGNORED = new Set(['vp', 'bevel', 'c_interp', 'd_interp', 'lod', 'shadow_obj', 'trace_obj', 'mg']);
const MAX_CORNERS = Math.floor(0x7fffffff / 3);
/** More in one face is no model any more, and every step of cutting it up would cost accordingly. */
const MOST_FACE_CORNERS = 65_536;
/** Beyond this squares of distances, which bounds are made of, leave 32-bit floats. */
const LARGEST_COORDINATE = 1e18;
/** Shorter texts are read before a kernel has been made for them. */
const SHORT_TEXT_BYTES = 1 << 16;
/** Lines that are read one by one after many in a row that were not plain. */
const LONGEST_PAUSE = 64;

/** `maxCorners`: of all faces together; a test's may be small. */
export function parseObj(bytes: Uint8Array, file: string, maxCorners = MAX_CORNERS): ObjText {
  const text = utf8Bytes(bytes);
  const { end, zeros } = findEnd(text);
  return new ObjParser(text.subarray(0, end), file, zeros, maxCorners).parse();
}

/** Where the text ends: some programs pad with zero bytes, and DOS ended files with Ctrl-Z. */
function findEnd(bytes: Uint8Array): { end: number; zeros: number } {
  let end = bytes.length;
  let zeros = 0;
  for (; end > 0; end--) {
    const byte = bytes[end - 1] ?? 0;
    if (byte === 0) zeros++;
    else if (byte !== 0x1a && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 32) break;
  }
  return { end, zeros };
}

const onlyOf = (names: ReadonlySet<string>): string | undefined => (names.size === 1 ? [...names][0] : undefined);

class ObjParser {
  readonly #cursor: ByteCursor;
  readonly #reader: StatementReader;
  readonly #file: string;
  readonly #positions = new GrowableFloats();
  readonly #colors = new GrowableFloats();
  readonly #uvs = new GrowableFloats();
  readonly #normals = new GrowableFloats();
  readonly #corners = new GrowableInts();
  readonly #faceStarts = new GrowableInts();
  readonly #faceMaterials = new GrowableInts();
  readonly #faceSmoothing = new GrowableInts();
  readonly #faceLines = new GrowableInts();
  readonly #names = { o: new Set<string>(), g: new Set<string>() };
  readonly #materials = new Map<string, { index: number; line: number }>();
  readonly #libraries: NamedLine[] = [];
  readonly #unsupported = new Map<string, number>();
  #material = -1;
  #smoothing = 0;
  #shortFaces = 0;
  #holes: ObjText['holes'];
  readonly #trailingZeros: number;
  /** First lines of faces that count texture coordinates or normals backwards where there are none yet. */
  readonly #backwards: (number | undefined)[] = [];
  readonly #maxCorners: number;
  /** Reads plain lines, many at a time; what it leaves is read below. */
  readonly #lines: ObjLines | undefined;
  /** Lines to be read before it is asked again, and how often it was asked in vain. */
  #pause = 0;
  #misses = 0;

  constructor(bytes: Uint8Array, file: string, trailingZeros: number, maxCorners: number) {
    if (bytes.subarray(0, 4096).includes(0))
      throw new AssetError({ code: 'obj/not-text', file, message: 'the file holds zero bytes, so it is not OBJ text' });
    this.#cursor = new ByteCursor(bytes);
    this.#reader = new StatementReader(this.#cursor, file);
    this.#file = file;
    this.#trailingZeros = trailingZeros;
    this.#maxCorners = maxCorners;
    this.#lines = bytes.length < SHORT_TEXT_BYTES ? undefined : new ObjLines(bytes);
  }

  parse(): ObjText {
    const cursor = this.#cursor;
    while (!cursor.atEnd) {
      if (this.#readPlain()) continue;
      if (cursor.skipBlanks()) this.#statement();
      cursor.nextLine();
    }
    this.#faceStarts.push(this.#corners.length / 3);
    const text: ObjText = {
      positions: this.#positions.view(),
      colors: this.#colors.length === 0 ? undefined : this.#paddedColors(),
      uvs: this.#uvs.view(),
      normals: this.#normals.view(),
      corners: this.#corners.view(),
      faceStarts: this.#faceStarts.view(),
      faceMaterials: this.#faceMaterials.view(),
      faceSmoothing: this.#faceSmoothing.view(),
      faceLines: this.#faceLines.view(),
      materialNames: [...this.#materials].map(([name, { line }]) => ({ name, line })),
      objectName: onlyOf(this.#names.o) ?? onlyOf(this.#names.g) ?? '',
      libraries: this.#libraries,
      unsupported: [...this.#unsupported].map(([name, line]) => ({ name, line })),
      shortFaces: this.#shortFaces,
      holes: this.#holes,
      absentParts: [],
      trailingZeros: this.#trailingZeros,
    };
    return { ...text, absentParts: checkIndices(text, this.#backwards, this.#file) };
  }

  /** False: the next line is to be read as a statement. */
  #readPlain(): boolean {
    if (this.#lines === undefined || this.#pause-- > 0) return false;
    const cursor = this.#cursor;
    const read = this.#lines.read(cursor.at, cursor.line, {
      vertices: this.#positions.length / 3,
      uvs: this.#uvs.length / 2,
      normals: this.#normals.length / 3,
    });
    // Which face has the one corner too many is found line by line.
    if (read === undefined || (this.#corners.length + read.corners.length) / 3 > this.#maxCorners) {
      this.#pause = Math.min(LONGEST_PAUSE, this.#misses++);
      return false;
    }
    this.#pause = 0;
    this.#misses = 0;
    this.#take(read);
    cursor.moveTo(read.at, read.line);
    return true;
  }

  #take({ positions, uvs, normals, corners, faceStarts, faceLines }: PlainLines): void {
    const first = this.#corners.length / 3;
    this.#positions.append(positions);
    this.#uvs.append(uvs);
    this.#normals.append(normals);
    this.#corners.append(corners);
    for (let face = 0; face < faceStarts.length; face++) {
      this.#faceStarts.push(first + (faceStarts[face] ?? 0));
      this.#faceMaterials.push(this.#material);
      this.#faceSmoothing.push(this.#smoothing);
      this.#faceLines.push(faceLines[face] ?? 0);
    }
  }

  #statement(): void {
    const cursor = this.#cursor;
    const { bytes, at } = cursor;
    const length = cursor.tokenEnd() - at;
    const [first, second] = [bytes[at], bytes[at + 1]];
    if (first === 118 && length === 1) this.#vertex();
    else if (first === 118 && length === 2 && second === 116) this.#texcoord();
    else if (first === 118 && length === 2 && second === 110) this.#normal();
    else if (first === 102 && length === 1) this.#face();
    else if (length <= LONGEST_NAME_BYTES) this.#rare(cursor.token());
    else this.#reader.fail('obj/long-name', `a word of ${length} bytes; the limit is ${LONGEST_NAME_BYTES}`);
  }

  #rare(keyword: string): void {
    const cursor = this.#cursor;
    const { line } = cursor;
    if (keyword === 'usemtl') {
      const name = this.#reader.name();
      const known = this.#materials.get(name);
      this.#material = name === '' ? -1 : (known?.index ?? this.#materials.size);
      if (name !== '' && known === undefined) this.#materials.set(name, { index: this.#materials.size, line });
    } else if (keyword === 'mtllib') {
      const name = this.#reader.name();
      if (name !== '') this.#libraries.push({ name, line });
    } else if (keyword === 's') {
      const group = cursor.skipBlanks() ? readNumber(cursor.bytes, cursor.at, this.#reader.numberEnd()) : 0;
      this.#smoothing = Number.isInteger(group) && group > 0 && group < 0x7fffffff ? group : 0;
    } else if (keyword === 'o' || keyword === 'g') {
      // Two are as good as any number: parts go by their materials then.
      if (this.#names[keyword].size < 2) this.#names[keyword].add(this.#reader.name());
    } else if (keyword === 'fo') {
      this.#face();
    } else if (!IGNORED.has(keyword) && !this.#unsupported.has(keyword)) {
      this.#unsupported.set(keyword, line);
    }
  }

  #vertex(): void {
    const count = this.#reader.readNumbers(1);
    if (count < 3) this.#reader.fail('obj/bad-number', `a vertex needs three coordinates, the line has ${count}`);
    const [x, y, z] = [this.#reader.numbers[0] ?? 0, this.#reader.numbers[1] ?? 0, this.#reader.numbers[2] ?? 0];
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (largest > LARGEST_COORDINATE)
      this.#reader.fail('obj/bad-number', `a coordinate of ${largest}; the limit is ${LARGEST_COORDINATE}`);
    this.#positions.push(x);
    this.#positions.push(y);
    this.#positions.push(z);
    if (count < 6) return;
    const before = (this.#positions.length / 3 - 1) * 4;
    while (this.#colors.length < before) this.#colors.push(1);
    for (let c = 3; c < 6; c++) this.#colors.push(this.#reader.numbers[c] ?? 1);
    this.#colors.push(count > 6 ? (this.#reader.numbers[6] ?? 1) : 1);
  }

  #readAttribute(): number {
    const { line } = this.#cursor;
    const count = this.#reader.readNumbers(2, true);
    if (this.#reader.hasHole) this.#holes = { count: (this.#holes?.count ?? 0) + 1, line: this.#holes?.line ?? line };
    return count;
  }

  #texcoord(): void {
    const count = this.#readAttribute();
    if (count < 1) this.#reader.fail('obj/bad-number', 'a texture coordinate needs at least one number');
    this.#uvs.push(this.#reader.numbers[0] ?? 0);
    this.#uvs.push(count > 1 ? (this.#reader.numbers[1] ?? 0) : 0);
  }

  #normal(): void {
    const count = this.#readAttribute();
    if (count < 3) this.#reader.fail('obj/bad-number', `a normal needs three numbers, the line has ${count}`);
    // Without a length it is replaced by those of the faces.
    for (let c = 0; c < 3; c++) this.#normals.push(this.#reader.hasHole ? 0 : (this.#reader.numbers[c] ?? 0));
  }

  #face(): void {
    const cursor = this.#cursor;
    const { bytes, line } = cursor;
    cursor.at = cursor.tokenEnd();
    const first = this.#corners.length;
    const counts = [this.#positions.length / 3, this.#uvs.length / 2, this.#normals.length / 3];
    while (cursor.skipBlanks()) {
      if (this.#corners.length - first >= MOST_FACE_CORNERS * 3) this.#failLongFace();
      const end = this.#reader.numberEnd();
      let at = cursor.at;
      for (let part = 0; part < 3; part++) {
        let slash = at;
        while (slash < end && bytes[slash] !== 47) slash++;
        this.#corners.push(at >= slash ? this.#absent(part) : this.#index(at, slash, part, counts[part] ?? 0));
        at = slash + 1;
      }
      cursor.at = end;
    }
    if (this.#corners.length / 3 > this.#maxCorners)
      this.#reader.fail('obj/too-large', `the faces have more than ${this.#maxCorners} corners`);
    if (this.#corners.length - first < 9) {
      this.#corners.length = first;
      this.#shortFaces++;
      return;
    }
    this.#faceStarts.push(first / 3);
    this.#faceMaterials.push(this.#material);
    this.#faceSmoothing.push(this.#smoothing);
    this.#faceLines.push(line);
  }

  #failLongFace(): never {
    const cursor = this.#cursor;
    const { line } = cursor;
    let count = MOST_FACE_CORNERS;
    for (; cursor.skipBlanks(); count++) cursor.at = cursor.tokenEnd();
    throw new AssetError({
      code: 'obj/face-too-complex',
      file: this.#file,
      where: { line },
      message: `a face of ${count} corners; the limit is ${MOST_FACE_CORNERS}`,
    });
  }

  #absent(part: number): number {
    if (part === 0) this.#reader.fail('obj/bad-index', 'a corner has no vertex index');
    return -1;
  }

  #index(start: number, end: number, part: number, count: number): number {
    const value = readNumber(this.#cursor.bytes, start, end);
    if (!Number.isInteger(value) || value === 0 || Math.abs(value) > 0x7fffffff)
      this.#reader.fail(
        'obj/bad-index',
        `"${this.#reader.peek()}" is not an index: they count from 1, or backwards from -1`,
      );
    if (value > 0) return value - 1;
    if (count === 0 && part > 0) {
      this.#backwards[part] ??= this.#cursor.line;
      return -1;
    }
    if (count + value < 0)
      this.#reader.fail(
        'obj/bad-index',
        `${PART_NAMES[part]} ${value} lies before the first: the file has ${count} so far`,
      );
    return count + value;
  }

  #paddedColors(): Float32Array {
    while (this.#colors.length < (this.#positions.length / 3) * 4) this.#colors.push(1);
    return this.#colors.view();
  }
}
