// Reads JSON metadata by type. A key that is missing or has another type is a problem, with the key and its offset.

import type { Problems } from '@assetc/formats';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class JsonFields {
  readonly #object: JsonObject;
  readonly #problems: Problems;
  readonly #offsetOf: (key: string) => number;
  readonly #label: string;

  constructor(object: JsonObject, problems: Problems, offsetOf: (key: string) => number, label = 'json') {
    this.#object = object;
    this.#problems = problems;
    this.#offsetOf = offsetOf;
    this.#label = label;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#object, key);
  }

  /** Reports a problem at a key. */
  wrong(key: string, wanted: string): undefined {
    this.#problems.add('bad-value', this.#offsetOf(key), `${this.#label}.${key}`, `must be ${wanted}`);
    return undefined;
  }

  #get(key: string): Json | undefined {
    if (this.has(key)) return this.#object[key];
    this.#problems.add('missing', this.#offsetOf(key), `${this.#label}.${key}`, 'is missing');
    return undefined;
  }

  string(key: string): string | undefined {
    const value = this.#get(key);
    if (value === undefined || typeof value === 'string') return value;
    return this.wrong(key, 'a string');
  }

  /** A whole number of at least `min`. */
  count(key: string, min = 0): number | undefined {
    const value = this.#get(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
    return this.wrong(key, `a whole number of at least ${min}`);
  }

  oneOf<T extends string>(key: string, values: readonly T[]): T | undefined {
    const value = this.string(key);
    if (value === undefined) return undefined;
    return values.find((known) => known === value) ?? this.wrong(key, values.map((v) => `"${v}"`).join(' or '));
  }

  numbers(key: string, length: number): readonly number[] | undefined {
    const value = this.list(key);
    if (value === undefined) return undefined;
    const numbers = value.filter((item) => typeof item === 'number' && Number.isFinite(item)) as readonly number[];
    if (value.length === length && numbers.length === length) return numbers;
    return this.wrong(key, `${length} numbers`);
  }

  list(key: string): readonly Json[] | undefined {
    const value = this.#get(key);
    if (value === undefined) return undefined;
    return Array.isArray(value) ? (value as readonly Json[]) : this.wrong(key, 'an array');
  }

  /** An object whose values are all strings. */
  strings(key: string): ReadonlyMap<string, string> | undefined {
    const value = this.#get(key);
    if (value === undefined) return undefined;
    if (!isJsonObject(value)) return this.wrong(key, 'an object');
    const out = new Map<string, string>();
    for (const [name, item] of Object.entries(value)) {
      if (typeof item !== 'string') return this.wrong(key, `an object of strings; "${name}" is not`);
      out.set(name, item);
    }
    return out;
  }

  /** The fields of an object inside this one; problems use the longer label. */
  inside(value: Json, key: string, label: string): JsonFields | undefined {
    if (!isJsonObject(value)) {
      this.#problems.add('bad-value', this.#offsetOf(key), `${this.#label}.${label}`, 'must be an object');
      return undefined;
    }
    return new JsonFields(value, this.#problems, () => this.#offsetOf(key), `${this.#label}.${label}`);
  }
}
