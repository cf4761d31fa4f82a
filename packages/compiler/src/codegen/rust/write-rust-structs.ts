// Structs of shaders for Rust: `repr(C)`, every field at the offset of the shader, asserted at compile time, without unsafe code.

import type { BlockStruct, OpenArray, StructField } from '@assetc/formats/spirv';
import { commentText, memberName } from '../identifiers.js';
import type { NamedStruct } from '../layout/shader-structs.js';
import { RUST_WORDS } from './rust-words.js';

/** `Light`, `[[f32; 4]; 4]` */
export const rustElement = (
  { element, dimensions }: Pick<OpenArray, 'element' | 'dimensions'>,
  nameOf: NamedStruct['nameOf'],
): string => arrayOf('struct' in element ? nameOf(element.struct) : rustScalar(element.scalar), dimensions);

interface RustField {
  readonly name: string;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly type: string;
  readonly zero: string;
  /** Undefined for padding. */
  readonly comment: string | undefined;
}

export function writeRustStruct({ struct, typeName, nameOf, usedBy }: NamedStruct): string {
  const lines = [`/// ${commentText(usedBy.join(', '))}`];
  const { openArray } = struct;
  const elementType = (element: StructField['element']): string =>
    'struct' in element ? nameOf(element.struct) : rustScalar(element.scalar);
  if (struct.fields.length > 0) lines.push(...structLines(typeName, struct, fieldsOf(struct, elementType)));
  else lines.push(`pub struct ${typeName};`);
  if (openArray !== undefined) {
    const name = memberName(openArray.name, RUST_WORDS).toUpperCase();
    lines.push(
      `impl ${typeName} {`,
      `    /// ${commentText(`${openArray.name}: ${openArray.comment}`)}, each ${arrayOf(elementType(openArray.element), openArray.dimensions)}`,
      `    pub const ${name}_OFFSET: usize = ${openArray.offset};`,
      `    pub const ${name}_STRIDE: usize = ${openArray.strideBytes};`,
      '}',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Half floats are their bits. */
const rustScalar = (scalar: string): string => (scalar === 'f16' ? 'u16' : scalar);

const arrayOf = (type: string, dimensions: readonly number[]): string =>
  dimensions.reduceRight((inner, size) => `[${inner}; ${size}]`, type);

function fieldsOf({ fields, sizeBytes }: BlockStruct, elementType: (e: StructField['element']) => string): RustField[] {
  const taken = new Set(fields.map(({ name }) => memberName(name, RUST_WORDS)));
  const used = new Set<string>();
  const all: RustField[] = [];
  let end = 0;
  let pads = 0;
  const pad = (to: number): void => {
    if (to <= end) return;
    while (taken.has(`pad${pads}`)) pads++;
    const size = to - end;
    const [type, zero] = [`[u8; ${size}]`, `[0; ${size}]`];
    all.push({ name: `pad${pads++}`, offset: end, sizeBytes: size, type, zero, comment: undefined });
  };
  for (const field of fields) {
    pad(field.offset);
    let name = memberName(field.name, RUST_WORDS);
    while (used.has(name)) name = `${name}_`;
    used.add(name);
    const type = elementType(field.element);
    const zero = 'struct' in field.element ? `${type}::ZEROED` : type.startsWith('f') ? '0.0' : '0';
    const { offset, sizeBytes: size, dimensions, comment } = field;
    all.push({
      name,
      offset,
      sizeBytes: size,
      type: arrayOf(type, dimensions),
      zero: arrayOf(zero, dimensions),
      comment,
    });
    end = field.offset + field.sizeBytes;
  }
  pad(sizeBytes);
  return all;
}

function structLines(name: string, { sizeBytes }: BlockStruct, fields: readonly RustField[]): readonly string[] {
  const shown = fields.filter(({ comment }) => comment !== undefined);
  return [
    '#[derive(Clone, Copy, Debug, PartialEq)]',
    '#[repr(C)]',
    `pub struct ${name} {`,
    ...fields.flatMap(({ name: field, type, comment }) => [
      ...(comment === undefined ? [] : [`    /// ${commentText(comment)}`]),
      `    pub ${field}: ${type},`,
    ]),
    '}',
    `impl ${name} {`,
    `    pub const SIZE: usize = ${sizeBytes};`,
    `    pub const ZEROED: Self = Self { ${fields.map(({ name: field, zero }) => `${field}: ${zero}`).join(', ')} };`,
    '    /// The bytes for the buffer.',
    `    pub fn to_bytes(&self) -> [u8; ${sizeBytes}] {`,
    `        let mut bytes = [0; ${sizeBytes}];`,
    '        PutBytes::put(self, &mut bytes);',
    '        bytes',
    '    }',
    '}',
    `impl PutBytes for ${name} {`,
    `    const SIZE: usize = ${sizeBytes};`,
    '    fn put(&self, bytes: &mut [u8]) {',
    ...shown.map(
      ({ name: field, offset, sizeBytes: size }) =>
        `        PutBytes::put(&self.${field}, &mut bytes[${offset}..${offset + size}]);`,
    ),
    '    }',
    '}',
    `const _: () = assert!(core::mem::size_of::<${name}>() == ${sizeBytes});`,
    ...shown.map(
      ({ name: field, offset }) => `const _: () = assert!(core::mem::offset_of!(${name}, ${field}) == ${offset});`,
    ),
  ];
}

/** What structs need to become bytes. Buffers of GPUs are little-endian. */
export const PUT_BYTES = `/// Something that buffers contain.
pub trait PutBytes {
    const SIZE: usize;
    fn put(&self, bytes: &mut [u8]);
}

macro_rules! put_number {
    ($($number:ty),*) => {$(
        impl PutBytes for $number {
            const SIZE: usize = core::mem::size_of::<$number>();
            fn put(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
put_number!(f32, f64, i8, i16, i32, i64, u8, u16, u32, u64);

impl<T: PutBytes, const N: usize> PutBytes for [T; N] {
    const SIZE: usize = N * T::SIZE;
    fn put(&self, bytes: &mut [u8]) {
        for (value, place) in self.iter().zip(bytes.chunks_exact_mut(T::SIZE)) {
            value.put(place);
        }
    }
}
`;
