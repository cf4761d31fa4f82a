// A BC7 decoder for what UASTC transcodes to: modes 1, 2, 3, 5, 6 and 7, and the partitions that UASTC's patterns map to.

const WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

/** Partition → subset of each texel, and the anchors of the subsets after the first. */
type Partitions = Readonly<Record<number, readonly [texels: string, ...anchors: number[]]>>;

const TWO: Partitions = {
  0: ['0011001100110011', 15],
  1: ['0001000100010001', 15],
  2: ['0111011101110111', 15],
  3: ['0001001100110111', 15],
  4: ['0000000100010011', 15],
  5: ['0011011101111111', 15],
  6: ['0001001101111111', 15],
  7: ['0000000100110111', 15],
  8: ['0000000000010011', 15],
  9: ['0011011111111111', 15],
  10: ['0000000101111111', 15],
  11: ['0000000000010111', 15],
  12: ['0001011111111111', 15],
  13: ['0000000011111111', 15],
  14: ['0000111111111111', 15],
  15: ['0000000000001111', 15],
  17: ['0111000100000000', 2],
  18: ['0000000010001110', 8],
  19: ['0111001100010000', 2],
  20: ['0011000100000000', 2],
  21: ['0000100011001110', 8],
  22: ['0000000010001100', 8],
  23: ['0111001100110001', 15],
  24: ['0011000100010000', 2],
  25: ['0000100010001100', 8],
  26: ['0110011001100110', 2],
  29: ['0000111111110000', 8],
  32: ['0101010101010101', 15],
  33: ['0000111100001111', 15],
  52: ['0110110010010011', 15],
};

const THREE: Partitions = {
  0: ['0011001102212222', 3, 15],
  1: ['0001001122112221', 3, 8],
  2: ['0000200122112211', 15, 8],
  3: ['0222002200110111', 15, 3],
  4: ['0000000011221122', 8, 15],
  8: ['0000000011112222', 8, 15],
  9: ['0000111111112222', 8, 15],
  10: ['0000111122222222', 6, 15],
  11: ['0012001200120012', 6, 15],
  12: ['0112011201120112', 6, 15],
  13: ['0122012201220122', 5, 15],
  14: ['0011011211221222', 3, 15],
  20: ['0111011102220222', 3, 15],
  21: ['0001000122212221', 3, 8],
  31: ['0000200022112221', 15, 8],
  32: ['0000000211221222', 8, 15],
  33: ['0222002200120011', 15, 3],
  34: ['0011001200220222', 3, 15],
  35: ['0120012001200120', 5, 10],
  36: ['0000111122220000', 6, 10],
  40: ['0011112222000011', 15, 6],
  57: ['0022001100110022', 10, 15],
  58: ['0022112211220022', 8, 15],
  59: ['0000000000002112', 13, 15],
};

interface Mode {
  readonly subsets: 1 | 2 | 3;
  readonly color: number;
  readonly alpha: number;
  /** P-bits: none, one for each endpoint, or one for each subset. */
  readonly p: 'none' | 'endpoint' | 'subset';
  readonly index: number;
}

const MODES: Readonly<Record<number, Mode>> = {
  1: { subsets: 2, color: 6, alpha: 0, p: 'subset', index: 3 },
  2: { subsets: 3, color: 5, alpha: 0, p: 'none', index: 2 },
  3: { subsets: 2, color: 7, alpha: 0, p: 'endpoint', index: 2 },
  5: { subsets: 1, color: 7, alpha: 8, p: 'none', index: 2 },
  6: { subsets: 1, color: 7, alpha: 7, p: 'endpoint', index: 4 },
  7: { subsets: 2, color: 5, alpha: 5, p: 'endpoint', index: 2 },
};

/** RGBA of an image of BC7 blocks; sizes are rounded up to whole blocks in the input only. */
export function decodeBc7(blocks: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height * 4);
  const columns = Math.ceil(width / 4);
  for (let i = 0; i < blocks.length / 16; i++) {
    const texels = decodeBlock(blocks.subarray(i * 16, i * 16 + 16));
    for (let t = 0; t < 16; t++) {
      const x = (i % columns) * 4 + (t & 3);
      const y = Math.floor(i / columns) * 4 + (t >> 2);
      if (x < width && y < height) out.set(texels.slice(t * 4, t * 4 + 4), (y * width + x) * 4);
    }
  }
  return out;
}

function decodeBlock(block: Uint8Array): number[] {
  let at = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) value |= (((block[at >> 3] ?? 0) >> (at & 7)) & 1) << i;
    return value;
  };
  let number = 0;
  while (number < 8 && bits(1) === 0) number++;
  const mode = MODES[number];
  if (mode === undefined) throw new Error(`BC7 mode ${number} is not among those that UASTC makes`);
  const partition = mode.subsets > 1 ? bits(6) : 0;
  const shape = mode.subsets === 1 ? undefined : (mode.subsets === 2 ? TWO : THREE)[partition];
  if (mode.subsets > 1 && shape === undefined) throw new Error(`partition ${partition} of ${mode.subsets} is unknown`);
  const [texels = '0'.repeat(16), ...others] = shape ?? [];
  const anchors = [0, ...others];
  const rotation = number === 5 ? bits(2) : 0;
  const ends = mode.subsets * 2;
  const channels = [mode.color, mode.color, mode.color, mode.alpha].map((size) =>
    Array.from({ length: ends }, () => (size === 0 ? 0 : bits(size))),
  );
  const shared =
    mode.p === 'none' ? [] : Array.from({ length: mode.p === 'subset' ? mode.subsets : ends }, () => bits(1));
  const endpoint = (channel: number, end: number): number => {
    const size = channel === 3 ? mode.alpha : mode.color;
    if (size === 0) return 255;
    const raw = channels[channel]?.[end] ?? 0;
    const p = mode.p === 'none' ? undefined : shared[mode.p === 'subset' ? end >> 1 : end];
    const value = p === undefined ? raw : raw * 2 + p;
    const length = p === undefined ? size : size + 1;
    return ((value << (8 - length)) | (value >> (2 * length - 8))) & 255;
  };
  const indices = (): number[] =>
    Array.from({ length: 16 }, (_, t) => bits(mode.index - (anchors.includes(t) ? 1 : 0)));
  const first = indices();
  const second = number === 5 ? indices() : first;
  const weights = WEIGHTS[mode.index] ?? [];
  return Array.from({ length: 16 }, (_, t) => {
    const subset = Number(texels[t]);
    const texel = [0, 1, 2, 3].map((channel) => {
      const w = weights[(channel === 3 ? second : first)[t] ?? 0] ?? 0;
      return (endpoint(channel, subset * 2) * (64 - w) + endpoint(channel, subset * 2 + 1) * w + 32) >> 6;
    });
    if (rotation > 0) [texel[3], texel[rotation - 1]] = [texel[rotation - 1] ?? 0, texel[3] ?? 0];
    return texel;
  }).flat();
}
