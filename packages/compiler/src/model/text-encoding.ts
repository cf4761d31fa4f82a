// What encoding a text of a source is in, where its first bytes tell.

/** Notepad and some exporters save UTF-16; its byte-order mark tells. Everything else is returned as it is. */
export function utf8Bytes(bytes: Uint8Array): Uint8Array {
  const encoding =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : undefined;
  return encoding === undefined ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
}
