// A buffer of a shader as C: structs with the members at the same offsets. What is between members is padding of its own, so that no
// compiler adds any; assertions hold it to that.

import {
  type BlockStruct,
  C_TYPES,
  layOutBlock,
  type PaddedSizes,
  paddedSizes,
  type ReflectedMember,
  type StructField,
} from '@assetc/formats/spirv';

const RESERVED = new Set(
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false class private public this new delete template operator namespace using'.split(
    ' ',
  ),
);

/** A name that C accepts. */
function identifier(name: string): string {
  const plain = name.replace(/\W/g, '_').replace(/^(?=\d)|^$/, '_');
  return RESERVED.has(plain) ? `${plain}_` : plain;
}

/** A struct has one size, as a member and as the element of an array. */
const sizesIn = (members: readonly ReflectedMember[]): PaddedSizes =>
  paddedSizes([{ bindings: [], pushConstants: { members } }]);

/** The bytes of a block: the end of its last member. Undefined if it ends with an array without a length. */
export function blockBytes(members: readonly ReflectedMember[]): number | undefined {
  const { fields, openArray } = layOutBlock('', members, { padded: sizesIn(members) });
  return openArray === undefined ? endOf(fields) : undefined;
}

const endOf = (fields: readonly StructField[]): number =>
  fields.reduce((end, { offset, sizeBytes }) => Math.max(end, offset + sizeBytes), 0);

/** The text of a header: the structs of a block, and assertions of its offsets. */
export function cStruct(name: string, members: readonly ReflectedMember[]): string {
  const writer = new CWriter();
  writer.struct(layOutBlock(name, members, { padded: sizesIn(members) }));
  return `#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n\n${writer.text}`;
}

class CWriter {
  readonly #definitions: string[] = [];
  readonly #taken = new Set<string>();
  /** Names by content: two members with the same struct share it. */
  readonly #known = new Map<string, string>();

  get text(): string {
    return `${this.#definitions.join('\n\n')}\n`;
  }

  /** Defines a struct, after those that it contains, and returns its name. */
  struct(struct: BlockStruct): string {
    const key = JSON.stringify(struct);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const all = fieldsOf(struct);
    const types = all.map(({ element }) =>
      'struct' in element ? this.struct(element.struct) : C_TYPES[element.scalar],
    );
    const name = unused(this.#taken, identifier(struct.name));
    const names = new Set<string>();
    const lines: string[] = [];
    const asserts: string[] = [];
    let end = 0;
    const pad = (bytes: number): void => {
      if (bytes > 0) lines.push(`uint8_t ${numbered(names, 'padding')}[${bytes}];`);
    };
    for (const [i, field] of all.entries()) {
      const { offset, sizeBytes, dimensions, comment } = field;
      pad(offset - end);
      const member = unused(names, identifier(field.name));
      const note = dimensions.length === 0 ? '' : ` /* ${comment} */`;
      lines.push(`${types[i]} ${member}${dimensions.map((length) => `[${length}]`).join('')};${note}`);
      asserts.push(`static_assert(offsetof(${name}, ${member}) == ${offset}, "${name}.${member}");`);
      end = offset + sizeBytes;
    }
    if (struct.openArray === undefined) {
      pad(struct.sizeBytes - end);
      asserts.push(`static_assert(sizeof(${name}) == ${struct.sizeBytes}, "${name}");`);
    }
    this.#definitions.push(
      [`typedef struct ${name} {`, ...lines.map((line) => `    ${line}`), `} ${name};`, ...asserts].join('\n'),
    );
    this.#known.set(key, name);
    return name;
  }
}

/** C++ has no arrays without a length: one at the end has its first element. */
function fieldsOf({ fields, openArray }: BlockStruct): readonly StructField[] {
  if (openArray === undefined) return fields;
  const { strideBytes, dimensions, ...rest } = openArray;
  return [...fields, { ...rest, dimensions: [1, ...dimensions], sizeBytes: strideBytes }];
}

function unused(taken: Set<string>, name: string): string {
  let found = name;
  for (let i = 1; taken.has(found); i++) found = `${name}_${i}`;
  taken.add(found);
  return found;
}

function numbered(taken: Set<string>, name: string): string {
  let i = 0;
  while (taken.has(`${name}${i}`)) i++;
  taken.add(`${name}${i}`);
  return `${name}${i}`;
}
