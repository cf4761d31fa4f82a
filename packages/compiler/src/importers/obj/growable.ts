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

  view(): Int32Array {
    return this.#data.subarray(0, this.length);
  }
}
