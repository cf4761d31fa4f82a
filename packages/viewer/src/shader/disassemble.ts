// SPIR-V as text, in the notation of spirv-dis. Unknown instructions are printed as their words.

import { Op, opcodeAt, parseSpirv, wordCountAt } from '@assetc/formats/spirv';
import { ENUMERATIONS, GLSL_INSTRUCTIONS, INSTRUCTIONS } from './generated/spirv-grammar.js';

interface Instruction {
  readonly name: string;
  readonly operands: string;
}

interface Enumeration {
  readonly isBits: boolean;
  readonly values: ReadonlyMap<number, Instruction>;
}

const parse = (lines: readonly string[]): ReadonlyMap<number, Instruction> =>
  new Map(
    lines.map((line) => {
      const [code = '', name = '', operands = ''] = line.split(' ');
      return [Number(code), { name, operands }];
    }),
  );

const instructions = parse(INSTRUCTIONS);
const enumerations: ReadonlyMap<string, Enumeration> = new Map(
  Object.entries(ENUMERATIONS).map(([letter, { isBits, values }]) => [letter, { isBits, values: parse(values) }]),
);

interface Printer {
  readonly words: Uint32Array;
  /** `%12`, or `%frame` if the module names it. */
  readonly idText: (id: number) => string;
  /** Bits, and whether it is a float or a signed integer, by the id of a numeric type or of a value of it. */
  readonly numbers: Map<number, NumberType>;
  readonly glslSets: Set<number>;
}

interface NumberType {
  readonly bits: number;
  readonly kind: 'float' | 'int' | 'uint';
}

/** One line per instruction. `names`: ids by their names in the module. Throws a FormatError if the bytes are not SPIR-V. */
export function disassemble(bytes: Uint8Array, { names = true } = {}): readonly string[] {
  const { words, starts } = parseSpirv(bytes);
  const known = names ? namesOf(words, starts) : new Map<number, string>();
  const printer: Printer = {
    words,
    idText: (id) => `%${known.get(id) ?? id}`,
    numbers: new Map(),
    glslSets: new Set(),
  };
  return [...starts].map((start) => lineOf(printer, start, start + wordCountAt(words, start)));
}

/** Different ids have different names. */
function namesOf(words: Uint32Array, starts: Iterable<number>): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const start of starts) {
    if (opcodeAt(words, start) !== Op.Name) continue;
    const id = words[start + 1] ?? 0;
    const plain = readLiteral(words, start + 2, start + wordCountAt(words, start)).text.replace(/[^\w]/g, '_');
    if (plain === '') continue;
    const name = taken.has(plain) || /^\d/.test(plain) ? `${plain}_${id}` : plain;
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

function lineOf(printer: Printer, start: number, end: number): string {
  const { words } = printer;
  const opcode = opcodeAt(words, start);
  const known = instructions.get(opcode);
  if (known === undefined) return [`Op${opcode}`, ...words.subarray(start + 1, end)].join(' ');
  const operands = new Operands(printer, start + 1, end);
  operands.read(known.operands);
  const { result, type } = operands;
  if (opcode === Op.TypeInt)
    printer.numbers.set(result, { bits: words[start + 2] ?? 32, kind: words[start + 3] === 1 ? 'int' : 'uint' });
  else if (opcode === Op.TypeFloat) printer.numbers.set(result, { bits: words[start + 2] ?? 32, kind: 'float' });
  else {
    // A value's type decides how the cases of a switch are printed.
    const of = printer.numbers.get(type);
    if (of !== undefined && result !== 0) printer.numbers.set(result, of);
  }
  if (opcode === Op.ExtInstImport && operands.texts.includes('"GLSL.std.450"')) printer.glslSets.add(result);
  const text = [`Op${known.name}`, ...operands.texts].join(' ');
  return result === 0 ? text : `${printer.idText(result)} = ${text}`;
}

/** The operands of one instruction, read from left to right. */
class Operands {
  readonly texts: string[] = [];
  result = 0;
  type = 0;
  readonly #printer: Printer;
  readonly #end: number;
  readonly #first: number;
  #at: number;
  #isGlsl = false;

  constructor(printer: Printer, at: number, end: number) {
    this.#printer = printer;
    this.#at = at;
    this.#end = end;
    this.#first = at;
  }

  read(signature: string): void {
    for (const [, letter = '', many] of signature.matchAll(/(\w)([?*]?)/g)) {
      if (many === '*') while (this.#at < this.#end) this.#one(letter);
      else if (this.#at < this.#end) this.#one(letter);
    }
  }

  #word(): number {
    return this.#printer.words[this.#at++] ?? 0;
  }

  #id(): void {
    const id = this.#word();
    if (this.#printer.glslSets.has(id)) this.#isGlsl = true;
    this.texts.push(this.#printer.idText(id));
  }

  #one(letter: string): void {
    if (letter === 'r') this.result = this.#word();
    else if (letter === 't') {
      this.type = this.#printer.words[this.#at] ?? 0;
      this.#id();
    } else if (letter === 'i') this.#id();
    else if (letter === 'n') this.texts.push(String(this.#word()));
    else if (letter === 's') this.#text();
    else if (letter === 'c') this.#number(this.#printer.numbers.get(this.type));
    else if (letter === 'x') this.#extended();
    else if (letter === 'o') this.#operation();
    else if (letter === 'p') {
      this.#id();
      this.#id();
    } else if (letter === 'q') {
      this.#number(this.#selector());
      this.#id();
    } else if (letter === 'u') {
      this.#id();
      this.texts.push(String(this.#word()));
    } else this.#enumerant(enumerations.get(letter));
  }

  #text(): void {
    const { text, next } = readLiteral(this.#printer.words, this.#at, this.#end);
    this.#at = next;
    this.texts.push(`"${text.replace(/["\\]/g, '\\$&')}"`);
  }

  #extended(): void {
    const code = this.#word();
    this.texts.push((this.#isGlsl ? GLSL_INSTRUCTIONS.get(code) : undefined) ?? String(code));
  }

  /** An instruction within an instruction: `OpSpecConstantOp %uint IAdd %a %b`. */
  #operation(): void {
    const code = this.#word();
    const inner = instructions.get(code);
    this.texts.push(inner?.name ?? String(code));
    this.read(inner?.operands.replace(/^tr/, '') ?? 'i*');
  }

  /** The type of what a switch chooses by: its first operand. */
  #selector(): NumberType | undefined {
    const { words, numbers } = this.#printer;
    return numbers.get(words[this.#first] ?? 0);
  }

  #number(type: NumberType = { bits: 32, kind: 'uint' }): void {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setUint32(0, this.#word(), true);
    if (type.bits > 32) bits.setUint32(4, this.#word(), true);
    this.texts.push(numberText(bits, type));
  }

  #enumerant(enumeration: Enumeration | undefined): void {
    const value = this.#word();
    if (enumeration === undefined) {
      this.texts.push(String(value));
      return;
    }
    const found = enumeration.isBits ? bitsOf(value, enumeration) : [enumeration.values.get(value)];
    this.texts.push(found.map((each) => each?.name ?? String(value)).join('|'));
    for (const each of found) this.read(each?.operands ?? '');
  }
}

function bitsOf(value: number, { values }: Enumeration): readonly (Instruction | undefined)[] {
  if (value === 0) return [values.get(0)];
  return Array.from({ length: 32 }, (_, bit) => 2 ** bit)
    .filter((bit) => (value & bit) !== 0)
    .map((bit) => values.get(bit));
}

function numberText(view: DataView, { bits, kind }: NumberType): string {
  if (kind === 'float') {
    // As many digits as tell all values of the width apart.
    if (bits === 64) return general(view.getFloat64(0, true), 17);
    return bits === 32 ? general(view.getFloat32(0, true), 9) : `0x${view.getUint16(0, true).toString(16)}`;
  }
  if (bits > 32) return String(kind === 'int' ? view.getBigInt64(0, true) : view.getBigUint64(0, true));
  return String(kind === 'int' ? view.getInt32(0, true) : view.getUint32(0, true));
}

/** As `%g` of C. */
function general(value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (!Number.isFinite(value)) return String(value);
  if (power >= -4 && power < digits) return trimmed(value.toFixed(Math.max(0, digits - 1 - power)));
  return `${trimmed(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** UTF-8 up to a zero byte. */
function readLiteral(words: Uint32Array, at: number, end: number): { readonly text: string; readonly next: number } {
  const bytes: number[] = [];
  for (let word = at; word < end; word++)
    for (let shift = 0; shift < 32; shift += 8) {
      const byte = ((words[word] ?? 0) >>> shift) & 255;
      if (byte === 0) return { text: new TextDecoder().decode(Uint8Array.from(bytes)), next: word + 1 };
      bytes.push(byte);
    }
  return { text: new TextDecoder().decode(Uint8Array.from(bytes)), next: end };
}
