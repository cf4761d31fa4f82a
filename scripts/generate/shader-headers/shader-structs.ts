// Layouts as structs of 32-bit members, whose offsets and stride are those of the file in a storage buffer of every language. Narrower
// fields share words. Functions read them, and vectors.

import type { LaidField, Layout } from '../../../packages/formats/src/core/struct.js';
import { comment } from '../c-header/c-header.js';
import { snake } from '../c-header/c-names.js';
import { constantIn, declaration, type ShaderDialect, translate } from './translate.js';

const WORD_TYPES: { readonly [c: string]: string } = { float: 'f32', uint32_t: 'u32', int32_t: 'i32' };

interface Member {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

const sizeOfElement = ({ field: { type } }: LaidField): number => type.size / type.count;
const isWordArray = ({ field: { type } }: LaidField): boolean => type.c in WORD_TYPES;
const arrayOf = (type: string, count: number): string => (count === 1 ? type : `array<${type}, ${count}>`);
const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

function membersOf({ name, fields }: Layout): readonly Member[] {
  const members: Member[] = [];
  let shared: { readonly at: number; end: number; docs: string[] } | undefined;
  for (const laid of fields) {
    const { type, doc } = laid.field;
    if (laid.offset % 4 === 0 && type.size % 4 === 0) {
      const element = WORD_TYPES[type.c] ?? 'u32';
      members.push({ name: laid.name, type: arrayOf(element, type.size / 4), doc: comment(doc) });
      continue;
    }
    if (shared === undefined || laid.offset >= shared.at + 4) shared = { at: laid.offset, end: laid.offset, docs: [] };
    if (laid.offset !== shared.end) throw new Error(`${name}.${laid.name} crosses a word`);
    shared.end += type.size;
    shared.docs.push(laid.name);
    if (shared.end === shared.at + 4)
      members.push({
        name: `word${shared.at / 4}`,
        type: 'u32',
        doc: `${shared.docs.join(', ')}: see the functions below.`,
      });
  }
  return members;
}

/** WGSL functions that read narrow fields, vectors and matrices of a struct. */
function accessors(layout: Layout): readonly string[] {
  const type = `Assetc${layout.name}`;
  return layout.fields.flatMap((laid) => {
    const { offset, name, field } = laid;
    const { count } = field.type;
    const at = (i: number): string => `row.${name}[${i}]`;
    const fn = `fn assetc${layout.name}${capital(name)}(row: ${type})`;
    if (field.type.c === 'float' && count >= 2 && count <= 4)
      return [
        `${fn} -> vec${count}f {\n  return vec${count}f(${Array.from({ length: count }, (_, i) => at(i)).join(', ')});\n}`,
      ];
    if (isWordArray(laid) || count !== 1 || sizeOfElement(laid) >= 4) return [];
    const mask = sizeOfElement(laid) === 1 ? '0xffu' : '0xffffu';
    return [`${fn} -> u32 {\n  return (row.word${Math.floor(offset / 4)} >> ${(offset % 4) * 8}u) & ${mask};\n}`];
  });
}

export function structIn(dialect: ShaderDialect, layout: Layout): string {
  const end = dialect === 'wgsl' ? ',' : ';';
  const lines = membersOf(layout).map(({ name, type, doc }) => `  ${declaration(dialect, name, type)}${end} // ${doc}`);
  const functions = accessors(layout).map((text) => translate(dialect, text));
  return [
    `// ${comment(layout.doc)} ${layout.size} bytes.`,
    constantIn(dialect, `ASSETC_${snake(layout.name).toUpperCase()}_SIZE`, `${layout.size}u`),
    `struct Assetc${layout.name} {`,
    ...lines,
    dialect === 'wgsl' ? '}' : '};',
    ...functions,
    '',
  ].join('\n');
}
