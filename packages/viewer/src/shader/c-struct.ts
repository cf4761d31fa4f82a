// A buffer of a shader as C: structs with the members at the same offsets. What is between members is padding of its own, so that no
// compiler adds any; assertions hold it to that.

import type { ReflectedMember } from '@assetc/formats/spirv';

interface CType {
  readonly size: number;
  readonly align: number;
  /** The declaration of a member with a name. */
  readonly declare: (name: string) => string;
}

const SCALARS: Readonly<Record<string, readonly [name: string, size: number]>> = {
  float: ['float', 4],
  int: ['int32_t', 4],
  uint: ['uint32_t', 4],
  // A bool in a buffer is an integer.
  bool: ['uint32_t', 4],
  half: ['uint16_t', 2],
  double: ['double', 8],
  int8: ['int8_t', 1],
  uint8: ['uint8_t', 1],
  int16: ['int16_t', 2],
  uint16: ['uint16_t', 2],
  int64: ['int64_t', 8],
  uint64: ['uint64_t', 8],
};

/** `float`, `float3`, `float3x4`, each followed by `[8][2]`. */
const NUMERIC = /^([a-z]+(?:8|16|64)?)([234])?(?:x([234]))?$/;
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

const alignTo = (size: number, align: number): number => Math.ceil(size / align) * align;

/** The bytes of a block: the end of its last member. Undefined if it ends with an array without a length. */
export function blockBytes(members: readonly ReflectedMember[]): number | undefined {
  const last = [...members].sort((a, b) => a.offset - b.offset).at(-1);
  if (last === undefined) return 0;
  if (/\[\]/.test(last.type)) return undefined;
  return last.offset + new CWriter().typeOf(last, Number.POSITIVE_INFINITY).size;
}

/** The text of a header: the structs of a block, and assertions of its offsets. */
export function cStruct(name: string, members: readonly ReflectedMember[]): string {
  const writer = new CWriter();
  writer.struct(name, members);
  return `#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n\n${writer.text}`;
}

class CWriter {
  readonly #definitions: string[] = [];
  readonly #taken = new Set<string>();
  /** By content: two members with the same struct share it. */
  readonly #known = new Map<string, CType>();

  get text(): string {
    return `${this.#definitions.join('\n\n')}\n`;
  }

  struct(wanted: string, members: readonly ReflectedMember[]): CType {
    const key = JSON.stringify([wanted, members]);
    const had = this.#known.get(key);
    if (had !== undefined) return had;
    const sorted = [...members].sort((a, b) => a.offset - b.offset);
    const lines: string[] = [];
    const asserts: string[] = [];
    const names = new Set<string>();
    let end = 0;
    let align = 1;
    // Structs of members come first.
    const types = sorted.map((member, i) =>
      this.typeOf(member, (sorted[i + 1]?.offset ?? Number.POSITIVE_INFINITY) - member.offset, wanted),
    );
    const name = this.#free(identifier(wanted));
    for (const [i, member] of sorted.entries()) {
      const type = types[i];
      if (type === undefined) continue;
      if (member.offset > end) lines.push(`uint8_t ${this.#unused(names, 'padding')}[${member.offset - end}];`);
      const memberName = this.#unused(names, identifier(member.name), false);
      const note = type.size === 0 || /[x[]/.test(member.type) ? ` /* ${member.type} */` : '';
      lines.push(`${type.declare(memberName)};${note}`);
      asserts.push(`static_assert(offsetof(${name}, ${memberName}) == ${member.offset}, "${name}.${memberName}");`);
      end = member.offset + type.size;
      align = Math.max(align, type.align);
    }
    const size = alignTo(end, align);
    this.#definitions.push(
      [`typedef struct ${name} {`, ...lines.map((line) => `    ${line}`), `} ${name};`, ...asserts].join('\n'),
    );
    const made = { size, align, declare: (member: string) => `${name} ${member}` };
    this.#known.set(key, made);
    return made;
  }

  /** `room`: bytes up to the next member. */
  typeOf(member: ReflectedMember, room: number, owner = ''): CType {
    const { offset } = member;
    const type = this.#exact(member, owner);
    // Some layouts put the next member into the padding at the end of this one, or off the alignment of C.
    if (type.size <= room && offset % type.align === 0) return type;
    const size = Math.min(type.size, room);
    return { size, align: 1, declare: (name) => `uint8_t ${name}[${size}]` };
  }

  #exact(member: ReflectedMember, owner: string): CType {
    const [, base = '', suffix = ''] = /^(.*?)((?:\[\d*\])*)$/.exec(member.type) ?? [];
    const lengths = [...suffix.matchAll(/\[(\d*)\]/g)].map(([, length = '']) => (length === '' ? 1 : Number(length)));
    const element = this.#element(base, member);
    if (lengths.length === 0) return element;
    // As reflection writes them, the last is the outermost, and the stride is its own; inner arrays are packed.
    const outer = lengths.at(-1) ?? 1;
    const inner = lengths.slice(0, -1).reduce((product, length) => product * length, 1);
    const arrayStride = member.arrayStride ?? element.size * inner;
    const stride = arrayStride / inner;
    const size = arrayStride * outer;
    if (!Number.isInteger(stride) || stride < element.size || stride % element.align !== 0)
      return { size, align: 1, declare: (name) => `uint8_t ${name}[${size}]` };
    const each = stride === element.size ? element : this.#padded(`${owner}_${member.name}`, element, stride);
    const bounds = lengths
      .toReversed()
      .map((length) => `[${length}]`)
      .join('');
    return { size, align: each.align, declare: (name) => each.declare(`${name}${bounds}`) };
  }

  #element(base: string, member: ReflectedMember): CType {
    if (member.members !== undefined) return this.struct(base, member.members);
    if (base.endsWith('*')) return { size: 8, align: 8, declare: (name) => `uint64_t ${name}` };
    const [, scalar = '', rows, columns] = NUMERIC.exec(base) ?? [];
    const known = SCALARS[scalar];
    if (known === undefined) return { size: 0, align: 1, declare: (name) => `/* ${name}: unknown type */` };
    const [name, size] = known;
    if (rows === undefined) return { size, align: size, declare: (field) => `${name} ${field}` };
    if (columns === undefined)
      return { size: size * Number(rows), align: size, declare: (field) => `${name} ${field}[${rows}]` };
    const [vectors, length] =
      member.rowMajor === true ? [Number(rows), Number(columns)] : [Number(columns), Number(rows)];
    const across = (member.matrixStride ?? size * length) / size;
    return {
      size: vectors * across * size,
      align: size,
      declare: (field) => `${name} ${field}[${vectors}][${across}]`,
    };
  }

  /** An element of an array whose stride is larger than the element. */
  #padded(wanted: string, element: CType, stride: number): CType {
    const name = this.#free(identifier(wanted));
    this.#definitions.push(
      [
        `typedef struct ${name} {`,
        `    ${element.declare('value')};`,
        `    uint8_t padding[${stride - element.size}];`,
        `} ${name};`,
        `static_assert(sizeof(${name}) == ${stride}, "${name}");`,
      ].join('\n'),
    );
    return { size: stride, align: element.align, declare: (field) => `${name} ${field}` };
  }

  #free(name: string): string {
    return this.#unused(this.#taken, name, false);
  }

  #unused(taken: Set<string>, name: string, alwaysNumbered = true): string {
    let found = alwaysNumbered ? `${name}0` : name;
    for (let i = 1; taken.has(found); i++) found = `${name}${alwaysNumbered ? '' : '_'}${i}`;
    taken.add(found);
    return found;
  }
}
