// Reads a SPIR-V module's word stream: header, then instructions that exactly fill the rest. Nothing is trusted before it is checked;
// throws FormatError for other bytes.

import { FormatError } from '../core/format-error.js';
import { Op, stageOfModel } from './opcodes.js';

const MAGIC = 0x07230203;
const HEADER_WORDS = 5;
/** The limit that every implementation must support; a larger bound is a mistake, and must not size an allocation. */
const MAX_BOUND = 0x3fffff;

/** A module as a stream of instructions. */
export interface SpirvModule {
  /** The whole file, header included, in this machine's order. */
  readonly words: Uint32Array;
  /** `1.5`. */
  readonly version: string;
  /** Every id is below it. */
  readonly bound: number;
  /** The start of each instruction, in words. */
  readonly starts: Uint32Array;
}

/** An entry point: a function, its stage, and its interface variables. */
export interface SpirvEntryPoint {
  readonly name: string;
  /** `vertex`, `fragment`, `compute`, `mesh`, … */
  readonly stage: string;
  readonly model: number;
  readonly functionId: number;
  readonly interfaceIds: readonly number[];
  /** The index of its instruction in `starts`. */
  readonly instruction: number;
}

/** The number of the instruction that begins at this word. */
export const opcodeAt = (words: Uint32Array, start: number): number => (words[start] ?? 0) & 0xffff;
/** The number of words of that instruction. */
export const wordCountAt = (words: Uint32Array, start: number): number => (words[start] ?? 0) >>> 16;

/**
 * Splits a module into instructions. Throws FormatError for other bytes.
 *
 * @example
 * const [entry] = entryPointsOf(parseSpirv(bytes));
 */
export function parseSpirv(bytes: Uint8Array): SpirvModule {
  if (bytes.length < HEADER_WORDS * 4 || bytes.length % 4 !== 0)
    throw new FormatError('truncated', bytes.length, 'a SPIR-V module is a header of 20 bytes and whole words');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0, true);
  if (magic !== MAGIC) throw new FormatError('bad-magic', 0, `no SPIR-V: the first word is 0x${magic.toString(16)}`);
  const words = new Uint32Array(bytes.length / 4);
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(i * 4, true);
  const [, version = 0, , bound = 0, schema = 0] = words;
  if (version >>> 16 !== 1 || (version & 0xff) !== 0 || version >>> 8 > 0x106 || version >>> 8 < 0x100)
    throw new FormatError('bad-version', 4, `SPIR-V version word 0x${version.toString(16)} is none of 1.0 to 1.6`);
  if (bound === 0 || bound > MAX_BOUND) throw new FormatError('bad-range', 12, `an id bound of ${bound}`);
  if (schema !== 0) throw new FormatError('bad-value', 16, 'the schema word is not 0');
  const starts: number[] = [];
  for (let at = HEADER_WORDS; at < words.length; ) {
    const count = wordCountAt(words, at);
    if (count === 0) throw new FormatError('bad-value', at * 4, 'an instruction of no words');
    if (at + count > words.length) throw new FormatError('truncated', at * 4, 'an instruction that runs past the end');
    starts.push(at);
    at += count;
  }
  return { words, version: `1.${(version >>> 8) & 0xff}`, bound, starts: Uint32Array.from(starts) };
}

/** A literal string of an instruction, and the word after it. */
export function readLiteral(words: Uint32Array, at: number, end: number): { text: string; next: number } {
  const bytes: number[] = [];
  for (let word = at; word < end; word++) {
    for (let shift = 0; shift < 32; shift += 8) {
      const byte = ((words[word] ?? 0) >>> shift) & 0xff;
      if (byte === 0) return { text: new TextDecoder().decode(Uint8Array.from(bytes)), next: word + 1 };
      bytes.push(byte);
    }
  }
  throw new FormatError('bad-text', at * 4, 'a string without its end');
}

/** The entry points in the order of the file. Throws FormatError for an unknown execution model. */
export function entryPointsOf(module: SpirvModule): readonly SpirvEntryPoint[] {
  const { words, starts } = module;
  const found: SpirvEntryPoint[] = [];
  for (const [instruction, start] of starts.entries()) {
    if (opcodeAt(words, start) !== Op.EntryPoint) continue;
    const end = start + wordCountAt(words, start);
    if (end - start < 4) throw new FormatError('truncated', start * 4, 'an entry point without a name');
    const [model = 0, functionId = 0] = words.subarray(start + 1);
    const { text, next } = readLiteral(words, start + 3, end);
    const stage = stageOfModel(model);
    if (stage === undefined) throw new FormatError('bad-value', start * 4 + 4, `no stage has the number ${model}`);
    found.push({ name: text, stage, model, functionId, interfaceIds: [...words.subarray(next, end)], instruction });
  }
  return found;
}
