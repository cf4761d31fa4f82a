// Parses FBX text: `Name: value, value { children }`. A list may go on in the next line after or before a comma.

import { MAX_DEPTH } from './fbx-errors.js';
import { childOf, type FbxFile, type FbxNode, type FbxValue, numberOf } from './fbx-node.js';
import { CLOSE, OPEN, STAR, TextCursor } from './text-cursor.js';

export function parseText(file: string, bytes: Uint8Array): FbxFile {
  const nodes = new TextParser(new TextCursor(file, bytes)).parse();
  const header = childOf({ children: nodes }, 'FBXHeaderExtension');
  const version = numberOf(header, 'FBXVersion') ?? versionInComment(bytes);
  return { version, isText: true, isBigEndian: false, nodes };
}

/** `; FBX 7.4.0 project file` */
function versionInComment(bytes: Uint8Array): number {
  const [, major = 0, minor = 0] =
    /^; FBX (\d)\.(\d)/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1')) ?? [];
  return Number(major) * 1000 + Number(minor) * 100;
}

/** Longer lists of only numbers are stored as an array. */
const MAX_LIST = 64;

class TextParser {
  readonly #cursor: TextCursor;
  /** Whether the last list of values has a word without quotes. */
  #hasWords = false;

  constructor(cursor: TextCursor) {
    this.#cursor = cursor;
  }

  parse(): FbxNode[] {
    const nodes = this.#nodes(0);
    if (this.#cursor.next() >= 0) this.#cursor.fail('a node without a name');
    return nodes;
  }

  /** Nodes up to what is not a name. */
  #nodes(depth: number): FbxNode[] {
    const cursor = this.#cursor;
    if (depth > MAX_DEPTH) cursor.fail(`nodes are nested deeper than ${MAX_DEPTH} levels`);
    const nodes: FbxNode[] = [];
    for (;;) {
      cursor.next();
      const [start, line] = [cursor.at, cursor.line];
      const name = cursor.takeName();
      if (name === undefined) return nodes;
      const values = this.#values();
      const words = this.#hasWords ? { hasWords: true } : {};
      const children = cursor.take(OPEN) ? this.#block(depth, line) : [];
      nodes.push({ name, place: { line }, start, end: cursor.at, values, ...words, children });
    }
  }

  #block(depth: number, line: number): FbxNode[] {
    const children = this.#nodes(depth + 1);
    if (!this.#cursor.take(CLOSE))
      this.#cursor.fail(
        this.#cursor.next() < 0
          ? `the file ends inside the node of line ${line}`
          : `something without a name is in the node of line ${line}`,
      );
    return children;
  }

  #values(): FbxValue[] {
    const cursor = this.#cursor;
    const values: FbxValue[] = [];
    let areNumbers = true;
    this.#hasWords = false;
    for (;;) {
      const byte = cursor.next();
      if (byte < 0 || byte === OPEN || byte === CLOSE) break;
      // Some exporters begin a list with a comma.
      if (cursor.takeComma()) continue;
      if (byte === STAR) return [this.#array()];
      if (cursor.isQuote()) {
        values.push(cursor.takeText());
        areNumbers = false;
      } else {
        if (this.#isName()) break;
        const value = cursor.takeWord();
        values.push(value);
        areNumbers &&= typeof value === 'number';
        this.#hasWords ||= typeof value === 'string';
      }
      if (!cursor.takeComma()) break;
    }
    return areNumbers && values.length > MAX_LIST ? [Float64Array.from(values, Number)] : values;
  }

  /** Whether the next node follows: `Name:` without values. */
  #isName(): boolean {
    const { at } = this.#cursor;
    const isName = this.#cursor.takeName() !== undefined;
    this.#cursor.at = at;
    return isName;
  }

  /** `*3 { a: 1,2,3 }`. The count is only a hint. */
  #array(): Float64Array {
    const cursor = this.#cursor;
    const { line } = cursor;
    cursor.at++;
    const count = cursor.takeNumber();
    // A number has at least two bytes, with its comma.
    const numbers = new GrowableNumbers(Math.min(Math.max(count, 0), (cursor.length - cursor.at) / 2));
    if (!cursor.take(OPEN)) cursor.fail('an array has no braces');
    if (cursor.takeName() !== undefined) {
      for (let byte = cursor.next(); byte >= 0 && byte !== CLOSE; byte = cursor.next())
        if (!cursor.takeComma()) numbers.push(cursor.takeNumber());
    }
    if (!cursor.take(CLOSE)) cursor.fail(`the array of line ${line} is not closed`);
    return numbers.view();
  }
}

class GrowableNumbers {
  #numbers: Float64Array;
  #length = 0;

  constructor(capacity: number) {
    this.#numbers = new Float64Array(Math.max(16, Math.floor(capacity)));
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = value;
  }

  view(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
