// Reads the `kern` table: horizontal subtables of format 0 (pairs) and 2 (classes), with Microsoft's and Apple's headers. Counts are
// limited by the available bytes: some fonts overflow the 16-bit length.

interface Character {
  readonly codepoint: number;
  readonly glyph: number;
}

interface KernPair {
  readonly left: number;
  readonly right: number;
  readonly advance: number;
}

/** Glyph pair, as left × 65536 + right, → units. */
type Values = Map<number, number>;

export function readKernTable(table: Uint8Array, characters: readonly Character[]): KernPair[] {
  const values = readSubtables(table, new Set(characters.map(({ glyph }) => glyph)));
  const pairs: KernPair[] = [];
  if (values.size === 0) return pairs;
  for (const left of characters) {
    if (left.glyph === 0) continue;
    for (const right of characters) {
      const advance = right.glyph === 0 ? 0 : (values.get(left.glyph * 65536 + right.glyph) ?? 0);
      if (advance !== 0) pairs.push({ left: left.codepoint, right: right.codepoint, advance });
    }
  }
  return pairs;
}

function readSubtables(table: Uint8Array, wanted: ReadonlySet<number>): Values {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const values: Values = new Map();
  if (table.length < 8) return values;
  const isApple = view.getUint16(0) === 1;
  const headerBytes = isApple ? 8 : 6;
  const count = isApple ? view.getUint32(4) : view.getUint16(2);
  let at = isApple ? 8 : 4;
  for (let n = 0; n < count && at + headerBytes + 8 <= table.length; n++) {
    const length = isApple ? view.getUint32(at) : view.getUint16(at + 2);
    const coverage = view.getUint16(at + 4);
    const format = isApple ? coverage & 0xff : coverage >> 8;
    // Apple: vertical, cross-stream and variation bits must be clear. Microsoft: horizontal, neither minimum nor cross-stream.
    const isPlainHorizontal = isApple ? (coverage & 0xe000) === 0 : (coverage & 7) === 1;
    const replaces = !isApple && (coverage & 8) !== 0;
    const isLast = n + 1 === count;
    const end = isLast ? table.length : Math.min(at + length, table.length);
    if (isPlainHorizontal && format === 0) readPairs(view, at + headerBytes, end, wanted, replaces, values);
    else if (isPlainHorizontal && format === 2) readClasses(view, at, at + headerBytes, end, wanted, replaces, values);
    if (length < headerBytes) break;
    at += length;
  }
  return values;
}

function add(values: Values, left: number, right: number, value: number, replaces: boolean): void {
  const key = left * 65536 + right;
  values.set(key, replaces ? value : (values.get(key) ?? 0) + value);
}

function readPairs(
  view: DataView,
  at: number,
  end: number,
  wanted: ReadonlySet<number>,
  replaces: boolean,
  values: Values,
): void {
  const count = Math.min(view.getUint16(at), Math.floor((end - at - 8) / 6));
  for (let i = 0; i < count; i++) {
    const pair = at + 8 + i * 6;
    const left = view.getUint16(pair);
    const right = view.getUint16(pair + 2);
    if (wanted.has(left) && wanted.has(right)) add(values, left, right, view.getInt16(pair + 4), replaces);
  }
}

/** Class values are byte offsets from the subtable's start: the left one selects a row, the right one a value in it. */
function readClasses(
  view: DataView,
  start: number,
  at: number,
  end: number,
  wanted: ReadonlySet<number>,
  replaces: boolean,
  values: Values,
): void {
  const array = view.getUint16(at + 6);
  const classOf = (table: number, glyph: number): number | undefined => {
    const base = start + table;
    if (base + 4 > end) return undefined;
    const index = glyph - view.getUint16(base);
    if (index < 0 || index >= view.getUint16(base + 2) || base + 6 + index * 2 > end) return undefined;
    return view.getUint16(base + 4 + index * 2);
  };
  for (const left of wanted) {
    const row = classOf(view.getUint16(at + 2), left);
    if (row === undefined || row < array) continue;
    for (const right of wanted) {
      const offset = start + row + (classOf(view.getUint16(at + 4), right) ?? 0);
      if (offset + 2 <= end) add(values, left, right, view.getInt16(offset), replaces);
    }
  }
}
