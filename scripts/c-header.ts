// packages/formats/c/assetc.h from the declarations. Structs that C may cast to become types with their sizes and offsets
// asserted; the others become offset constants and readers that copy. What is not generated stands in assetc.h.in.

import { readFileSync } from 'node:fs';
import type { ConstantSpec, FormatSpec } from '../packages/formats/src/core/format-spec.js';
import type { LaidField, Layout } from '../packages/formats/src/core/struct.js';
import { formatSpecs } from '../packages/formats/src/layouts/format-specs.js';
import { hexOrDecimal } from './format-pages.js';
import type { GeneratedFile } from './generated-files.js';

/** Headers are read by tools that know no Unicode. */
const ASCII: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '·': '*',
  '×': 'x',
  '≥': '>=',
  '≤': '<=',
  '→': '->',
  '…': '...',
  '’': "'",
  '`': '',
};

function comment(text: string): string {
  const plain = text.replaceAll(/[−–·×≥≤→…’`]/g, (ch) => ASCII[ch] ?? ch);
  if (!/^[ -~]*$/.test(plain) || plain.includes('*/')) throw new Error(`cannot be a C comment: ${text}`);
  return plain;
}

const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const readerOf: Readonly<Record<string, string>> = {
  uint8_t: 'u8',
  uint16_t: 'u16',
  int16_t: 'i16',
  uint32_t: 'u32',
  int32_t: 'i32',
  uint64_t: 'u64',
  float: 'f32',
};

export function castableStruct({ name, size, doc, fields }: Layout): readonly string[] {
  const type = `Assetc${name}`;
  return [
    `/* ${comment(doc)} */`,
    `typedef struct ${type} {`,
    ...fields.map(
      ({ name: key, field: { type: t, doc: meaning } }) =>
        `  ${t.c} ${key}${t.count > 1 ? `[${t.count}]` : ''}; /* ${comment(meaning)} */`,
    ),
    `} ${type};`,
    `ASSETC_ASSERT(sizeof_${type}, sizeof(${type}) == ${size});`,
    ...fields.map(({ name: key, offset }) => `ASSETC_ASSERT(${type}_${key}, offsetof(${type}, ${key}) == ${offset});`),
  ];
}

/** `p` points at the first byte of the struct, anywhere in memory; the caller has checked that it lies in the file. */
export function copiedStruct({ name, size, doc, fields }: Layout): readonly string[] {
  const prefix = `ASSETC_${snake(name).toUpperCase()}`;
  return [
    `/* ${comment(doc)} Not aligned as a C struct would be: read it field by field. */`,
    `#define ${prefix}_SIZE ${size}u`,
    ...fields.flatMap((laid) => [
      `#define ${prefix}_${snake(laid.name).toUpperCase()}_OFFSET ${laid.offset}u /* ${comment(laid.field.doc)} */`,
    ]),
    ...fields.map((laid) => fieldReader(name, prefix, laid)),
  ];
}

function fieldReader(structName: string, prefix: string, { name, field: { type } }: LaidField): string {
  const reader = readerOf[type.c];
  if (reader === undefined) throw new Error(`${structName}.${name}: no reader for ${type.c}`);
  const at = `(const unsigned char *)p + ${prefix}_${snake(name).toUpperCase()}_OFFSET`;
  const fn = `assetc_${snake(structName)}_${snake(name)}`;
  return type.count > 1
    ? `static inline ${type.c} ${fn}(const void *p, size_t i) { return assetc_read_${reader}(${at} + i * ${type.size / type.count}u); }`
    : `static inline ${type.c} ${fn}(const void *p) { return assetc_read_${reader}(${at}); }`;
}

function constant({ name, value, doc }: ConstantSpec, prefix: string): string {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new Error(`${prefix}_${name} is ${value}`);
  return `#define ASSETC_${prefix}_${name} UINT32_C(${hexOrDecimal(value)}) /* ${comment(doc)} */`;
}

function section({ prefix, doc, constants, layouts, unaligned = [] }: FormatSpec): string {
  const parts = [
    [`/* ---- ${comment(doc)} ---- */`],
    constants.map((each) => constant(each, prefix)),
    ...layouts.map((layout) =>
      layout.castable && !unaligned.includes(layout.name) ? castableStruct(layout) : copiedStruct(layout),
    ),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const MARKER = '/* @formats@ */';

export function cHeader(): GeneratedFile {
  const template = readFileSync('scripts/assetc.h.in', 'utf8');
  if (!template.includes(MARKER)) throw new Error(`assetc.h.in lacks ${MARKER}`);
  return {
    path: 'packages/formats/c/assetc.h',
    text: template.replace(MARKER, () => formatSpecs.map(section).join('\n\n')),
  };
}
