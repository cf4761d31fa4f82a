// Generates packages/formats/c/assetc.h. Structs that C may cast to become types with asserted sizes and offsets; the others become
// offset constants and readers that copy. The text that is not generated is in assetc.h.in.

import { readFileSync } from 'node:fs';
import type { ConstantSpec, FormatSpec } from '../../../packages/formats/src/core/format-spec.js';
import type { LaidField, Layout } from '../../../packages/formats/src/core/struct.js';
import { formatSpecs } from '../../../packages/formats/src/layouts/format-specs.js';
import { galiSpec } from '../../../packages/other-runtimes/src/galileo/spec.js';
import { vkguideSpec } from '../../../packages/other-runtimes/src/vkguide/spec.js';
import { hexOrDecimal } from '../format-pages.js';
import type { GeneratedFile } from '../generated-files.js';
import { readerOf, snake } from './c-names.js';
import { type CPart, otherCParts, ownCParts } from './c-parts.js';
import { inspector, inspectorName } from './c-rules.js';
import { cTables } from './c-tables.js';

const otherSpecs: readonly FormatSpec[] = [vkguideSpec, galiSpec];

/** Some tools that read headers do not support Unicode. */
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

export function comment(text: string): string {
  const plain = text.replaceAll(/[−–·×≥≤→…’`]/g, (ch) => ASCII[ch] ?? ch);
  if (!/^[ -~]*$/.test(plain) || plain.includes('*/')) throw new Error(`cannot be a C comment: ${text}`);
  return plain;
}

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

/** `p` points at the first byte of the struct, unaligned; the caller has checked that the struct is inside the file. */
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
  const reader = readerOf(type.c);
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

/** Writes the checks of a struct only if a part uses them: compilers warn about unused functions. */
function inspectors(specs: readonly FormatSpec[], parts: readonly CPart[]): string {
  const code = parts.map(({ implementation }) => implementation).join('\n');
  const layouts = specs.flatMap(({ layouts }) => layouts);
  const byName = new Map(layouts.map((layout) => [layout.name, layout]));
  const asked = [...byName.values()].filter((layout) => new RegExp(`\\b${inspectorName(layout)}\\b`).test(code));
  return asked.map((layout) => inspector(layout).join('\n')).join('\n\n');
}

interface Sections {
  readonly formats: string;
  readonly declarations: string;
  readonly implementations: string;
}

/** The first part has no structs to check. The functions that check structs follow it. */
function sectionsOf(specs: readonly FormatSpec[], parts: readonly CPart[]): Sections {
  const [first, ...rest] = parts;
  if (first === undefined) throw new Error('assetc.h has no parts');
  const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');
  return {
    formats: joined(specs.map(section)),
    declarations: joined(parts.map(({ declarations }) => declarations)),
    implementations: joined([
      first.implementation,
      inspectors(specs, rest),
      ...rest.map(({ implementation }) => implementation),
    ]),
  };
}

/** Replaces each marker of assetc.h.in. */
function replacements(): Readonly<Record<string, string>> {
  const own = sectionsOf(formatSpecs, ownCParts());
  const other = sectionsOf(otherSpecs, otherCParts());
  const both = (key: keyof Sections): string =>
    [own[key], '#ifdef ASSETC_OTHER_RUNTIMES', other[key], '#endif /* ASSETC_OTHER_RUNTIMES */'].join('\n\n');
  return {
    '/* @formats@ */': both('formats'),
    '/* @declarations@ */': both('declarations'),
    '/* @implementations@ */': both('implementations'),
  };
}

export function cHeader(): GeneratedFile {
  let text = readFileSync('scripts/generate/c-header/assetc.h.in', 'utf8');
  for (const [marker, replacement] of Object.entries({ ...replacements(), ...cTables() })) {
    if (!text.includes(marker)) throw new Error(`assetc.h lacks ${marker}`);
    text = text.replace(marker, () => replacement);
  }
  return { path: 'packages/formats/c/assetc.h', text };
}
