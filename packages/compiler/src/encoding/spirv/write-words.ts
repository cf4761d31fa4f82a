// Writes SPIR-V words.

/** The words of a literal string: UTF-8 with at least one zero, padded to whole words. */
export function literalWords(text: string): Uint32Array {
  const bytes = new TextEncoder().encode(text);
  const words = new Uint32Array((bytes.length >> 2) + 1);
  for (let i = 0; i < bytes.length; i++) words[i >> 2] = (words[i >> 2] ?? 0) | ((bytes[i] ?? 0) << ((i & 3) * 8));
  return words;
}

/** The words as bytes, little-endian on every machine. */
export function spirvBytes(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < words.length; i++) view.setUint32(i * 4, words[i] ?? 0, true);
  return bytes;
}
