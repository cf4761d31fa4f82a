// Parses OBJ text to flat arrays: coordinates, and faces as runs of corners. Indices are returned absolute, zero-based and in range.
//
// Rejected: ranges of lines on several threads. The kernel reads 300 to 400 MB/s, so a text of 132 MB takes 0.29 s of a 6 s build. Read in windows
// by any thread and combined here, it took 0.39 s of processor time, of which 0.15 stayed on this thread: 0.27 s for two threads.

import { ObjLines } from '@assetc/kernels';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { readNumber } from '../../model/text/read-number.js';
import { utf8Bytes } from '../../model/text/text-encoding.js';
import { ByteCursor } from './byte-cursor.js';
import { checkIndices } from './faces/check-indices.js';
import { CornerRunList } from './faces/corner-run-list.js';
import { FaceReader } from './faces/face-reader.js';
import { ObjArrays } from './obj-arrays.js';
import type { NamedLine, ObjText } from './obj-text.js';
import { MAX_NAME_BYTES, StatementReader } from './statement-reader.js';

const IGNORED = new Set(['vp', 'bevel', 'c_interp', 'd_interp', 'lod', 'shadow_obj', 'trace_obj', 'mg']);
const MAX_CORNERS = Math.floor(0x7fffffff / 3);
/** Above this, squared distances, which bounds are computed from, exceed 32-bit floats. */
const MAX_COORDINATE = 1e18;
/** Shorter texts are parsed before a kernel could be started. */
const MIN_KERNEL_BYTES = 1 << 16;
/** Maximum number of lines to parse one by one before the kernel is tried again. */
const MAX_PAUSE_LINES = 64;

/** `maxCorners`: limit for all faces together; tests use a small one. */
export function parseObj(bytes: Uint8Array, file: string, maxCorners = MAX_CORNERS): ObjText {
  return new ObjParser(bytes, file, maxCorners).parse();
}

/** The end of the text: some programs pad with zero bytes, and DOS ended files with Ctrl-Z. */
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

const onlyElement = (names: ReadonlySet<string>): string | undefined => (names.size === 1 ? [...names][0] : undefined);

class ObjParser {
  readonly #cursor: ByteCursor;
  readonly #reader: StatementReader;
  readonly #faces: FaceReader;
  readonly #file: string;
  readonly #arrays = new ObjArrays();
  readonly #runs = { l: new CornerRunList(), p: new CornerRunList() };
  readonly #names = { o: new Set<string>(), g: new Set<string>() };
  readonly #materials = new Map<string, { index: number; line: number }>();
  readonly #libraries: NamedLine[] = [];
  readonly #unsupported = new Map<string, number>();
  #nonFinite: ObjText['nonFinite'];
  readonly #trailingZeros: number;
  readonly #maxCorners: number;
  /** Reads plain lines, many at a time; other lines are parsed here. */
  readonly #lines: ObjLines | undefined;
  /** Lines to parse before the kernel is tried again, and how often it failed in a row. */
  #pauseLines = 0;
  #misses = 0;

  constructor(bytes: Uint8Array, file: string, maxCorners: number) {
    const whole = utf8Bytes(bytes);
    const { end, zeros } = findEnd(whole);
    const text = whole.subarray(0, end);
    if (text.subarray(0, 4096).includes(0))
      throw new AssetError({
        code: 'obj/not-text',
        file,
        message: 'the file contains zero bytes, so it is not OBJ text',
      });
    this.#cursor = new ByteCursor(text);
    this.#reader = new StatementReader(this.#cursor, file);
    this.#faces = new FaceReader(this.#reader, this.#arrays, maxCorners);
    this.#file = file;
    this.#trailingZeros = zeros;
    this.#maxCorners = maxCorners;
    this.#lines = text.length < MIN_KERNEL_BYTES ? undefined : new ObjLines(text);
  }

  parse(): ObjText {
    const cursor = this.#cursor;
    while (!cursor.atEnd) {
      if (this.#readPlain()) continue;
      if (cursor.skipBlanks()) this.#statement();
      cursor.nextLine();
    }
    const text: ObjText = {
      ...this.#arrays.finish(),
      lines: this.#runs.l.finish(),
      points: this.#runs.p.finish(),
      materialNames: [...this.#materials].map(([name, { line }]) => ({ name, line })),
      objectName: onlyElement(this.#names.o) ?? onlyElement(this.#names.g) ?? '',
      libraries: this.#libraries,
      unsupported: [...this.#unsupported].map(([name, line]) => ({ name, line })),
      shortFaces: this.#faces.shortFaces,
      nonFinite: this.#nonFinite,
      missingParts: [],
      trailingZeros: this.#trailingZeros,
    };
    const missingParts = checkIndices(text, text, this.#faces.backwardLines, this.#file);
    for (const strokes of [text.lines, text.points]) checkIndices(strokes, text, [], this.#file);
    return { ...text, missingParts };
  }

  /** Returns false if the next line must be parsed as a statement. */
  #readPlain(): boolean {
    if (this.#lines === undefined || this.#pauseLines-- > 0) return false;
    const cursor = this.#cursor;
    const read = this.#lines.read(cursor.at, this.#arrays.counts);
    // If there are too many corners, the line-by-line parser finds the face that exceeds the limit.
    if (read === undefined || (this.#arrays.corners.length + read.corners.length) / 3 > this.#maxCorners) {
      this.#pauseLines = Math.min(MAX_PAUSE_LINES, this.#misses++);
      return false;
    }
    this.#pauseLines = 0;
    this.#misses = 0;
    this.#arrays.append(read, cursor.line);
    cursor.moveTo(read.at, cursor.line + read.lines);
    return true;
  }

  #statement(): void {
    const cursor = this.#cursor;
    const { bytes, at } = cursor;
    const length = cursor.tokenEnd() - at;
    const [first, second] = [bytes[at], bytes[at + 1]];
    if (first === 118 && length === 1) this.#vertex();
    else if (first === 118 && length === 2 && second === 116) this.#texcoord();
    else if (first === 118 && length === 2 && second === 110) this.#normal();
    else if (first === 102 && length === 1) this.#faces.read();
    else if (length <= MAX_NAME_BYTES) this.#otherStatement(cursor.token());
    else this.#reader.fail('obj/long-name', `a word has ${length} bytes; the limit is ${MAX_NAME_BYTES}`);
  }

  #otherStatement(keyword: string): void {
    const cursor = this.#cursor;
    const { line } = cursor;
    if (keyword === 'usemtl') {
      const name = this.#reader.name();
      const known = this.#materials.get(name);
      this.#arrays.material = name === '' ? -1 : (known?.index ?? this.#materials.size);
      if (name !== '' && known === undefined) this.#materials.set(name, { index: this.#materials.size, line });
    } else if (keyword === 'mtllib') {
      const name = this.#reader.name();
      if (name !== '') this.#libraries.push({ name, line });
    } else if (keyword === 's') {
      const group = cursor.skipBlanks() ? readNumber(cursor.bytes, cursor.at, this.#reader.numberEnd()) : 0;
      this.#arrays.smoothing = Number.isInteger(group) && group > 0 && group < 0x7fffffff ? group : 0;
    } else if (keyword === 'o' || keyword === 'g') {
      // Two are enough: parts are then named by their materials.
      if (this.#names[keyword].size < 2) this.#names[keyword].add(this.#reader.name());
    } else if (keyword === 'l' || keyword === 'p') {
      this.#faces.readLineOrPoints(this.#runs[keyword], keyword === 'l' ? 2 : 1);
    } else if (keyword === 'fo') {
      this.#faces.read();
    } else if (!IGNORED.has(keyword) && !this.#unsupported.has(keyword)) {
      this.#unsupported.set(keyword, line);
    }
  }

  #vertex(): void {
    const count = this.#reader.readNumbers(1);
    if (count < 3) this.#reader.fail('obj/bad-number', `a vertex needs three coordinates, but the line has ${count}`);
    const [x, y, z] = [this.#reader.numbers[0] ?? 0, this.#reader.numbers[1] ?? 0, this.#reader.numbers[2] ?? 0];
    const max = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (max > MAX_COORDINATE)
      this.#reader.fail('obj/bad-number', `a coordinate is ${max}; the limit is ${MAX_COORDINATE}`);
    this.#arrays.positions.push(x);
    this.#arrays.positions.push(y);
    this.#arrays.positions.push(z);
    if (count >= 6) this.#arrays.pushColor(this.#reader.numbers, count);
  }

  #readAttribute(): number {
    const { line } = this.#cursor;
    const count = this.#reader.readNumbers(2, true);
    if (this.#reader.hasNonFinite)
      this.#nonFinite = { count: (this.#nonFinite?.count ?? 0) + 1, line: this.#nonFinite?.line ?? line };
    return count;
  }

  #texcoord(): void {
    const count = this.#readAttribute();
    if (count < 1) this.#reader.fail('obj/bad-number', 'a texture coordinate needs at least one number');
    this.#arrays.uvs.push(this.#reader.numbers[0] ?? 0);
    this.#arrays.uvs.push(count > 1 ? (this.#reader.numbers[1] ?? 0) : 0);
  }

  #normal(): void {
    const count = this.#readAttribute();
    if (count < 3) this.#reader.fail('obj/bad-number', `a normal needs three numbers, but the line has ${count}`);
    // A zero normal is replaced by those of the faces.
    for (let c = 0; c < 3; c++)
      this.#arrays.normals.push(this.#reader.hasNonFinite ? 0 : (this.#reader.numbers[c] ?? 0));
  }
}
