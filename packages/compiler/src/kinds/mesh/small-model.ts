// Whether a glTF is small, told by a look over its text: it lies in one file, and nothing in it counts high. What cannot be told is not small.

const MOST_BYTES = 1 << 13;
/** Of all accessors together; each may be shown by as many primitives and nodes as there is room for in the file. */
const MAX_ELEMENTS = 1 << 13;

/** Numbers that ask for memory: small whole ones alone are taken. */
const COUNT = /"(?:count|byteLength|byteStride)"\s*:\s*(\d{1,5}(?=\s*[,}]))?/g;
const OTHER_FILE = /"uri"\s*:\s*"(?!data:)/;

export function isSmallModel(bytes: Uint8Array): boolean {
  if (bytes.length > MOST_BYTES) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // An escape could spell a name in another way.
  if (!/^(?:glTF|\s*\{)/.test(text) || text.includes('\\') || OTHER_FILE.test(text)) return false;
  let elements = 0;
  for (const [, count] of text.matchAll(COUNT)) {
    if (count === undefined) return false;
    elements += Number(count);
  }
  return elements <= MAX_ELEMENTS;
}
