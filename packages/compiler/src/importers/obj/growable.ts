// Typed arrays that grow by doubling: the parser does not know counts beforehand and must not trust any.

export class GrowableFloats {
  #data = new Float32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const larger = new Float32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.length++] = value;
  }

  append(values: Float32Array): void {
    let size = this.#data.length;
    while (size < this.length + values.length) size *= 2;
    if (size > this.#data.length) {
      const larger = new Float32Array(size);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  view(): Float32Array {
    return this.#data.subarray(0, this.length);
  }
}

export class GrowableInts {
  #data = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const larger = new Int32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.length++] = value;
  }

  append(values: Int32Array): void {
    let size = this.#data.length;
    while (size < this.length + values.length) size *= 2;
    if (size > this.#data.length) {
      const larger = new Int32Array(size);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  view(): Int32Array {
    return this.#data.subarray(0, this.length);
  }
}
