// Reads protobuf's wire format: numbered fields, each a varint, a run of bytes, or four or eight bytes that we do not use. Every read is
// bounds-checked; malformed data throws Damaged.

import { Damaged } from '../cache/untrusted.js';

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** A varint of 64 bits has at most ten bytes. */
const MAX_VARINT_BYTES = 10;

/** Fields by number, in order; numbers that were not requested are skipped. */
interface FieldHandlers {
  /** A message with more fields is not ours: a server must not keep this machine busy with meaningless fields. */
  readonly maxFields?: number;
  readonly bytes?: Readonly<Record<number, (value: Uint8Array) => void>>;
  readonly numbers?: Readonly<Record<number, (value: number) => void>>;
}

/** More than any message of ours has, with room for what servers add. */
const MAX_FIELDS = 64;

/** Throws if a field does not have the expected type. */
export function readMessage(
  message: Uint8Array,
  { bytes = {}, numbers = {}, maxFields = MAX_FIELDS }: FieldHandlers,
): void {
  let at = 0;
  let fields = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = message[at++];
      if (byte === undefined) throw new Damaged('a whole number');
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Damaged('a number of 64 bits');
  };
  const skip = (count: number): number => {
    if (count > message.length - at) throw new Damaged('as many bytes as were announced');
    at += count;
    return at - count;
  };
  while (at < message.length) {
    if (++fields > maxFields) throw new Damaged(`at most ${maxFields} fields`);
    const tag = varint();
    const number = Number(tag >> 3n);
    if (number === 0 || tag > 0xffffffffn) throw new Damaged('the number of a field');
    const wire = Number(tag & 7n);
    if (wire !== BYTES && Object.hasOwn(bytes, number)) throw new Damaged(`bytes in field ${number}`);
    if (wire !== VARINT && Object.hasOwn(numbers, number)) throw new Damaged(`a number in field ${number}`);
    if (wire === VARINT) {
      const value = varint();
      if (Object.hasOwn(numbers, number)) numbers[number]?.(safeNumber(value));
    } else if (wire === BYTES) {
      const length = varint();
      const from = skip(length > BigInt(message.length) ? message.length + 1 : Number(length));
      if (Object.hasOwn(bytes, number)) bytes[number]?.(message.subarray(from, at));
    } else if (wire === FIXED64) skip(8);
    else if (wire === FIXED32) skip(4);
    else throw new Damaged('a type of field that is in use');
  }
}

/** An int64 from 0 to 2^53; we write no others. */
function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Damaged('a count');
  return Number(value);
}

/** Strict UTF-8: different bytes never become equal text. */
export function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Damaged('a text in UTF-8');
  }
}
