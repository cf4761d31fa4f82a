// The layout of a buffer as a struct of C or Rust: arrays of numbers, nested structs, and explicit padding, so that every offset is the one
// of the shader without any attribute for alignment. What no such field can express (a member in the padding of an array, which
// DirectX-like layouts have) becomes a flat array of its numbers, or of bytes.

import type { ReflectedMember } from '../reflection.js';
import { numberType, SCALAR_BYTES, type Scalar, splitArray } from './shader-type.js';

/** A field of a struct. */
export interface StructField {
  readonly name: string;
  /** From the start of the struct. */
  readonly offset: number;
  readonly sizeBytes: number;
  readonly element: { readonly scalar: Scalar } | { readonly struct: BlockStruct };
  /** Outermost first. */
  readonly dimensions: readonly number[];
  /** How the shader declares it. */
  readonly comment: string;
}

/** An array at the end of a storage buffer whose length only the buffer knows. */
export interface OpenArray {
  readonly name: string;
  readonly offset: number;
  readonly strideBytes: number;
  /** Of one element. */
  readonly element: StructField['element'];
  readonly dimensions: readonly number[];
  readonly comment: string;
}

/** A struct of C or Rust with the layout of a shader's. */
export interface BlockStruct {
  /** The name in the shader; empty if it has none. */
  readonly name: string;
  readonly fields: readonly StructField[];
  /** With padding at the end. 0 if there are no fields. */
  readonly sizeBytes: number;
  readonly alignment: number;
  readonly openArray?: OpenArray;
}

const ceilTo = (value: number, step: number): number => Math.ceil(value / step) * step;

/** Sizes that structs have as elements of arrays, by `membersKey`. Elsewhere they get the same size if there is room: then it is one type. */
export type PaddedSizes = ReadonlyMap<string, number>;

/** Equal for structs with equal members. */
export const membersKey = (members: readonly ReflectedMember[]): string => JSON.stringify(members);

interface Placement {
  /** Where the struct begins in the block. Default: 0. */
  readonly start?: number;
  /** Its size as the element of an array. */
  readonly strideBytes?: number | undefined;
  readonly padded: PaddedSizes;
}

/** The struct of a buffer, of push constants or of a member. */
export function layOutBlock(
  name: string,
  members: readonly ReflectedMember[],
  { start = 0, strideBytes, padded }: Placement,
): BlockStruct {
  const sorted = [...members].sort((a, b) => a.offset - b.offset);
  const fields: StructField[] = [];
  let openArray: OpenArray | undefined;
  for (const [i, member] of sorted.entries()) {
    const offset = member.offset - start;
    const limit = (sorted[i + 1]?.offset ?? start + (strideBytes ?? Number.POSITIVE_INFINITY)) - start;
    const { dimensions } = splitArray(member.type);
    if (dimensions[0] === 0) openArray = openArrayOf(member, offset, padded);
    else {
      const field = fieldOf(member, offset, limit, padded);
      if (field !== undefined) fields.push(field);
    }
  }
  const end = fields.reduce((max, field) => Math.max(max, field.offset + field.sizeBytes), 0);
  const alignment = fields.reduce((max, { element }) => Math.max(max, alignmentOf(element)), 1);
  const sizeBytes = Math.max(ceilTo(end, alignment), strideBytes ?? 0);
  return { name, fields, sizeBytes, alignment, ...(openArray !== undefined && { openArray }) };
}

const alignmentOf = (element: StructField['element']): number =>
  'struct' in element ? element.struct.alignment : SCALAR_BYTES[element.scalar];

function commentOf({ type, matrixStride, rowMajor }: ReflectedMember): string {
  return matrixStride === undefined ? type : `${type}, ${rowMajor === true ? 'row' : 'column'}-major`;
}

/** Undefined if it has no size, as the last member of an unknown type. */
function fieldOf(member: ReflectedMember, offset: number, limit: number, padded: PaddedSizes): StructField | undefined {
  const comment = commentOf(member);
  const { name } = member;
  const shape = shapeOf(member, new Map());
  for (const one of [shapeOf(member, padded), shape])
    if (one !== undefined && offset + one.sizeBytes <= limit && offset % alignmentOf(one.element) === 0)
      return { name, offset, ...one, comment };
  const room = Math.min(limit - offset, shape?.sizeBytes ?? Number.POSITIVE_INFINITY);
  if (!Number.isFinite(room) || room <= 0) return undefined;
  const scalar = shape !== undefined && 'scalar' in shape.element ? shape.element.scalar : 'u8';
  const bytes = SCALAR_BYTES[scalar];
  const isNumbers = room % bytes === 0 && offset % bytes === 0;
  return {
    name,
    offset,
    sizeBytes: room,
    element: { scalar: isNumbers ? scalar : 'u8' },
    dimensions: [isNumbers ? room / bytes : room],
    comment: `${comment}; its padding contains the next member`,
  };
}

type Shape = Pick<StructField, 'sizeBytes' | 'element' | 'dimensions'>;

/** Undefined for types without a layout. */
function shapeOf(member: ReflectedMember, padded: PaddedSizes): Shape | undefined {
  const { element, dimensions } = splitArray(member.type);
  const stride = member.arrayStride;
  const count = dimensions.reduce((product, size) => product * size, 1);
  // The strides of inner arrays follow from the outer one: nothing is between their elements.
  const innerStride =
    dimensions.length === 0 || stride === undefined ? undefined : stride / (count / (dimensions[0] ?? 1));
  if (innerStride !== undefined && (!Number.isInteger(innerStride) || innerStride <= 0)) return undefined;
  if (dimensions.length > 0 && innerStride === undefined) return undefined;
  const single =
    member.members === undefined
      ? numberShape(element, member, innerStride)
      : structShape(element, member.members, innerStride, padded);
  if (single === undefined) return undefined;
  return { ...single, dimensions: [...dimensions, ...single.dimensions], sizeBytes: single.sizeBytes * count };
}

function structShape(
  name: string,
  members: readonly ReflectedMember[],
  stride: number | undefined,
  padded: PaddedSizes,
): Shape | undefined {
  const struct = layOutBlock(name, members, { strideBytes: stride ?? padded.get(membersKey(members)), padded });
  if (struct.openArray !== undefined || struct.sizeBytes === 0) return undefined;
  if (stride !== undefined && struct.sizeBytes !== stride) return undefined;
  return { element: { struct }, dimensions: [], sizeBytes: struct.sizeBytes };
}

/** One number, vector or matrix, with the padding that `stride` adds. */
function numberShape(
  element: string,
  { matrixStride, rowMajor }: ReflectedMember,
  stride: number | undefined,
): Shape | undefined {
  const type = numberType(element);
  if (type === undefined) return undefined;
  const { scalar, rows, columns } = type;
  const bytes = SCALAR_BYTES[scalar];
  if (columns !== undefined) {
    const step = matrixStride ?? bytes * (rowMajor === true ? columns : rows);
    const vectors = rowMajor === true ? rows : columns;
    const own = step * vectors;
    if (step % bytes !== 0 || (stride !== undefined && (stride < own || stride % step !== 0))) return undefined;
    const total = stride ?? own;
    return { element: { scalar }, dimensions: [total / step, step / bytes], sizeBytes: total };
  }
  const total = stride ?? rows * bytes;
  if (total % bytes !== 0 || total < rows * bytes) return undefined;
  const numbers = total / bytes;
  return { element: { scalar }, dimensions: numbers === 1 ? [] : [numbers], sizeBytes: total };
}

/** An array of unknown length is laid out like one of length 1. */
function openArrayOf(member: ReflectedMember, offset: number, padded: PaddedSizes): OpenArray | undefined {
  const shape = shapeOf({ ...member, type: member.type.replace(/\[\]$/, '[1]') }, padded);
  if (shape === undefined) return undefined;
  const { element, dimensions, sizeBytes } = shape;
  return {
    name: member.name,
    offset,
    strideBytes: sizeBytes,
    element,
    dimensions: dimensions.slice(1),
    comment: commentOf(member),
  };
}
