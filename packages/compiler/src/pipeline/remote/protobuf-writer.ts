// Writes protobuf's wire format: varints and runs of bytes, in the given order. Equal calls give equal bytes.

export class ProtobufWriter {
  readonly #parts: Uint8Array[] = [];

  /** Zero is not written: it is the value of an absent field. */
  number(field: number, value: number): this {
    if (value === 0) return this;
    this.#parts.push(varint(field * 8), varint(value));
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#parts.push(varint(field * 8 + 2), varint(value.length), value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

function varint(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} cannot be written`);
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}
