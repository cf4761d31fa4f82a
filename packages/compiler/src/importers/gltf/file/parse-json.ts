// Parses JSON text and reports line and column of the first mistake. A byte order mark is skipped.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { gltfJsonText } from '../../../model/glb.js';

export function parseJson(file: string, bytes: Uint8Array): unknown {
  let trimmed: string;
  try {
    trimmed = gltfJsonText(bytes);
  } catch (cause) {
    throw new AssetError(
      { code: 'gltf/bad-json', file, where: { line: 1, column: 1 }, message: 'the JSON is not UTF-8' },
      { cause },
    );
  }
  try {
    return JSON.parse(trimmed);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const offset = findMistake(reason, trimmed);
    const before = trimmed.slice(0, offset);
    const line = before.split('\n').length;
    throw new AssetError(
      {
        code: 'gltf/bad-json',
        file,
        where: { line, column: offset - before.lastIndexOf('\n') },
        message:
          offset >= trimmed.length
            ? 'the JSON ends too early'
            : `the JSON is not valid: unexpected ${quoteCharacter(trimmed, offset)}`,
      },
      { cause },
    );
  }
}

/** V8 states the position only in some messages; for the others, the scanner below finds it. */
function findMistake(reason: string, text: string): number {
  const stated = /position (\d+)/.exec(reason)?.[1];
  if (stated !== undefined) return Number(stated);
  return new Scanner(text).firstMistake();
}

function quoteCharacter(text: string, offset: number): string {
  return JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0));
}

const SPACE = /[ \t\n\r]*/y;
const BARE_VALUE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Walks the grammar with an explicit stack (deep nesting must not overflow) until a token does not fit. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  firstMistake(): number {
    const open: ('[' | '{')[] = [];
    let expectsValue = true;
    for (;;) {
      this.#skip(SPACE);
      const ch = this.#text[this.#at];
      if (ch === undefined) return this.#text.length;
      if (expectsValue) {
        if (ch === '[' || ch === '{') {
          open.push(ch);
          this.#at++;
          this.#skip(SPACE);
          const close = ch === '[' ? ']' : '}';
          if (this.#text[this.#at] === close) {
            this.#at++;
            open.pop();
            expectsValue = false;
          } else if (ch === '{' && !this.#key()) return this.#at;
        } else {
          if (!(ch === '"' ? this.#string() : this.#skip(BARE_VALUE))) return this.#at;
          expectsValue = false;
        }
        continue;
      }
      const container = open.at(-1);
      if (container === undefined) return this.#at;
      if (ch === ',') {
        this.#at++;
        if (container === '{' && !this.#key()) return this.#at;
        expectsValue = true;
      } else if (ch === (container === '[' ? ']' : '}')) {
        this.#at++;
        open.pop();
      } else return this.#at;
    }
  }

  #key(): boolean {
    this.#skip(SPACE);
    if (this.#text[this.#at] !== '"' || !this.#string()) return false;
    this.#skip(SPACE);
    if (this.#text[this.#at] !== ':') return false;
    this.#at++;
    return true;
  }

  /** Scanned in a loop: a data URI of many megabytes would overflow a regular expression's stack. */
  #string(): boolean {
    this.#at++;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code) || code < 0x20) return false;
      if (code === 0x5c) {
        if (!this.#skip(ESCAPE)) return false;
        continue;
      }
      this.#at++;
      if (code === 0x22) return true;
    }
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at = pattern.lastIndex;
    return found[0].length > 0;
  }
}
