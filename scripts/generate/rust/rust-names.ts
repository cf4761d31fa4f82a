// Spells names and types of the declarations in Rust.

import { snake } from '../c-header/c-names.js';

const TYPES: Readonly<Record<string, string>> = {
  uint8_t: 'u8',
  uint16_t: 'u16',
  int16_t: 'i16',
  uint32_t: 'u32',
  int32_t: 'i32',
  uint64_t: 'u64',
  float: 'f32',
};

const KEYWORDS: ReadonlySet<string> = new Set(['type', 'loop', 'ref', 'match', 'move', 'mod', 'use', 'where', 'in']);

/** The type of one element. */
export function rustType(c: string): string {
  const type = TYPES[c];
  if (type === undefined) throw new Error(`no type of Rust for ${c}`);
  return type;
}

/** The name of a field. */
export const rustField = (name: string): string => {
  const spelled = snake(name);
  return KEYWORDS.has(spelled) ? `r#${spelled}` : spelled;
};

export const hex32 = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(8, '0')}`;

/** rustdoc reads brackets as links. */
export const rustDoc = (text: string, indent = ''): string =>
  `${indent}/// ${text.replaceAll(/[[\]<>]/g, (ch) => `\\${ch}`)}`;
