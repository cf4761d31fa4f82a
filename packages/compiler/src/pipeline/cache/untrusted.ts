// Checks values from files that anyone may have written: each function returns the value with its type, or throws Damaged. Counts are
// limited by the size of the file; nesting has a separate limit.

import { pathProblem, relativePathProblem } from '@assetc/formats';
import type { Json } from '../../model/text/json.js';

export class Damaged extends Error {
  constructor(wanted: string) {
    super(`damaged: ${wanted} was expected`);
    this.name = 'Damaged';
  }
}

/** Params and settings are a few levels deep; a text of brackets must not exhaust the stack of code that walks it later. */
const MAX_DEPTH = 64;

const DIGEST = /^[0-9a-f]{64}$/;

/** More than any asset has of anything; see shortList. */
const MAX_ITEMS = 1 << 16;

export type Fields = { readonly [key: string]: unknown };

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Damaged('a text');
  return value;
}

/** A size, an index or a count. */
export function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Damaged('a count');
  return value;
}

export function index(value: unknown, end: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= end)
    throw new Damaged(`an index below ${end}`);
  return value;
}

/** JSON has no other numbers than finite ones, but 1e999 reads as Infinity. */
export function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Damaged('a number');
  return value;
}

/** SHA-256 in lowercase hex. */
export function digest(value: unknown): string {
  if (typeof value !== 'string' || value.length !== 64 || !DIGEST.test(value)) throw new Damaged('a digest');
  return value;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Damaged('a list');
  return value;
}

/** A list that belongs to one asset. */
export function shortList(value: unknown): readonly unknown[] {
  const items = list(value);
  if (items.length > MAX_ITEMS) throw new Damaged(`at most ${MAX_ITEMS} items`);
  return items;
}

export function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Damaged('an object');
  return value as Fields;
}

export function optional<T>(value: unknown, check: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : check(value);
}

/** A path below the input. It is only read. */
export function inputPath(value: unknown): string {
  const path = text(value);
  if (relativePathProblem(path) !== undefined) throw new Damaged('a path inside the input');
  return path;
}

/** A path below the output: it may be replaced or deleted. */
export function outputPath(value: unknown): string {
  const path = text(value);
  if (pathProblem(path) !== undefined) throw new Damaged('a path inside the output');
  return path;
}

/** An output's suffix. It never leaves the folder, with any base. */
export function suffixText(value: unknown): string {
  const suffix = text(value);
  if (relativePathProblem(`base${suffix}`) !== undefined) throw new Damaged('the end of a path');
  return suffix;
}

/** Text to be displayed: control characters except line ends and tabs are escaped. */
export function shownText(value: string): string {
  return value.replaceAll(/[^\P{Cc}\n\t]/gu, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Of a value that JSON.parse returned. */
export function json(value: unknown, depth = 0): asserts value is Json | undefined {
  if (depth > MAX_DEPTH) throw new Damaged(`JSON of at most ${MAX_DEPTH} levels`);
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw new Damaged('JSON that becomes nothing else');
  for (const part of Array.isArray(value) ? value : Object.values(value)) json(part, depth + 1);
}
