// Structs of shaders for C99 and C++: every field at the offset of the shader, asserted when the header is compiled.

import { C_TYPES, type OpenArray, type StructField } from '@assetc/formats/spirv';
import { commentText, memberName } from '../identifiers.js';
import type { NamedStruct } from '../layout/shader-structs.js';
import { C_WORDS } from './c-words.js';

/** `Camera` → `AssetCamera` */
export const cTypeName = (typeName: string): string => `Asset${typeName}`;

/** `AssetLight`, `float[4][4]` */
export const cElement = (
  { element, dimensions }: Pick<OpenArray, 'element' | 'dimensions'>,
  nameOf: NamedStruct['nameOf'],
): string =>
  `${'struct' in element ? cTypeName(nameOf(element.struct)) : C_TYPES[element.scalar]}${dimensions.map((size) => `[${size}]`).join('')}`;

export function writeCStruct({ struct, typeName, nameOf, usedBy }: NamedStruct): string {
  const name = cTypeName(typeName);
  const elementType = (element: StructField['element']): string =>
    'struct' in element ? cTypeName(nameOf(element.struct)) : C_TYPES[element.scalar];
  const lines = [`// ${commentText(usedBy.join(', '))}`];
  if (struct.fields.length > 0) {
    const { declarations, asserts } = fieldLines(name, struct, elementType);
    lines.push(`typedef struct ${name} {`, ...declarations, `} ${name};`, ...asserts);
  }
  if (struct.openArray !== undefined) lines.push(...openArrayLines(typeName, struct.openArray, elementType));
  return `${lines.join('\n')}\n`;
}

type ElementType = (element: StructField['element']) => string;

function fieldLines(name: string, { fields, sizeBytes }: NamedStruct['struct'], elementType: ElementType) {
  const taken = new Set(fields.map((field) => memberName(field.name, C_WORDS)));
  const used = new Set<string>();
  const declarations: string[] = [];
  const asserts: string[] = [];
  let end = 0;
  let pads = 0;
  const pad = (bytes: number): void => {
    if (bytes <= 0) return;
    while (taken.has(`pad${pads}`)) pads++;
    declarations.push(`  uint8_t pad${pads++}[${bytes}];`);
  };
  for (const field of fields) {
    pad(field.offset - end);
    let member = memberName(field.name, C_WORDS);
    while (used.has(member)) member = `${member}_`;
    used.add(member);
    const dimensions = field.dimensions.map((size) => `[${size}]`).join('');
    declarations.push(`  ${elementType(field.element)} ${member}${dimensions}; // ${commentText(field.comment)}`);
    asserts.push(`ASSET_STATIC_ASSERT(${name}_${member}, offsetof(${name}, ${member}) == ${field.offset});`);
    end = field.offset + field.sizeBytes;
  }
  pad(sizeBytes - end);
  asserts.push(`ASSET_STATIC_ASSERT(sizeof_${name}, sizeof(${name}) == ${sizeBytes});`);
  return { declarations, asserts };
}

/** C++ has no member for it, so its place is given. */
function openArrayLines(typeName: string, array: OpenArray, elementType: ElementType): readonly string[] {
  const prefix = `ASSET_BLOCK_${typeName}_${memberName(array.name, new Set())}`;
  const dimensions = array.dimensions.map((size) => `[${size}]`).join('');
  return [
    `// ${commentText(`${array.name}: ${array.comment}`)}, each ${elementType(array.element)}${dimensions}`,
    `#define ${prefix}_OFFSET ${array.offset}u`,
    `#define ${prefix}_STRIDE ${array.strideBytes}u`,
  ];
}
