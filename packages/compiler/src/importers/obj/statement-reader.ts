// Reads the words, names and numbers of one statement, and reports errors in them.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { readFloat } from '../../model/text/read-number.js';
import { type ByteCursor, decodeText } from './byte-cursor.js';

/** Names and numbers are short. Longer ones indicate another file type, and would bloat messages. */
export const MAX_NAME_BYTES = 4096;
const MAX_NUMBER_BYTES = 1100;
/** What C runtimes print for values that are not finite. */
const NOT_FINITE = /^[+-]?(?:nan(?:\([^)]*\))?|inf(?:inity)?|\d\.#(?:ind|qnan|snan|inf)\d*)$/i;

export class StatementReader {
  readonly cursor: ByteCursor;
  readonly file: string;
  /** The result of `readNumbers`. */
  readonly numbers = new Float64Array(8);
  hasNonFinite = false;

  constructor(cursor: ByteCursor, file: string) {
    this.cursor = cursor;
    this.file = file;
  }

  /** The rest of the line. */
  name(): string {
    const cursor = this.cursor;
    const length = cursor.skipBlanks() ? cursor.restEnd() - cursor.at : 0;
    if (length > MAX_NAME_BYTES)
      this.fail('obj/long-name', `a name has ${length} bytes; the limit is ${MAX_NAME_BYTES}`);
    return cursor.restOfLine();
  }

  /** The end of the token at the cursor; fails if it is too long for a number. */
  numberEnd(): number {
    const { at } = this.cursor;
    const end = this.cursor.tokenEnd();
    if (end - at > MAX_NUMBER_BYTES)
      this.fail('obj/bad-number', `a number has ${end - at} characters; the limit is ${MAX_NUMBER_BYTES}`);
    return end;
  }

  /**
   * Reads up to eight numbers of the statement and returns how many there were. With `isLenient`, values that are not finite are read as 0 and set
   * `hasNonFinite`.
   */
  readNumbers(keywordLength: number, isLenient = false): number {
    const cursor = this.cursor;
    cursor.at += keywordLength;
    this.hasNonFinite = false;
    let count = 0;
    while (cursor.skipBlanks()) {
      const end = this.numberEnd();
      let value = readFloat(cursor.bytes, cursor.at, end);
      if (isLenient && !Number.isFinite(value) && NOT_FINITE.test(this.peek())) {
        value = 0;
        this.hasNonFinite = true;
      }
      if (!Number.isFinite(value)) this.fail('obj/bad-number', `"${this.peek()}" is not a finite number`);
      if (!Number.isFinite(Math.fround(value)))
        this.fail('obj/bad-number', `${this.peek()} is too large for 32-bit floats`);
      if (count < 8) this.numbers[count++] = value;
      cursor.at = end;
    }
    return count;
  }

  /** The token at the cursor, shortened for messages. */
  peek(): string {
    const cursor = this.cursor;
    return decodeText(cursor.bytes.subarray(cursor.at, Math.min(cursor.tokenEnd(), cursor.at + 40)));
  }

  fail(code: DiagnosticCode, message: string): never {
    throw new AssetError({
      code,
      file: this.file,
      where: { line: this.cursor.line, column: this.cursor.column },
      message,
    });
  }
}
