// A section of the report: a benchmark, and which of its fields are shown. Rows are JSON from another process, so fields are read by name;
// a field that a benchmark no longer prints is an error, not an empty cell.

export type JsonRow = { readonly [name: string]: unknown };

export interface Section {
  readonly bench: string;
  readonly args?: readonly string[];
  readonly title: string;
  /** False if the program that it compares with is not installed: the section is then left out. */
  readonly canRun?: () => boolean;
  readonly header: readonly string[];
  readonly cells: (rows: readonly JsonRow[]) => readonly (readonly string[])[];
}

/** A main figure of the report, as a sentence made from the rows of its section. */
export interface Quote {
  readonly section: Section;
  readonly text: (rows: readonly JsonRow[]) => string;
}

export function numberOf(row: JsonRow, name: string): number {
  const value = row[name];
  if (typeof value !== 'number') throw new Error(`a row has no number ${name}: ${JSON.stringify(row)}`);
  return value;
}

export function textOf(row: JsonRow, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw new Error(`a row has no text ${name}: ${JSON.stringify(row)}`);
  return value;
}

export const numbersOf = (rows: readonly JsonRow[], name: string): readonly number[] =>
  rows.map((row) => numberOf(row, name));

export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[values.length >> 1];
  if (middle === undefined) throw new Error('nothing to take the median of');
  return middle;
}

export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

export const times = (value: number): string => `${value.toFixed(1)} ×`;

/** The rows in which a field has this value. */
export const at = (rows: readonly JsonRow[], name: string, value: unknown): readonly JsonRow[] =>
  rows.filter((row) => row[name] === value);
