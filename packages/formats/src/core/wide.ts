// 64-bit fields as numbers. A file cannot be larger than 2^53 bytes here, so a larger value is malformed, not big.

import { FormatError } from './format-error.js';

export function toNumber(value: bigint, offset: number, what: string): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError('bad-range', offset, `${what} is ${value}`);
  return Number(value);
}
