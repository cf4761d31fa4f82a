// What validators return: every rule that a file breaks, with its position. Nothing is repaired.

import { FormatError, type FormatErrorCode } from './format-error.js';

/** One broken rule, with its position. Validators return lists of these. */
export interface Problem {
  readonly code: FormatErrorCode;
  /** Byte offset from the start of the file. */
  readonly offset: number;
  /** The field that is wrong, as `Struct.field` or `CHUNK[index].field`. */
  readonly field: string;
  readonly message: string;
}

/** A corrupt array could report millions of equal problems. Beyond this many per field the rest are only counted. */
const PER_FIELD_LIMIT = 16;

/** Collects what a validator finds; past sixteen problems of one field the rest are only counted. */
export class Problems {
  readonly #list: Problem[] = [];
  readonly #perField = new Map<string, number>();

  add(code: FormatErrorCode, offset: number, field: string, message: string): void {
    const group = field.replaceAll(/\[\d+\]/g, '[]');
    const seen = this.#perField.get(group) ?? 0;
    this.#perField.set(group, seen + 1);
    if (seen < PER_FIELD_LIMIT) this.#list.push({ code, offset, field, message });
  }

  /** Runs a decoding step; a FormatError becomes a problem and the step yields undefined. */
  attempt<T>(field: string, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.add(error.code, error.offset, field, error.message);
      return undefined;
    }
  }

  list(): readonly Problem[] {
    const extra = [...this.#perField].filter(([, n]) => n > PER_FIELD_LIMIT);
    return [
      ...this.#list,
      ...extra.map(([field, n]): Problem => {
        const last = this.#list.filter((p) => p.field.replaceAll(/\[\d+\]/g, '[]') === field).at(-1);
        return {
          code: last?.code ?? 'bad-value',
          offset: last?.offset ?? 0,
          field,
          message: `${n - PER_FIELD_LIMIT} more of the same`,
        };
      }),
    ];
  }
}
