// Decodes the BC7 blocks that a UASTC transcoder writes: modes 1, 2, 3, 5, 6, 7 and the partitions UASTC maps to.
// Only tests and benchmarks use it, to see what a transcode costs.

type Partition = readonly [index: number, texels: string, ...anchors: number[]];

const TWO_SUBSETS: readonly Partition[] = [
  [0, '0011001100110011', 0, 15],
  [1, '0001000100010001', 0, 15],
  [2, '0111011101110111', 0, 15],
  [3, '0001001100110111', 0, 15],
  [4, '0000000100010011', 0, 15],
  [5, '0011011101111111', 0, 15],
  [6, '0001001101111111', 0, 15],
  [7, '0000000100110111', 0, 15],
  [8, '0000000000010011', 0, 15],
  [9, '0011011111111111', 0, 15],
  [10, '0000000101111111', 0, 15],
  [11, '0000000000010111', 0, 15],
  [12, '0001011111111111', 0, 15],
  [13, '0000000011111111', 0, 15],
  [14, '0000111111111111', 0, 15],
  [15, '0000000000001111', 0, 15],
  [17, '0111000100000000', 0, 2],
  [18, '0000000010001110', 0, 8],
  [19, '0111001100010000', 0, 2],
  [20, '0011000100000000', 0, 2],
  [21, '0000100011001110', 0, 8],
  [22, '0000000010001100', 0, 8],
  [23, '0111001100110001', 0, 15],
  [24, '0011000100010000', 0, 2],
  [25, '0000100010001100', 0, 8],
  [26, '0110011001100110', 0, 2],
  [29, '0000111111110000', 0, 8],
  [32, '0101010101010101', 0, 15],
  [33, '0000111100001111', 0, 15],
  [52, '0110110010010011', 0, 15],
];
const THREE_SUBSETS: readonly Partition[] = [
  [0, '0011001102212222', 0, 3, 15],
  [1, '0001001122112221', 0, 3, 8],
  [2, '0000200122112211', 0, 15, 8],
  [3, '0222002200110111', 0, 15, 3],
  [4, '0000000011221122', 0, 8, 15],
  [8, '0000000011112222', 0, 8, 15],
  [9, '0000111111112222', 0, 8, 15],
  [10, '0000111122222222', 0, 6, 15],
  [11, '0012001200120012', 0, 6, 15],
  [12, '0112011201120112', 0, 6, 15],
  [13, '0122012201220122', 0, 5, 15],
  [14, '0011011211221222', 0, 3, 15],
  [20, '0111011102220222', 0, 3, 15],
  [21, '0001000122212221', 0, 3, 8],
  [31, '0000200022112221', 0, 15, 8],
  [32, '0000000211221222', 0, 8, 15],
  [33, '0222002200120011', 0, 15, 3],
  [34, '0011001200220222', 0, 3, 15],
  [35, '0120012001200120', 0, 5, 10],
  [36, '0000111122220000', 0, 6, 10],
  [40, '0011112222000011', 0, 15, 6],
  [57, '0022001100110022', 0, 10, 15],
  [58, '0022112211220022', 0, 8, 15],
  [59, '0000000000002112', 0, 13, 15],
];

const WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

interface Mode {
  readonly subsets: number;
  readonly color: number;
  readonly alpha: number;
  /** P-bits: none, one a subset, or one an endpoint. */
  readonly pBits: 'none' | 'shared' | 'own';
  readonly index: number;
}

const MODES: Readonly<Record<number, Mode>> = {
  1: { subsets: 2, color: 6, alpha: 0, pBits: 'shared', index: 3 },
  2: { subsets: 3, color: 5, alpha: 0, pBits: 'none', index: 2 },
  3: { subsets: 2, color: 7, alpha: 0, pBits: 'own', index: 2 },
  5: { subsets: 1, color: 7, alpha: 8, pBits: 'none', index: 2 },
  6: { subsets: 1, color: 7, alpha: 7, pBits: 'own', index: 4 },
  7: { subsets: 2, color: 5, alpha: 5, pBits: 'own', index: 2 },
};

/** Writes sixteen RGBA texels of the block at `at`. */
export function decodeBc7Block(data: Uint8Array, at: number, out: Uint8Array): void {
  let position = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, position++)
      value |= (((data[at + (position >> 3)] ?? 0) >> (position & 7)) & 1) << i;
    return value;
  };
  let number = 0;
  while (number < 8 && take(1) === 0) number++;
  const mode = MODES[number];
  if (mode === undefined) throw new Error(`BC7 mode ${number} is none that UASTC becomes`);
  const partition = mode.subsets > 1 ? take(6) : 0;
  const rotation = number === 5 ? take(2) : 0;
  const table = mode.subsets === 2 ? TWO_SUBSETS : THREE_SUBSETS;
  const found = mode.subsets === 1 ? ([0, '0'.repeat(16), 0] as const) : table.find(([index]) => index === partition);
  if (found === undefined) throw new Error(`BC7 partition ${partition} is none that UASTC becomes`);
  const [, texels, ...anchors] = found;
  const ends = mode.subsets * 2;
  const endpoints = Array.from({ length: ends }, () => [0, 0, 0, 255]);
  const channels = mode.alpha > 0 ? 4 : 3;
  const widths: number[] = [];
  for (let c = 0; c < channels; c++) {
    const bits = c === 3 ? mode.alpha : mode.color;
    widths.push(bits);
    for (const end of endpoints) end[c] = take(bits);
  }
  const pBits =
    mode.pBits === 'none' ? [] : Array.from({ length: mode.pBits === 'own' ? ends : mode.subsets }, () => take(1));
  endpoints.forEach((end, e) => {
    for (let c = 0; c < channels; c++) {
      let bits = widths[c] ?? 0;
      let value = end[c] ?? 0;
      if (mode.pBits !== 'none') {
        value = (value << 1) | (pBits[mode.pBits === 'own' ? e : e >> 1] ?? 0);
        bits++;
      }
      value <<= 8 - bits;
      end[c] = value | (value >> bits);
    }
  });
  const weights = WEIGHTS[mode.index] ?? [];
  const readIndices = (): number[] =>
    Array.from({ length: 16 }, (_, i) => weights[take(mode.index - (anchors.includes(i) ? 1 : 0))] ?? 0);
  const indices = readIndices();
  const alphaIndices = number === 5 ? readIndices() : indices;
  for (let i = 0; i < 16; i++) {
    const subset = Number(texels[i]);
    const texel = [0, 0, 0, 0];
    for (let c = 0; c < 4; c++) {
      const w = (c === 3 ? alphaIndices[i] : indices[i]) ?? 0;
      const lo = endpoints[subset * 2]?.[c] ?? 0;
      const hi = endpoints[subset * 2 + 1]?.[c] ?? 0;
      texel[c] = ((64 - w) * lo + w * hi + 32) >> 6;
    }
    if (rotation > 0) {
      const alpha = texel[3] ?? 0;
      texel[3] = texel[rotation - 1] ?? 0;
      texel[rotation - 1] = alpha;
    }
    out.set(texel, i * 4);
  }
}
