// Adobe/Iridas .cube → Lut. Keywords come before values; every complaint names its line.

import type { lutCodes } from '../../diagnostics/codes/lut.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Lut } from '../../model/lut.js';

interface CubeInput {
  readonly file: string;
  readonly bytes: Uint8Array;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
}

type LutCode = keyof typeof lutCodes;

const MIN_SIZE = 2;
const MAX_SIZE = 256;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(?:nan(?:\([^)]*\))?|inf|infinity|1\.#.*)$/i;

export function importCube(input: CubeInput): Lut {
  const reader = new CubeReader(input);
  let line = 0;
  for (let at = 0; at < input.bytes.length; ) {
    const newline = input.bytes.indexOf(10, at);
    const end = newline < 0 ? input.bytes.length : newline;
    reader.read(lineText(input.bytes, at, end), ++line);
    at = end + 1;
  }
  return reader.finish(line);
}

/** Values are ASCII; a title may be anything, so bytes beyond ASCII are kept one by one. Lines are cut at a sane length. */
function lineText(bytes: Uint8Array, start: number, end: number): string {
  const bom = start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return String.fromCharCode(...bytes.subarray(start + bom, Math.min(end, start + 4096))).trim();
}

class CubeReader {
  readonly #input: CubeInput;
  #size: number | undefined;
  #values = new Float32Array(0);
  #count = 0;
  /** Line of the first keyword of a 1D table. */
  #oneDimensional: number | undefined;
  readonly #seen = new Set<string>();

  constructor(input: CubeInput) {
    this.#input = input;
  }

  read(text: string, line: number): void {
    if (text === '' || text.startsWith('#')) return;
    const [head = '', ...rest] = text.split(/[\s\0]+/);
    if (/^[A-Za-z_]/.test(head) && !NOT_FINITE.test(head)) this.#keyword(head, rest, line);
    else this.#row([head, ...rest], line);
  }

  #keyword(name: string, words: readonly string[], line: number): void {
    const key = name.toUpperCase();
    if (this.#count > 0) this.#refuse('lut/bad-line', line, `the keyword ${name} comes after the first value`);
    if (key === 'LUT_1D_SIZE' || key === 'LUT_1D_INPUT_RANGE') {
      this.#oneDimensional ??= line;
      return;
    }
    if (key === 'LUT_3D_SIZE') {
      this.#setSize(words, line);
      return;
    }
    if (key === 'TITLE') return;
    if (this.#seen.has(key)) this.#refuse('lut/bad-line', line, `${name} is stated twice`);
    this.#seen.add(key);
    if (key === 'DOMAIN_MIN' || key === 'DOMAIN_MAX') {
      const values = this.#numbers(words, 3, name, line);
      const usual = key === 'DOMAIN_MIN' ? 0 : 1;
      if (values.some((v) => v !== usual)) this.#warnDomain(`${name} is ${values.join(' ')}`, line);
    } else if (key === 'LUT_3D_INPUT_RANGE') {
      const [low, high] = this.#numbers(words, 2, name, line);
      if (low !== 0 || high !== 1) this.#warnDomain(`${name} is ${low} ${high}`, line);
    } else this.#warn('lut/unknown-keyword', line, `the keyword ${name} is not known`);
  }

  #setSize(words: readonly string[], line: number): void {
    const [text = ''] = words;
    if (this.#size !== undefined) this.#refuse('lut/bad-size', line, 'LUT_3D_SIZE is stated twice');
    const size = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (words.length !== 1 || size < MIN_SIZE || size > MAX_SIZE)
      this.#refuse('lut/bad-size', line, `LUT_3D_SIZE is "${words.join(' ')}", not a whole number from 2 to 256`);
    // Values are allocated as they come: a size alone must not cost memory.
    const rows = Math.min(size ** 3, Math.ceil(this.#input.bytes.length / 5));
    this.#size = size;
    this.#values = new Float32Array(rows * 3);
  }

  #row(words: readonly string[], line: number): void {
    this.#refuseOneDimensional();
    const values = this.#numbers(words, 3, 'the row', line);
    const size = this.#size ?? this.#refuse('lut/bad-size', line, 'values begin before LUT_3D_SIZE is stated');
    const total = size ** 3;
    if (this.#count === total)
      this.#refuse(
        'lut/wrong-count',
        line,
        `the table has more than ${total} rows, LUT_3D_SIZE ${size} makes ${total}`,
      );
    this.#values.set(values, this.#count * 3);
    this.#count++;
  }

  #numbers(words: readonly string[], count: number, what: string, line: number): number[] {
    for (const word of words)
      if (NOT_FINITE.test(word)) this.#refuse('lut/not-finite', line, `"${word}" is not a finite number`);
    if (words.length !== count || !words.every((word) => NUMBER.test(word)))
      this.#refuse('lut/bad-line', line, `${what} is not ${count} numbers: "${words.join(' ').slice(0, 60)}"`);
    const values = words.map((word) => Math.fround(Number(word)));
    if (!values.every(Number.isFinite)) this.#refuse('lut/not-finite', line, `a number of ${what} is too large`);
    return values;
  }

  /** All keywords stand before the first value, so that by then it is known what a 1D table is for. */
  #refuseOneDimensional(): void {
    const line = this.#oneDimensional;
    if (line === undefined) return;
    if (this.#size === undefined) this.#refuse('lut/one-dimensional', line, 'the file is a 1D LUT');
    this.#refuse('lut/shaper', line, 'the file has a 1D shaper in front of its 3D table, which is not applied');
  }

  finish(lines: number): Lut {
    this.#refuseOneDimensional();
    const size = this.#size ?? this.#refuse('lut/bad-size', lines, 'LUT_3D_SIZE is missing');
    const total = size ** 3;
    if (this.#count !== total)
      this.#refuse('lut/wrong-count', lines, `the table has ${this.#count} rows, LUT_3D_SIZE ${size} makes ${total}`);
    return { size, values: this.#values.subarray(0, total * 3) };
  }

  #refuse(code: LutCode, line: number, message: string): never {
    throw new AssetError({ code, file: this.#input.file, where: { line: Math.max(1, line) }, message });
  }

  #warn(code: LutCode, line: number, message: string): void {
    this.#input.warn({ code, file: this.#input.file, where: { line }, message });
  }

  #warnDomain(what: string, line: number): void {
    this.#warn('lut/domain', line, `${what}: values are kept, the renderer must scale its input`);
  }
}
