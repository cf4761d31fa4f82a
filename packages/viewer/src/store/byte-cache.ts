// A least-recently-used cache of bytes with a budget. A file above a quarter of the budget is not kept: it would evict everything else.

export class ByteCache {
  readonly #budgetBytes: number;
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  get sizeBytes(): number {
    return this.#bytes;
  }

  get(key: string): Uint8Array | undefined {
    const bytes = this.#kept.get(key);
    if (bytes === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, bytes);
    return bytes;
  }

  set(key: string, bytes: Uint8Array): void {
    this.delete(key);
    if (bytes.byteLength > this.#budgetBytes / 4) return;
    this.#kept.set(key, bytes);
    this.#bytes += bytes.byteLength;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#budgetBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#kept.get(key)?.byteLength ?? 0;
    this.#kept.delete(key);
  }
}
