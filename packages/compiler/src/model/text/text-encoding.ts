// Converts the text of a source to UTF-8.

/** Converts UTF-16 with a byte-order mark, which Notepad and some exporters write. Everything else is returned unchanged. */
export function utf8Bytes(bytes: Uint8Array): Uint8Array {
  const encoding =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : undefined;
  return encoding === undefined ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}
