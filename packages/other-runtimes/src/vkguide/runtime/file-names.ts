// File names from the names in a source: safe on every system, unique even if case is ignored, the same on every run.

/** Windows refuses these with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const FORBIDDEN = new Set('<>:"/\\|?*');
/** Leaves room for an index and an extension. */
const MAX_BYTES = 200;

/** One name each, in order. Empty, ambiguous or unusable ones become `<fallback>_<index>`. */
export function fileNames(names: readonly string[], fallback: string): readonly string[] {
  const safe = names.map(safeName);
  const keys = safe.map((name) => name.normalize('NFC').toLowerCase());
  const uses = new Map<string, number>();
  for (const key of keys) uses.set(key, (uses.get(key) ?? 0) + 1);
  // A name in the form of a fallback could be the fallback of another.
  const isFallbackForm = new RegExp(`^${fallback}_(?:\\d+|none)$`);
  return safe.map((name, i) => {
    const key = keys[i] ?? '';
    return key === '' || uses.get(key) !== 1 || isFallbackForm.test(key) ? `${fallback}_${i}` : name;
  });
}

function safeName(name: string): string {
  let out = '';
  for (const letter of name.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    const isLoneSurrogate = code >= 0xd800 && code <= 0xdfff;
    out += code < 0x20 || code === 0x7f || isLoneSurrogate || FORBIDDEN.has(letter) ? '_' : letter;
  }
  // Names that begin with a dot are hidden, and Windows drops dots and spaces at the end.
  out = out.replace(/^\./, '_').replace(/[. ]$/, '_');
  if (RESERVED.test(out)) out = `_${out}`;
  return new TextEncoder().encode(out).length > MAX_BYTES ? '' : out;
}
