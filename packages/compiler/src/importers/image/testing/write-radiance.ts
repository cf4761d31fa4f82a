// Writes Radiance pictures for tests, in every scanline encoding.

export type RadianceCoding = 'planes' | 'repeats' | 'flat';

interface RadiancePicture {
  /** As scanlines are stored in the file. */
  readonly scanlineCount: number;
  readonly scanlineLength: number;
  /** Four bytes per texel. */
  readonly texels: ArrayLike<number>;
  readonly coding: RadianceCoding;
  readonly variables?: readonly string[];
  /** For example `-Y {first} +X {second}`; the counts are inserted. */
  readonly size?: string;
}

export function writeRadiance({
  scanlineCount,
  scanlineLength,
  texels,
  coding,
  variables,
  size,
}: RadiancePicture): Uint8Array {
  const order = (size ?? '-Y {first} +X {second}').replace('{first}', `${scanlineCount}`);
  const lines = [
    '#?RADIANCE',
    ...(variables ?? ['FORMAT=32-bit_rle_rgbe']),
    '',
    order.replace('{second}', `${scanlineLength}`),
  ];
  const parts: Uint8Array[] = [Buffer.from(`${lines.join('\n')}\n`, 'latin1')];
  for (let y = 0; y < scanlineCount; y++) {
    const row = Array.from({ length: scanlineLength * 4 }, (_, i) => texels[y * scanlineLength * 4 + i] ?? 0);
    const head = [2, 2, scanlineLength >> 8, scanlineLength & 255];
    if (coding === 'planes') parts.push(Uint8Array.from([...head, ...encodePlanes(row)]));
    else parts.push(Uint8Array.from(coding === 'flat' ? row : encodeRepeats(row)));
  }
  return Buffer.concat(parts);
}

function encodePlanes(row: readonly number[]): number[] {
  return [0, 1, 2, 3].flatMap((plane) => {
    const values = row.filter((_, i) => i % 4 === plane);
    const out: number[] = [];
    for (let at = 0; at < values.length; ) {
      const run = runLength(values.slice(at, at + 127), (a, b) => a === b);
      if (run > 2) out.push(128 + run, values[at] ?? 0);
      // Literals of maximum length, even if a run could start inside.
      const literal = run > 2 ? [] : values.slice(at, at + 128);
      if (literal.length > 0) out.push(literal.length, ...literal);
      at += run > 2 ? run : literal.length;
    }
    return out;
  });
}

function encodeRepeats(row: readonly number[]): number[] {
  const texels = Array.from({ length: row.length / 4 }, (_, i) => row.slice(i * 4, i * 4 + 4));
  const out: number[] = [];
  for (let at = 0; at < texels.length; ) {
    const run = runLength(texels.slice(at), (a, b) => a.join() === b.join());
    out.push(...(texels[at] ?? []));
    for (let left = run - 1; left > 0; left >>= 8) out.push(1, 1, 1, left & 255);
    at += run;
  }
  return out;
}

function runLength<T>(values: readonly T[], isSame: (a: T, b: T) => boolean): number {
  const [first] = values;
  let run = 1;
  for (const value of values.slice(1)) {
    if (first === undefined || !isSame(first, value)) break;
    run++;
  }
  return run;
}
