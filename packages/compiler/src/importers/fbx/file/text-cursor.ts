// Tokens of FBX text: words, numbers, quoted strings. Counts lines for messages.

import { readNumber } from '../../../model/text/read-number.js';
import { decodeText } from './byte-reader.js';
import { damaged } from './fbx-errors.js';

const [TAB, NEWLINE, RETURN, SPACE, QUOTE, COMMA, SEMICOLON] = [9, 10, 13, 32, 34, 44, 59];
export const [STAR, COLON, OPEN, CLOSE] = [42, 58, 123, 125];

/** What programs print for numbers that are not finite: 1.#INF, -1.#IND, nan, inf. */
const NOT_FINITE = /^[+-]?(?:1\.#\w+|nan(?:\([^)]*\))?|inf(?:inity)?)$/i;
const WHOLE_NUMBER = /^[+-]?\d+$/;

export class TextCursor {
  readonly #file: string;
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  at: number;
  line = 1;

  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.at = hasMark ? 3 : 0;
  }

  get length(): number {
    return this.#bytes.length;
  }

  fail(message: string): never {
    throw damaged(this.#file, { line: this.line }, message);
  }

  /** Skips spaces, line ends and comments. Returns the next byte, or −1 at the end. */
  next(): number {
    const bytes = this.#bytes;
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] ?? 0;
      if (byte === NEWLINE) this.line++;
      else if (byte === SEMICOLON) this.#skipComment();
      else if (byte !== SPACE && byte !== TAB && byte !== RETURN) return byte;
    }
    return -1;
  }

  #skipComment(): void {
    const end = this.#buffer.indexOf(NEWLINE, this.at);
    this.at = end < 0 ? this.#bytes.length - 1 : end - 1;
  }

  /** Takes a byte if it is next. */
  take(byte: number): boolean {
    if (this.next() !== byte) return false;
    this.at++;
    return true;
  }

  takeComma(): boolean {
    return this.take(COMMA);
  }

  isQuote(): boolean {
    return this.next() === QUOTE;
  }

  /** The end of the word that starts here. */
  #wordEnd(): number {
    const bytes = this.#bytes;
    let end = this.at;
    for (; end < bytes.length; end++) {
      const byte = bytes[end] ?? 0;
      if (byte <= SPACE || byte === COMMA || byte === COLON || byte === OPEN || byte === CLOSE) break;
      if (byte === QUOTE || byte === SEMICOLON) break;
    }
    return end;
  }

  /** The name of a node, if a word with a colon is next. Takes both. */
  takeName(): string | undefined {
    this.next();
    const bytes = this.#bytes;
    const end = this.#wordEnd();
    let colon = end;
    while (bytes[colon] === SPACE || bytes[colon] === TAB) colon++;
    if (end === this.at || bytes[colon] !== COLON) return undefined;
    const name = decodeText(this.#buffer, this.at, end);
    this.at = colon + 1;
    return name;
  }

  /** A number, or a word. */
  takeWord(): number | bigint | string {
    const start = this.at;
    const end = this.#wordEnd();
    if (end === start) this.fail(`unexpected ${JSON.stringify(String.fromCharCode(this.#bytes[start] ?? 0))}`);
    this.at = end;
    const number = readNumber(this.#bytes, start, end);
    if (!Number.isNaN(number) && (Number.isSafeInteger(number) || end - start < 16)) return number;
    const word = decodeText(this.#buffer, start, end);
    if (Number.isNaN(number)) return NOT_FINITE.test(word) ? notFinite(word) : word;
    return WHOLE_NUMBER.test(word) && !Number.isSafeInteger(number) ? BigInt(word) : number;
  }

  /** As `takeWord`, of an array: words count as 1 or 0. */
  takeNumber(): number {
    const value = this.takeWord();
    return typeof value === 'string' ? Number(value === 'Y' || value === 'T') : Number(value);
  }

  takeText(): string {
    const start = this.at + 1;
    const end = this.#buffer.indexOf(QUOTE, start);
    if (end < 0) this.fail('the file ends inside a string');
    for (let i = start; i < end; i++) if (this.#bytes[i] === NEWLINE) this.line++;
    this.at = end + 1;
    const text = decodeText(this.#buffer, start, end);
    return text.includes('&') ? text.replaceAll(/&(quot|lf|cr);/g, (_, name: string) => ESCAPED[name] ?? '') : text;
  }
}

const ESCAPED: Readonly<Record<string, string>> = { quot: '"', lf: '\n', cr: '\r' };

function notFinite(word: string): number {
  if (!/inf/i.test(word)) return Number.NaN;
  return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
