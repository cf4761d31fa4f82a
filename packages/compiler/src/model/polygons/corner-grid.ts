// A grid of a polygon's marked corners, about two per cell. The cells of a row are contiguous, so a range of columns is one run.

export class CornerGrid {
  readonly columns: number;
  /** First entry of each cell in `corners`, row by row, and the end of the last. */
  readonly starts: Int32Array;
  readonly corners: Int32Array;
  readonly #minX: number;
  readonly #minY: number;
  readonly #scaleX: number;
  readonly #scaleY: number;
  /** The cell range from `around`, inclusive. */
  left = 0;
  right = 0;
  top = 0;
  bottom = 0;

  constructor(points: Float64Array, marks: Uint8Array, mark: number) {
    let [count, minX, minY, maxX, maxY] = [0, Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] !== mark) continue;
      count++;
      minX = Math.min(minX, points[i * 2] ?? 0);
      maxX = Math.max(maxX, points[i * 2] ?? 0);
      minY = Math.min(minY, points[i * 2 + 1] ?? 0);
      maxY = Math.max(maxY, points[i * 2 + 1] ?? 0);
    }
    this.columns = Math.max(1, Math.floor(Math.sqrt(count / 2)));
    this.#minX = minX;
    this.#minY = minY;
    this.#scaleX = maxX > minX ? this.columns / (maxX - minX) : 0;
    this.#scaleY = maxY > minY ? this.columns / (maxY - minY) : 0;
    this.starts = new Int32Array(this.columns * this.columns + 1);
    this.corners = new Int32Array(count);
    this.#sort(points, marks, mark);
  }

  /** Counting sort: counts per cell, then the end of each cell, then the corners from last to first. */
  #sort(points: Float64Array, marks: Uint8Array, mark: number): void {
    const { starts, corners } = this;
    const cellOf = (i: number) => this.#row(points[i * 2 + 1] ?? 0) * this.columns + this.#column(points[i * 2] ?? 0);
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] !== mark) continue;
      const cell = cellOf(i);
      starts[cell] = (starts[cell] ?? 0) + 1;
    }
    let sum = 0;
    for (let cell = 0; cell < starts.length; cell++) {
      sum += starts[cell] ?? 0;
      starts[cell] = sum;
    }
    for (let i = marks.length - 1; i >= 0; i--) {
      if (marks[i] !== mark) continue;
      const cell = cellOf(i);
      const at = (starts[cell] ?? 0) - 1;
      starts[cell] = at;
      corners[at] = i;
    }
  }

  /** Sets the range of cells that the box around three points covers. */
  selectCells(points: Float64Array, a: number, b: number, c: number): this {
    const [ax, bx, cx] = [points[a * 2] ?? 0, points[b * 2] ?? 0, points[c * 2] ?? 0];
    const [ay, by, cy] = [points[a * 2 + 1] ?? 0, points[b * 2 + 1] ?? 0, points[c * 2 + 1] ?? 0];
    this.left = this.#column(Math.min(ax, bx, cx));
    this.right = this.#column(Math.max(ax, bx, cx));
    this.top = this.#row(Math.min(ay, by, cy));
    this.bottom = this.#row(Math.max(ay, by, cy));
    return this;
  }

  #column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.#minX) * this.#scaleX)));
  }

  #row(y: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((y - this.#minY) * this.#scaleY)));
  }
}
