// Checks the values that hooks set, because JavaScript does not.

import { KindMistake } from '../../model/kind/kind-mistake.js';

const mistake = (message: string): KindMistake => new KindMistake('bad-call', message);

const shortly = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

function number(name: string, value: unknown): number {
  // Numbers are written with 32 bits.
  if (typeof value === 'number' && Number.isFinite(Math.fround(value))) return value;
  throw mistake(`${name} must be a finite number, not ${shortly(value)}`);
}

function numbers(name: string, value: unknown, count: number): readonly number[] {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  const list: readonly unknown[] = isList ? Array.from(value as ArrayLike<unknown>) : [];
  if (list.length !== count) throw mistake(`${name} must be ${count} numbers, not ${shortly(value)}`);
  return list.map((each) => number(name, each));
}

export const checked = {
  mistake,
  number,
  numbers,
  name(value: unknown): string {
    if (typeof value === 'string') return value;
    throw mistake(`a name must be text, not ${shortly(value)}`);
  },
  boolean(name: string, value: unknown): boolean {
    if (typeof value === 'boolean') return value;
    throw mistake(`${name} must be true or false, not ${shortly(value)}`);
  },
  choice<T extends string>(name: string, value: T, known: readonly T[]): T {
    if (known.includes(value)) return value;
    throw mistake(`${name} must be ${known.join(', ')}, not ${shortly(value)}`);
  },
  triple(name: string, value: unknown): [number, number, number] {
    const [a = 0, b = 0, c = 0] = numbers(name, value, 3);
    return [a, b, c];
  },
  quadruple(name: string, value: unknown): [number, number, number, number] {
    const [a = 0, b = 0, c = 0, d = 0] = numbers(name, value, 4);
    return [a, b, c, d];
  },
  finite(name: string, values: Float32Array): Float32Array {
    const at = values.findIndex((value) => !Number.isFinite(value));
    if (at < 0) return values;
    throw mistake(`${name}[${at}] must be a finite number, not ${values[at]}`);
  },
  json(value: unknown): string {
    let text: string | undefined;
    try {
      text = JSON.stringify(value);
    } catch {
      // Reported below: it is cyclic, or contains a value that JSON cannot represent.
    }
    if (text === undefined) throw mistake('extras must be JSON');
    return text;
  },
};
