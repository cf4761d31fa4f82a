// A parsed FBX file: a tree of nodes, each with values. Nothing here knows what a node means.

import type { Place } from '../../../diagnostics/diagnostic.js';

/**
 * 64-bit integers are rounded to doubles above 2^53: only times and flags are stored as such arrays.
 * Arrays of text files are Float64Array, since the text does not state a type.
 */
export type FbxArray = Float64Array | Float32Array | Int32Array | Uint8Array;

/**
 * A number (every integer up to 2^53 in size, and every real), a bigint (only a larger 64-bit integer: equal integers always have the
 * same type), a boolean (binary only: text writes 1), text, or an array. A single character of a binary file is text ("C"), unless it
 * is 0 or 1. Raw bytes are Uint8Array: in a binary file a view of the file's bytes.
 * Text of a binary file keeps its `\0\x01` separators ("Cube\0\x01Model"); a word without quotes in a text file is a string.
 */
export type FbxValue = number | bigint | boolean | string | FbxArray;

export interface FbxNode {
  readonly name: string;
  /** For diagnostics: the offset of its record in a binary file, its line in a text file. */
  readonly place: Place;
  /** The bytes of the file that it covers. */
  readonly start: number;
  readonly end: number;
  /** `Vertices: *3 { a: 1,2,3 }` is one array. A list of many numbers may be one array, too: read lists by `numbersOf`. */
  readonly values: readonly FbxValue[];
  /** Whether a value is a word without quotes; in text files only. */
  readonly hasWords?: boolean;
  readonly children: readonly FbxNode[];
}

export interface FbxFile {
  /** 7400 for 7.4. */
  readonly version: number;
  readonly isText: boolean;
  readonly isBigEndian: boolean;
  readonly nodes: readonly FbxNode[];
}

/** The first child of this name. */
export function childOf(node: Pick<FbxNode, 'children'> | undefined, name: string): FbxNode | undefined {
  return node?.children.find((child) => child.name === name);
}

export const childrenOf = (node: Pick<FbxNode, 'children'> | undefined, name: string): readonly FbxNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

const NO_NUMBERS = new Float64Array(0);

/** All numbers of a node, whether it has one array or a list of values. Values that are no numbers are left out. */
export function numbersOf(node: FbxNode | undefined): FbxArray {
  const [first] = node?.values ?? [];
  if (node === undefined || first === undefined) return NO_NUMBERS;
  if (typeof first === 'object') return first;
  return Float64Array.from(node.values.flatMap((value) => numberIn(value) ?? []));
}

/** A scalar as a number; undefined if it is none. */
export function numberIn(value: FbxValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  return undefined;
}

/** The first value of a child as a number or text; undefined if there is none of that type. */
export const numberOf = (node: FbxNode | undefined, name: string): number | undefined =>
  numberIn(childOf(node, name)?.values[0]);

export function textOf(node: FbxNode | undefined, name: string): string | undefined {
  const value = childOf(node, name)?.values[0];
  return typeof value === 'string' ? value : undefined;
}
