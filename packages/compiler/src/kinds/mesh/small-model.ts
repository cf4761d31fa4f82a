// Whether a glTF is surely small, by scanning its text: it is one file, and all its counts are low.

const MAX_BYTES = 1 << 13;
/** Sum over all accessors; primitives and nodes may use each of them often. */
const MAX_ELEMENTS = 1 << 13;

/** Numbers that determine memory. Only small integers are accepted. */
const COUNT = /"(?:count|byteLength|byteStride)"\s*:\s*(\d{1,5}(?=\s*[,}]))?/g;
const OTHER_FILE = /"uri"\s*:\s*"(?!data:)/;

export function isSmallModel(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_BYTES) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // An escape could spell a key differently.
  if (!/^(?:glTF|\s*\{)/.test(text) || text.includes('\\') || OTHER_FILE.test(text)) return false;
  let elements = 0;
  for (const [, count] of text.matchAll(COUNT)) {
    if (count === undefined) return false;
    elements += Number(count);
  }
  return elements <= MAX_ELEMENTS;
}
