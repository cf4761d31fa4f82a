// How events are declared: each field has a named type, which the schema prints and TypeScript checks.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';

/** Types of fields; `[]` for lists and `| null` for optional values. */
interface FieldTypes {
  string: string;
  'string | null': string | null;
  'string[]': readonly string[];
  number: number;
  boolean: boolean;
  object: object;
  'object[]': readonly object[];
  Diagnostic: Diagnostic;
}

/** The name of a field's type. */
export type FieldType = keyof FieldTypes;

/** A field of an event. */
export interface EventField {
  readonly type: FieldType;
  readonly doc: string;
  /** The only allowed texts. */
  readonly values?: readonly string[];
}

/** An event as it is declared and documented. */
export interface EventDoc {
  readonly doc: string;
  /** The commands that print it. */
  readonly commands: readonly string[];
  readonly fields: { readonly [name: string]: EventField };
}

/** Declares a field. */
export const field = <const T extends FieldType>(type: T, doc: string) => ({ type, doc }) as const;

/** One of a few texts. */
export const choice = <const V extends string>(values: readonly V[], doc: string) =>
  ({ type: 'string', values, doc }) as const;

type ValueOf<F> = F extends { readonly values: readonly (infer V)[] }
  ? V
  : F extends { readonly type: infer T extends FieldType }
    ? FieldTypes[T]
    : never;

/** The object that a declaration describes. */
export type EventOf<Name, Doc extends EventDoc> = { readonly type: Name } & {
  readonly [Field in keyof Doc['fields']]: ValueOf<Doc['fields'][Field]>;
};
