// Reads an Adobe/Iridas .cube file. Keywords come before values; every diagnostic names its line. Resolve's dialect has a shaper before
// the table: the rows of the 1D table come first.

import { shortestDecimal } from '@assetc/formats';
import type { lutCodes } from '../../diagnostics/codes/lut.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { Lut } from '../../model/image/lut.js';
import { isUtf16, utf8Bytes } from '../../model/text/text-encoding.js';
import { applyShaper, type Shaper } from './apply-shaper.js';
import { lineEnd, nextLine, readRow } from './read-row.js';

interface CubeInput {
  readonly file: string;
  readonly bytes: Uint8Array;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
}

interface CubeShaper extends Shaper {
  readonly line: number;
}

type LutCode = keyof typeof lutCodes;

const MIN_SIZE = 2;
const MAX_SIZE = 256;
const MAX_SHAPER_SIZE = 65_536;
/** A table with a larger error is rejected: two 8-bit steps. */
const MAX_SHAPER_ERROR = 2 / 255;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const REPEATED_HINT = 'Remove one of the two lines.';
const NOT_FINITE = /^[+-]?(?:nan(?:\([^)]*\))?|inf|infinity|1\.#.*)$/i;

export function importCube(input: CubeInput): Lut {
  const bytes = textOf(input.bytes);
  const reader = new CubeReader({ ...input, bytes });
  if (isUtf16(input.bytes))
    input.warn({
      code: 'lut/utf-16',
      file: input.file,
      message: 'the file is UTF-16 text, which most programs cannot read',
    });
  const row = new Float32Array(3);
  let line = 0;
  for (let at = hasByteOrderMark(bytes) ? 3 : 0; at < bytes.length; ) {
    const end = lineEnd(bytes, at);
    line++;
    if (reader.acceptsRows && readRow(bytes, at, end, row)) reader.take(row, line);
    else reader.read(lineText(bytes, at, end), line);
    at = nextLine(bytes, end);
  }
  return reader.finish(line);
}

/** Strips what old programs write after the end: zeros and Ctrl-Z. */
function textOf(source: Uint8Array): Uint8Array {
  const bytes = utf8Bytes(source);
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === 26)) end--;
  return bytes.subarray(0, end);
}

const hasByteOrderMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Values are ASCII. A title may be anything, so other bytes are kept one by one. Very long lines are cut. */
function lineText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 4096))).trim();
}

class CubeReader {
  readonly #input: CubeInput;
  #size: number | undefined;
  #values = new Float32Array(0);
  #count = 0;
  #shaper: CubeShaper | undefined;
  #shaperCount = 0;
  /** Keywords that declare inputs other than 0 … 1. */
  readonly #domains: { readonly key: string; readonly what: string; readonly line: number }[] = [];
  #tableRange: { readonly low: number; readonly high: number; readonly line: number } | undefined;
  readonly #seen = new Set<string>();

  constructor(input: CubeInput) {
    this.#input = input;
  }

  /** Whether a size was declared, so that rows may follow. */
  get acceptsRows(): boolean {
    return this.#size !== undefined || this.#shaper !== undefined;
  }

  read(text: string, line: number): void {
    if (text === '' || text.startsWith('#')) return;
    const [head = '', ...rest] = text.replace(/\s#.*$/, '').split(/[\s\0]+/);
    if (/^[A-Za-z_]/.test(head) && !NOT_FINITE.test(head)) this.#keyword(head, rest, line);
    else this.take(this.#numbers([head, ...rest], 3, 'the row', line), line);
  }

  #keyword(name: string, words: readonly string[], line: number): void {
    const key = name.toUpperCase();
    if (this.#count + this.#shaperCount > 0)
      this.#refuse(
        'lut/bad-line',
        line,
        `the keyword ${name} comes after the first value`,
        'Move all keywords before the first value.',
      );
    if (key === 'TITLE') return;
    if (key === 'LUT_1D_SIZE') this.#setShaperSize(words, line);
    else if (key === 'LUT_3D_SIZE') this.#setSize(words, line);
    else this.#setDomain(key, name, words, line);
  }

  #setDomain(key: string, name: string, words: readonly string[], line: number): void {
    if (this.#seen.has(key)) this.#refuse('lut/bad-line', line, `${name} is stated twice`, REPEATED_HINT);
    this.#seen.add(key);
    if (key === 'DOMAIN_MIN' || key === 'DOMAIN_MAX') {
      const values = this.#numbers(words, 3, name, line);
      const defaultValue = key === 'DOMAIN_MIN' ? 0 : 1;
      if (values.some((v) => v !== defaultValue))
        this.#domains.push({ key, what: `${name} is ${words.join(' ')}`, line });
    } else if (key === 'LUT_1D_INPUT_RANGE' || key === 'LUT_3D_INPUT_RANGE') {
      const [low = 0, high = 1] = this.#numbers(words, 2, name, line);
      if (!(low < high))
        this.#refuse(
          'lut/bad-line',
          line,
          `${name} is ${words.join(' ')}, which is not a range`,
          'Give the smaller number first.',
        );
      if (key === 'LUT_3D_INPUT_RANGE') this.#tableRange = { low, high, line };
      else if (low !== 0 || high !== 1) this.#domains.push({ key, what: `${name} is ${words.join(' ')}`, line });
    } else this.#warn('lut/unknown-keyword', line, `unknown keyword ${name}`);
  }

  #setSize(words: readonly string[], line: number): void {
    if (this.#size !== undefined) this.#refuse('lut/bad-size', line, 'LUT_3D_SIZE is stated twice', REPEATED_HINT);
    this.#size = this.#wholeNumber('LUT_3D_SIZE', words, MAX_SIZE, line);
    this.#values = new Float32Array(this.#limitRows(this.#size ** 3) * 3);
  }

  #setShaperSize(words: readonly string[], line: number): void {
    if (this.#shaper !== undefined) this.#refuse('lut/bad-size', line, 'LUT_1D_SIZE is stated twice', REPEATED_HINT);
    const size = this.#wholeNumber('LUT_1D_SIZE', words, MAX_SHAPER_SIZE, line);
    this.#shaper = { size, line, values: new Float32Array(this.#limitRows(size) * 3) };
  }

  #wholeNumber(name: string, words: readonly string[], max: number, line: number): number {
    const [text = ''] = words;
    const size = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (words.length !== 1 || size < MIN_SIZE || size > max)
      this.#refuse('lut/bad-size', line, `${name} is "${words.join(' ')}", not a whole number from 2 to ${max}`);
    return size;
  }

  /** A declared size must not allocate memory that the file cannot fill: a row takes at least five bytes. */
  #limitRows(rows: number): number {
    return Math.min(rows, Math.ceil(this.#input.bytes.length / 5));
  }

  take(values: ArrayLike<number>, line: number): void {
    if (this.#count + this.#shaperCount === 0) this.#refuseOneDimensional();
    if (this.#shaper !== undefined && this.#shaperCount < this.#shaper.size) {
      this.#shaper.values.set(values, this.#shaperCount++ * 3);
      return;
    }
    const size = this.#size ?? this.#refuse('lut/bad-size', line, 'values begin before LUT_3D_SIZE is stated');
    const total = size ** 3;
    if (this.#count === total)
      this.#refuse('lut/wrong-count', line, `the table has more than ${plural(total, 'row')}; ${this.#sizes(size)}`);
    this.#values.set(values, this.#count * 3);
    this.#count++;
  }

  #sizes(size: number): string {
    const shaper = this.#shaper === undefined ? '' : ` after the ${this.#shaper.size} rows of the shaper`;
    return `LUT_3D_SIZE ${size} needs ${size ** 3}${shaper}`;
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

  /** All keywords come before the first value, so by then the purpose of a 1D table is known. */
  #refuseOneDimensional(): void {
    if (this.#shaper !== undefined && this.#size === undefined)
      this.#refuse('lut/one-dimensional', this.#shaper.line, 'the file is a 1D LUT');
  }

  finish(lines: number): Lut {
    this.#refuseOneDimensional();
    const size = this.#size ?? this.#refuse('lut/bad-size', lines, 'LUT_3D_SIZE is missing');
    const total = size ** 3;
    if (this.#count !== total)
      this.#refuse('lut/wrong-count', lines, `the table has ${plural(this.#count, 'row')}; ${this.#sizes(size)}`);
    const lut = { size, values: this.#values.subarray(0, total * 3) };
    const { low, high, line } = this.#tableRange ?? { low: 0, high: 1, line: 0 };
    if (this.#shaper !== undefined) return this.#shape(this.#shaper, lut, [low, high]);
    if (low !== 0 || high !== 1)
      this.#domains.push({
        key: 'LUT_3D_INPUT_RANGE',
        what: `LUT_3D_INPUT_RANGE is ${shortestDecimal(low)} ${shortestDecimal(high)}`,
        line,
      });
    this.#warnOfDomains();
    return lut;
  }

  #warnOfDomains(): void {
    for (const { what, line } of this.#domains)
      this.#warn('lut/domain', line, `${what}: values are stored unchanged, so the renderer must scale its input`);
  }

  /** Combines shaper and table into one table that takes the shaper's inputs. */
  #shape(shaper: CubeShaper, table: Lut, range: readonly [number, number]): Lut {
    const ambiguous = this.#domains.find(({ key }) => key.startsWith('DOMAIN'));
    if (ambiguous !== undefined)
      this.#refuse(
        'lut/shaper',
        ambiguous.line,
        `${ambiguous.what}, and it is not clear whether that applies to the shaper or to the table`,
      );
    const { lut, error } = applyShaper(shaper, table, range);
    const off = `${Math.ceil(error * 2550) / 10} steps of an 8-bit channel`;
    if (error > MAX_SHAPER_ERROR)
      this.#refuse(
        'lut/shaper',
        shaper.line,
        `one table of ${lut.size}³ would differ from shaper and table by up to ${off}`,
      );
    this.#warnOfDomains();
    this.#warn(
      'lut/resampled',
      shaper.line,
      `shaper and table are combined into one table of ${lut.size}³, which differs by at most ${off}`,
    );
    return lut;
  }

  #refuse(code: LutCode, line: number, message: string, hint?: string): never {
    const where = { line: Math.max(1, line) };
    throw new AssetError({ code, file: this.#input.file, where, message, ...(hint === undefined ? {} : { hint }) });
  }

  #warn(code: LutCode, line: number, message: string): void {
    this.#input.warn({ code, file: this.#input.file, where: { line }, message });
  }
}
