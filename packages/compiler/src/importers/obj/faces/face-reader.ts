// Reads one face, line or run of points: its corners as absolute, zero-based indices.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { readNumber } from '../../../model/text/read-number.js';
import type { GrowableInts } from '../growable.js';
import type { ObjArrays } from '../obj-arrays.js';
import type { StatementReader } from '../statement-reader.js';
import { PART_NAMES } from './check-indices.js';
import type { CornerRunList } from './corner-run-list.js';

/** Limit for one face: larger ones would make every step of triangulation slow. */
const MAX_FACE_CORNERS = 65_536;
const SLASH = 47;

export class FaceReader {
  readonly #reader: StatementReader;
  readonly #arrays: ObjArrays;
  readonly #maxCorners: number;
  /** Number of skipped faces with fewer than three corners. */
  shortFaces = 0;
  /** Per part, the first line that counts texture coordinates or normals backward while there are none. */
  readonly backwardLines: (number | undefined)[] = [];

  constructor(reader: StatementReader, arrays: ObjArrays, maxCorners: number) {
    this.#reader = reader;
    this.#arrays = arrays;
    this.#maxCorners = maxCorners;
  }

  /** The cursor must be at the keyword. */
  read(): void {
    const { cursor } = this.#reader;
    const { corners, counts } = this.#arrays;
    const { line } = cursor;
    cursor.at = cursor.tokenEnd();
    const first = corners.length;
    const before = [counts.vertices, counts.uvs, counts.normals];
    while (cursor.skipBlanks()) {
      if (corners.length - first >= MAX_FACE_CORNERS * 3) this.#failLongFace();
      this.#corner(corners, before);
    }
    this.#checkCount(corners, 'faces');
    if (corners.length - first < 9) {
      corners.length = first;
      this.shortFaces++;
    } else {
      this.#arrays.pushFace(first, line);
    }
  }

  /** Reads a line or points; skips it if it has fewer than `minCorners`. The cursor must be after the keyword. */
  readLineOrPoints(runs: CornerRunList, minCorners: number): void {
    const { cursor } = this.#reader;
    const { counts, material } = this.#arrays;
    const { corners } = runs;
    const { line } = cursor;
    const first = corners.length;
    const before = [counts.vertices, counts.uvs, counts.normals];
    while (cursor.skipBlanks()) this.#corner(corners, before);
    this.#checkCount(corners, 'lines or points');
    if (corners.length - first < minCorners * 3) corners.length = first;
    else runs.push(first, material, line);
  }

  #checkCount(corners: GrowableInts, what: string): void {
    if (corners.length / 3 > this.#maxCorners)
      this.#reader.fail('obj/too-large', `the ${what} have more than ${this.#maxCorners} corners`);
  }

  #corner(corners: GrowableInts, before: readonly number[]): void {
    const { cursor } = this.#reader;
    const { bytes } = cursor;
    const end = this.#reader.numberEnd();
    let at = cursor.at;
    for (let part = 0; part < 3; part++) {
      let slash = at;
      while (slash < end && bytes[slash] !== SLASH) slash++;
      corners.push(at >= slash ? this.#missingIndex(part) : this.#index(at, slash, part, before[part] ?? 0));
      at = slash + 1;
    }
    cursor.at = end;
  }

  #missingIndex(part: number): number {
    if (part === 0) this.#reader.fail('obj/bad-index', 'a corner has no vertex index');
    return -1;
  }

  #index(start: number, end: number, part: number, count: number): number {
    const { cursor } = this.#reader;
    const value = readNumber(cursor.bytes, start, end);
    // Some programs write 0 for a missing texture coordinate or normal.
    if (value === 0 && part > 0) return -1;
    if (!Number.isInteger(value) || value === 0 || Math.abs(value) > 0x7fffffff)
      this.#reader.fail(
        'obj/bad-index',
        `"${this.#reader.peek()}" is not an index: indices count from 1, or backward from -1`,
      );
    if (value > 0) return value - 1;
    if (count === 0 && part > 0) {
      this.backwardLines[part] ??= cursor.line;
      return -1;
    }
    if (count + value < 0)
      this.#reader.fail(
        'obj/bad-index',
        `${PART_NAMES[part]} ${value} points before the first one: the file has ${count} so far`,
      );
    return count + value;
  }

  #failLongFace(): never {
    const { cursor, file } = this.#reader;
    const { line } = cursor;
    let count = MAX_FACE_CORNERS;
    for (; cursor.skipBlanks(); count++) cursor.at = cursor.tokenEnd();
    throw new AssetError({
      code: 'obj/face-too-complex',
      file,
      where: { line },
      message: `a face has ${count} corners; the limit is ${MAX_FACE_CORNERS}`,
    });
  }
}
