// A value of the document with its JSON pointer, so that every diagnostic names its position.
// `null` counts as missing: some exporters write it, and every loader accepts it.

import type { DiagnosticCode } from '../../../diagnostics/codes.js';
import { AssetError } from '../../../diagnostics/diagnostic.js';

export class JsonNode {
  readonly file: string;
  readonly value: unknown;
  readonly pointer: string;

  constructor(file: string, value: unknown, pointer: string) {
    this.file = file;
    this.value = value;
    this.pointer = pointer;
  }

  fail(code: DiagnosticCode, message: string, hint?: string): never {
    throw new AssetError({
      code,
      file: this.file,
      where: { pointer: this.pointer },
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  get(key: string): JsonNode | undefined {
    const record = this.#record();
    const value = Object.hasOwn(record, key) ? record[key] : undefined;
    return value === undefined || value === null ? undefined : new JsonNode(this.file, value, this.#child(key));
  }

  require(key: string): JsonNode {
    return this.get(key) ?? this.fail('gltf/bad-json', `"${key}" is missing`);
  }

  keys(): readonly string[] {
    return Object.keys(this.#record());
  }

  get length(): number {
    return this.#array().length;
  }

  at(index: number): JsonNode {
    const value = this.#array()[index];
    if (value === undefined || value === null) this.fail('gltf/bad-json', `element ${index} is missing`);
    return new JsonNode(this.file, value, this.#child(String(index)));
  }

  items(): readonly JsonNode[] {
    return this.#array().map((_, index) => this.at(index));
  }

  integer(min = 0, max = Number.MAX_SAFE_INTEGER): number {
    const { value } = this;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      return this.fail(
        'gltf/bad-json',
        max === Number.MAX_SAFE_INTEGER
          ? `must be an integer of at least ${min}, not ${describeValue(value)}`
          : `must be an integer from ${min} to ${max}, not ${describeValue(value)}`,
      );
    return value;
  }

  number(): number {
    const { value } = this;
    if (typeof value !== 'number') return this.fail('gltf/bad-json', `must be a number, not ${describeValue(value)}`);
    // JSON has no infinity, but 1e999 parses as one.
    if (!Number.isFinite(value) || !Number.isFinite(Math.fround(value)))
      return this.fail(
        'gltf/not-finite',
        'the number is too large for a 32-bit float',
        'Correct the number at this place, or export the file again.',
      );
    return value;
  }

  numbers(count: number): number[] {
    if (this.length !== count) this.fail('gltf/bad-json', `must have ${count} numbers, not ${this.length}`);
    return this.items().map((item) => item.number());
  }

  text(): string {
    const { value } = this;
    if (typeof value !== 'string') return this.fail('gltf/bad-json', `must be text, not ${describeValue(value)}`);
    return value;
  }

  boolean(): boolean {
    const { value } = this;
    if (typeof value !== 'boolean')
      return this.fail('gltf/bad-json', `must be true or false, not ${describeValue(value)}`);
    return value;
  }

  /** A name is only a label: a wrong type is no reason to reject a model. */
  name(): string {
    const name = this.get('name')?.value;
    return typeof name === 'string' ? toWellFormed(name) : '';
  }

  extension(name: string): JsonNode | undefined {
    return this.get('extensions')?.get(name);
  }

  #record(): { readonly [key: string]: unknown } {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.fail('gltf/bad-json', `must be an object, not ${describeValue(value)}`);
    return value as { readonly [key: string]: unknown };
  }

  #array(): readonly unknown[] {
    const { value } = this;
    return Array.isArray(value) ? value : this.fail('gltf/bad-json', `must be an array, not ${describeValue(value)}`);
  }

  #child(key: string): string {
    return `${this.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
}

/** JSON may contain an unpaired surrogate, which UTF-8 cannot encode. Formats store names of up to 65535 bytes. */
export function toWellFormed(name: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(name.slice(0, 16384)));
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
