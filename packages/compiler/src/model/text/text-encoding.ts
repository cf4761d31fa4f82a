// Converts the text of a source to UTF-8.

/** The byte order of UTF-16 text, by its byte-order mark or by the zeros of its first two characters. Notepad and some exporters write it. */
function utf16Order(bytes: Uint8Array): 'utf-16be' | 'utf-16le' | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0 && b !== 0 && c === 0 && d !== 0 && d !== undefined) return 'utf-16be';
  return a !== 0 && b === 0 && c !== 0 && d === 0 ? 'utf-16le' : undefined;
}

export const isUtf16 = (bytes: Uint8Array): boolean => utf16Order(bytes) !== undefined;

/** Converts UTF-16. Everything else is returned unchanged. */
export function utf8Bytes(bytes: Uint8Array): Uint8Array {
  const order = utf16Order(bytes);
  return order === undefined ? bytes : new TextEncoder().encode(new TextDecoder(order).decode(bytes));
}
