// Tables for BC1, ETC1 and EAC.

import { table } from '../table.js';

/** Steps of ETC1's base colors that are none of the 27 combinations: half, channels (R 1, G 2, B 4), step; by bias. */
const ALL = 7;
const ODD_BIASES: Readonly<Record<number, readonly (readonly [half: 0 | 1, channels: number, step: number])[]>> = {
  2: [[0, 1, -1]],
  5: [[0, 2, -1]],
  6: [[0, 4, -1]],
  7: [[0, 1, 1]],
  11: [[0, 2, 1]],
  15: [[0, 4, 1]],
  18: [[1, 1, -1]],
  19: [[1, 2, -1]],
  20: [[1, 4, -1]],
  21: [[1, 1, 1]],
  24: [[1, 2, 1]],
  8: [[1, 4, 1]],
  10: [
    [0, ALL, -2],
    [1, ALL, -2],
  ],
  27: [[0, ALL, -1]],
  28: [
    [0, ALL, 1],
    [1, ALL, -1],
  ],
  29: [[1, ALL, 1]],
  30: [[1, ALL, -1]],
  31: [[0, ALL, 1]],
};

function stepOf(bias: number, half: number, channel: number): number {
  const odd = ODD_BIASES[bias];
  if (odd === undefined) return (Math.floor(bias / 3 ** channel) % 3) - 1;
  return odd.reduce((sum, [h, channels, step]) => sum + (h === half && (channels >> channel) & 1 ? step : 0), 0);
}

const EAC_MODIFIERS = [
  ...[-3, -6, -9, -15, 2, 5, 8, 14],
  ...[-3, -7, -10, -13, 2, 6, 9, 12],
  ...[-2, -5, -8, -13, 1, 4, 7, 12],
  ...[-2, -4, -6, -13, 1, 3, 5, 12],
  ...[-3, -6, -8, -12, 2, 5, 7, 11],
  ...[-3, -7, -9, -11, 2, 6, 8, 10],
  ...[-4, -7, -8, -11, 3, 6, 7, 10],
  ...[-3, -5, -8, -11, 2, 4, 7, 10],
  ...[-2, -6, -8, -10, 1, 5, 7, 9],
  ...[-2, -5, -8, -10, 1, 4, 7, 9],
  ...[-2, -4, -8, -10, 1, 3, 7, 9],
  ...[-2, -5, -7, -10, 1, 4, 6, 9],
  ...[-3, -4, -7, -10, 2, 3, 6, 9],
  ...[-1, -2, -3, -10, 0, 1, 2, 9],
  ...[-4, -6, -8, -9, 3, 5, 7, 8],
  ...[-3, -5, -7, -9, 2, 4, 6, 8],
];

/** The pair of endpoints whose mix of two thirds and one third is closest to a value; of equal ones, the pair closest together. */
function matches(bits: number): number[] {
  const widen = (v: number): number => (bits === 5 ? (v << 3) | (v >> 2) : (v << 2) | (v >> 4));
  const levels = Array.from({ length: 2 ** bits }, (_, v) => v);
  return Array.from({ length: 256 }, (_, value) => {
    let best: readonly number[] = [];
    let minError = Number.POSITIVE_INFINITY;
    for (const high of levels)
      for (const low of levels) {
        const error = Math.abs(2 * widen(high) + widen(low) - 3 * value) * 1000 + Math.abs(high - low);
        if (error >= minError) continue;
        minError = error;
        best = [high, low];
      }
    return best;
  }).flat();
}

const biasSteps = Array.from({ length: 32 * 2 * 3 }, (_, i) => stepOf(Math.floor(i / 6), Math.floor(i / 3) % 2, i % 3));

export const blockTables = [
  table('ETC1_SMALL', 'u8', 'Small shades of the intensity tables.', [2, 5, 9, 13, 18, 24, 33, 47]),
  table('ETC1_LARGE', 'u8', 'Large shades of the intensity tables.', [8, 17, 29, 42, 60, 80, 106, 183]),
  table(
    'ETC1_STEPS',
    'u8',
    'Step of a base color plus 2, by bias, half and channel.',
    biasSteps.map((step) => step + 2),
  ),
  table(
    'EAC_MODIFIERS',
    'u8',
    'Modifier plus 15, by table and index.',
    EAC_MODIFIERS.map((modifier) => modifier + 15),
  ),
  table('BC1_MATCH5', 'u8', 'Two ends of five bits that give each value as two thirds to one third.', matches(5)),
  table('BC1_MATCH6', 'u8', 'Two ends of six bits that give each value as two thirds to one third.', matches(6)),
];
