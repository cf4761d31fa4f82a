// The readable twin of the png kernel: the five filters and the expansion to RGBA, as in the PNG specification.

/** Undoes the filters of `rows` rows of `rowBytes` bytes, each after its filter byte. Returns undefined if a filter byte is unknown. */
export function unfilterReference(
  filtered: Uint8Array,
  rows: number,
  rowBytes: number,
  bytesPerPixel: number,
  prior: Uint8Array,
): Uint8Array | undefined {
  const out = new Uint8Array(rows * rowBytes);
  const up = (y: number, i: number): number => (y === 0 ? prior[i] : out[(y - 1) * rowBytes + i]) ?? 0;
  for (let y = 0; y < rows; y++) {
    const filter = filtered[y * (rowBytes + 1)] ?? 0;
    for (let i = 0; i < rowBytes; i++) {
      const raw = filtered[y * (rowBytes + 1) + 1 + i] ?? 0;
      const inside = i >= bytesPerPixel;
      const a = inside ? (out[y * rowBytes + i - bytesPerPixel] ?? 0) : 0;
      const b = up(y, i);
      const c = inside ? up(y, i - bytesPerPixel) : 0;
      const predicted = predict(filter, a, b, c);
      if (predicted === undefined) return undefined;
      out[y * rowBytes + i] = raw + predicted;
    }
  }
  return out;
}

/** `a` left, `b` above, `c` above left. */
function predict(filter: number, a: number, b: number, c: number): number | undefined {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return a;
    case 2:
      return b;
    case 3:
      return Math.floor((a + b) / 2);
    case 4: {
      const p = a + b - c;
      const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    }
    default:
      return undefined;
  }
}

/** Sample `index` of a row of any depth; 16-bit samples are big-endian. */
export function sampleReference(row: Uint8Array, index: number, depth: number): number {
  if (depth === 16) return (row[index * 2] ?? 0) * 256 + (row[index * 2 + 1] ?? 0);
  if (depth === 8) return row[index] ?? 0;
  const perByte = 8 / depth;
  const byte = row[Math.floor(index / perByte)] ?? 0;
  return (byte >> (8 - depth * ((index % perByte) + 1))) & ((1 << depth) - 1);
}

/** RGBA of a row of 8-bit (or 16-bit) samples; `key` is the tRNS color, one entry per color channel. */
export function widenReference(
  row: Uint8Array,
  count: number,
  channels: number,
  depth: 8 | 16,
  key: readonly number[] | undefined,
): number[] {
  const opaque = depth === 16 ? 65535 : 255;
  return Array.from({ length: count }, (_, x) => {
    const s = Array.from({ length: channels }, (_unused, c) => sampleReference(row, x * channels + c, depth));
    const color = channels >= 3 ? s.slice(0, 3) : [s[0] ?? 0, s[0] ?? 0, s[0] ?? 0];
    const hasAlpha = channels === 2 || channels === 4;
    const keyed = key !== undefined && !hasAlpha && key.every((k, c) => k === s[c]);
    return [...color, hasAlpha ? (s[channels - 1] ?? 0) : keyed ? 0 : opaque];
  }).flat();
}
