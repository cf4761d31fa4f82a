// The words, names and numbers of one statement, and what is wrong with them.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { readFloat } from '../../model/read-number.js';
import { type ByteCursor, decodeText } from './byte-cursor.js';

/** Names and numbers are short; what is longer is another kind of file, and would cost memory in every message. */
export const LONGEST_NAME_BYTES = 4096;
const LONGEST_NUMBER_BYTES = 1100;
/** What the runtimes of C print for a number that is none. */
const NOT_FINITE = /^[+-]?(?:nan(?:\([^)]*\))?|inf(?:inity)?|\d\.#(?:ind|qnan|snan|inf)\d*)$/i;

export class StatementReader {
  readonly cursor: ByteCursor;
  readonly file: string;
  /** As `readNumbers` left them. */
  readonly numbers = new Float64Array(8);
  hasHole = false;

  constructor(cursor: ByteCursor, file: string) {
    this.cursor = cursor;
    this.file = file;
  }

  /** What is left of the line. */
  name(): string {
    const cursor = this.cursor;
    const length = cursor.skipBlanks() ? cursor.restEnd() - cursor.at : 0;
    if (length > LONGEST_NAME_BYTES)
      this.fail('obj/long-name', `a name has ${length} bytes; the limit is ${LONGEST_NAME_BYTES}`);
    return cursor.restOfLine();
  }

  /** Where the token at the cursor ends, if it may be a number. */
  numberEnd(): number {
    const { at } = this.cursor;
    const end = this.cursor.tokenEnd();
    if (end - at > LONGEST_NUMBER_BYTES)
      this.fail('obj/bad-number', `a number has ${end - at} characters; the limit is ${LONGEST_NUMBER_BYTES}`);
    return end;
  }

  /**
   * Reads up to eight numbers of the statement and returns how many there were. With `lenient` one that is not a number, or infinite, is read as 0,
   * and `hasHole` tells of it.
   */
  readNumbers(keywordLength: number, lenient = false): number {
    const cursor = this.cursor;
    cursor.at += keywordLength;
    this.hasHole = false;
    let count = 0;
    while (cursor.skipBlanks()) {
      const end = this.numberEnd();
      let value = readFloat(cursor.bytes, cursor.at, end);
      if (lenient && !Number.isFinite(value) && NOT_FINITE.test(this.peek())) {
        value = 0;
        this.hasHole = true;
      }
      if (!Number.isFinite(value)) this.fail('obj/bad-number', `"${this.peek()}" is not a finite number`);
      if (!Number.isFinite(Math.fround(value)))
        this.fail('obj/bad-number', `${this.peek()} is too large for 32-bit floats`);
      if (count < 8) this.numbers[count++] = value;
      cursor.at = end;
    }
    return count;
  }

  /** The token at the cursor, cut short for messages. */
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
