// A cursor over OBJ and MTL bytes that does not allocate a string per line. Handles comments, line continuations and all line endings.

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const BACKSLASH = 92;

export class ByteCursor {
  readonly bytes: Uint8Array;
  at = 0;
  /** Line of the current statement, from 1. */
  line = 1;
  #lineStart = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
    this.#lineStart = this.at;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Moves to the start of a line with this number. */
  moveTo(at: number, line: number): void {
    this.at = at;
    this.line = line;
    this.#lineStart = at;
  }

  get column(): number {
    return this.at - this.#lineStart + 1;
  }

  /** Skips blanks and line continuations. Returns false at the end of the statement (line end, comment, end of file). */
  skipBlanks(): boolean {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.at];
      if (byte === SPACE || byte === TAB) {
        this.at++;
      } else if (byte === BACKSLASH && this.#isLineEnd(this.at + 1)) {
        this.at++;
        this.#skipLineEnd();
      } else {
        return byte !== undefined && byte !== LF && byte !== CR && byte !== HASH;
      }
    }
  }

  /** Skips the rest of the statement, including a comment. */
  nextLine(): void {
    const { bytes } = this;
    let isInComment = false;
    while (this.at < bytes.length) {
      const byte = bytes[this.at];
      if (byte === LF || byte === CR) {
        this.#skipLineEnd();
        return;
      }
      if (byte === HASH) isInComment = true;
      if (byte === BACKSLASH && !isInComment && this.#isLineEnd(this.at + 1)) {
        this.at++;
        this.#skipLineEnd();
      } else {
        this.at++;
      }
    }
  }

  /** Reads the token at the cursor, which must be at one, and moves past it. */
  token(): string {
    const start = this.at;
    this.at = this.tokenEnd();
    return decodeText(this.bytes.subarray(start, this.at));
  }

  /** The end of the token at the cursor. */
  tokenEnd(): number {
    const { bytes } = this;
    let end = this.at;
    for (; end < bytes.length; end++) {
      const byte = bytes[end];
      if (byte === SPACE || byte === TAB || byte === LF || byte === CR) break;
      if (byte === BACKSLASH && this.#isLineEnd(end + 1)) break;
    }
    return end;
  }

  /** The rest of the statement, trimmed: names may contain blanks. `#` is part of a name unless it follows a blank. */
  restOfLine(): string {
    if (!this.skipBlanks()) return '';
    const start = this.at;
    this.at = this.restEnd();
    return decodeText(this.bytes.subarray(start, this.at)).trim();
  }

  /** The end of the rest of the statement. */
  restEnd(): number {
    const { bytes } = this;
    let end = this.at;
    for (; end < bytes.length; end++) {
      const byte = bytes[end];
      if (byte === LF || byte === CR) break;
      if (byte === HASH && (bytes[end - 1] === SPACE || bytes[end - 1] === TAB)) break;
    }
    return end;
  }

  #isLineEnd(at: number): boolean {
    return this.bytes[at] === LF || this.bytes[at] === CR;
  }

  #skipLineEnd(): void {
    this.at += this.bytes[this.at] === CR && this.bytes[this.at + 1] === LF ? 2 : 1;
    this.line++;
    this.#lineStart = this.at;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');

/** Old exporters write names in the system's code page: text that is not UTF-8 is read as Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}
