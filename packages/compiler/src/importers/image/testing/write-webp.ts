// A lossless WebP writer for tests: constant red, blue and alpha, and one of two greens per texel.

export interface WebpSpec {
  readonly width: number;
  readonly height: number;
  readonly red: number;
  readonly blue: number;
  readonly alpha: number;
  readonly greens: readonly [number, number];
  /** Which green each texel has. */
  readonly picks: readonly (0 | 1)[];
}

export function webpContainer(...chunks: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const body = chunks.flatMap(([id, payload]) => {
    const n = payload.length;
    return [...Buffer.from(id), n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24, ...payload, ...(n & 1 ? [0] : [])];
  });
  const size = body.length + 4;
  const head = [...Buffer.from('RIFF'), size & 255, (size >> 8) & 255, (size >> 16) & 255, size >>> 24];
  return Uint8Array.from([...head, ...Buffer.from('WEBP'), ...body]);
}

export function vp8l(spec: WebpSpec): Uint8Array {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = 0; i < count; i++) bits.push((value >> i) & 1);
  };
  put(0x2f, 8);
  put(spec.width - 1, 14);
  put(spec.height - 1, 14);
  put(1, 1); // Alpha is used.
  put(0, 3); // Version.
  put(0, 1); // No transform.
  put(0, 1); // No color cache.
  put(0, 1); // One group of prefix codes.
  const one = (symbol: number) => {
    put(1, 1);
    put(0, 1);
    put(1, 1);
    put(symbol, 8);
  };
  put(1, 1);
  put(1, 1);
  put(1, 1);
  put(spec.greens[0], 8);
  put(spec.greens[1], 8);
  one(spec.red);
  one(spec.blue);
  one(spec.alpha);
  put(1, 1);
  put(0, 1);
  put(0, 1);
  put(0, 1); // Distance: symbol 0.
  for (const pick of spec.picks) put(pick, 1);
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7));
  });
  return bytes;
}
