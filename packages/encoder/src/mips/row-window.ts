// The rows of a level that are available and still needed, contiguous in shared memory.

export class RowWindow<T extends Uint8Array | Uint16Array | Float32Array> {
  readonly #values: T;
  readonly #rowSamples: number;
  #firstRow = 0;
  #rowCount = 0;

  /** `values`: memory for some rows of RGBA. */
  constructor(values: T, width: number) {
    this.#values = values;
    this.#rowSamples = width * 4;
  }

  get firstRow(): number {
    return this.#firstRow;
  }

  /** The next row to be added. */
  get endRow(): number {
    return this.#firstRow + this.#rowCount;
  }

  /** How many more rows fit. */
  get room(): number {
    return Math.floor(this.#values.length / this.#rowSamples) - this.#rowCount;
  }

  /** All available rows. */
  get values(): T {
    return this.rows(this.#firstRow, this.endRow);
  }

  rows(from: number, to: number): T {
    if (from < this.#firstRow || to > this.endRow) throw new Error(`rows ${from} to ${to} are not in the window`);
    return this.#part(from - this.#firstRow, to - this.#firstRow);
  }

  /** Returns the memory for the next rows. They count as available at once; the caller writes them. */
  add(count: number): T {
    if (count > this.room) throw new Error('the window has no room');
    this.#rowCount += count;
    return this.#part(this.#rowCount - count, this.#rowCount);
  }

  /** Drops the rows above this one. */
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
    // `subarray` returns the same array type.
    return part as T;
  }
}
