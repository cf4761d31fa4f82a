// The calls of Node's Buffer that the decoders use. Injected into the worker's script.

type Source = string | ArrayBuffer | ArrayLike<number>;

class BrowserBuffer extends Uint8Array {
  static concat(parts: readonly Uint8Array[]): BrowserBuffer {
    const out = new BrowserBuffer(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }

  static alloc(length: number): BrowserBuffer {
    return new BrowserBuffer(length);
  }

  /** Of text: `encoding` is base64 or latin1. Of memory: a view from `offset`. */
  static over(source: Source, encodingOrOffset?: string | number, length?: number): BrowserBuffer {
    if (typeof source === 'string') return fromText(source, encodingOrOffset === 'base64');
    if (!(source instanceof ArrayBuffer)) return BrowserBuffer.concat([Uint8Array.from(source)]);
    const offset = typeof encodingOrOffset === 'number' ? encodingOrOffset : 0;
    return new BrowserBuffer(source, offset, length ?? source.byteLength - offset);
  }

  #latin1(start: number, end: number): string {
    let text = '';
    for (let at = start; at < Math.min(end, this.length); at++) text += String.fromCharCode(this[at] ?? 0);
    return text;
  }

  override toString(encoding?: string, start = 0, end = this.length): string {
    return encoding === 'latin1' ? this.#latin1(start, end) : new TextDecoder().decode(this.subarray(start, end));
  }

  writeUInt32BE(value: number, at: number): number {
    new DataView(this.buffer, this.byteOffset).setUint32(at, value);
    return at + 4;
  }

  /** Also of text, byte by byte. */
  override indexOf(wanted: number | string, from = 0): number {
    if (typeof wanted !== 'string') return super.indexOf(wanted, from);
    const codes = Array.from(wanted, (letter) => letter.charCodeAt(0));
    for (let at = super.indexOf(codes[0] ?? 0, from); at >= 0; at = super.indexOf(codes[0] ?? 0, at + 1))
      if (codes.every((code, i) => this[at + i] === code)) return at;
    return -1;
  }
}

function fromText(text: string, isBase64: boolean): BrowserBuffer {
  if (!isBase64) return BrowserBuffer.over(Array.from(text, (letter) => letter.charCodeAt(0) & 255));
  const binary = atob(
    text
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replace(/[^A-Za-z0-9+/]/g, ''),
  );
  return BrowserBuffer.over(Array.from(binary, (letter) => letter.charCodeAt(0)));
}

/** Not a class: kernels would then take it for Node's. */
export const Buffer = { concat: BrowserBuffer.concat, alloc: BrowserBuffer.alloc, from: BrowserBuffer.over };
