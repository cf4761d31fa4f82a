// Decoders and validators share their checks: a validator collects, a decoder stops at the first with a FormatError.

import { FormatError, type FormatErrorCode } from './format-error.js';
import { Problems } from './problem.js';

/** Throws the first problem as a FormatError. */
export class FirstProblem extends Problems {
  override add(code: FormatErrorCode, offset: number, field: string, message: string): never {
    throw new FormatError(code, offset, `${field} ${message}`);
  }

  override attempt<T>(_field: string, step: () => T): T {
    return step();
  }
}

/** Unwraps the result of a shared step, which is undefined only after reporting a problem. */
export function decoded<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a decoding step gave up without reporting why');
  return value;
}
