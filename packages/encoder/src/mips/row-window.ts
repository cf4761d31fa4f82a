// The rows of a level that are there and still needed, one after the other in shared memory.

export class RowWindow<T extends Uint8Array | Uint16Array | Float32Array> {
  readonly #values: T;
  readonly #rowSamples: number;
  #firstRow = 0;
  #rowCount = 0;

  /** `values` has room for some rows of RGBA. */
  constructor(values: T, width: number) {
    this.#values = values;
    this.#rowSamples = width * 4;
  }

  get firstRow(): number {
    return this.#firstRow;
  }

  /** The row that comes next. */
  get endRow(): number {
    return this.#firstRow + this.#rowCount;
  }

  /** For how many more rows there is room. */
  get room(): number {
    return Math.floor(this.#values.length / this.#rowSamples) - this.#rowCount;
  }

  /** All rows that are there. */
  get values(): T {
    return this.rows(this.#firstRow, this.endRow);
  }

  rows(from: number, to: number): T {
    if (from < this.#firstRow || to > this.endRow) throw new Error(`rows ${from} to ${to} are not in the window`);
    return this.#part(from - this.#firstRow, to - this.#firstRow);
  }

  /** Room for the rows that come next: they are there when they are written. */
  add(count: number): T {
    if (count > this.room) throw new Error('the window has no room');
    this.#rowCount += count;
    return this.#part(this.#rowCount - count, this.#rowCount);
  }

  /** Rows above this one are not needed any more. */
  dropBefore(row: number): void {
    const gone = Math.min(row, this.endRow) - this.#firstRow;
    if (gone <= 0) return;
    this.#values.copyWithin(0, gone * this.#rowSamples, this.#rowCount * this.#rowSamples);
    this.#firstRow += gone;
    this.#rowCount -= gone;
  }

  clear(): void {
    this.#firstRow = 0;
    this.#rowCount = 0;
  }

  #part(from: number, to: number): T {
    const part = this.#values.subarray(from * this.#rowSamples, to * this.#rowSamples);
    // subarray of one of these is one of the same.
    return part as T;
  }
}
