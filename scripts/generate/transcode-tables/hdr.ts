// Tables for UASTC HDR and BC6H. Only the C header needs them: the SDK reads these formats with the declarations themselves.

import {
  DIFFERENCE_BITS,
  DIRECT_LAYOUTS,
  SCALE_LAYOUTS,
  SCALE_SHIFTS,
} from '../../../packages/formats/src/texels/astc-hdr-endpoints.js';
import {
  ASTC_RANGES,
  astcColors,
  astcWeights,
  QUINTS,
  TRITS,
} from '../../../packages/formats/src/texels/astc-ranges.js';
import { BC6H_MODES } from '../../../packages/formats/src/texels/bc6h-modes.js';
import { BC7_PARTITIONS } from '../../../packages/formats/src/texels/bc7-partitions.js';
import { SPLIT_ORDER, WHOLE_ORDER } from '../../../packages/formats/src/texels/pack-bc6h.js';
import { table } from '../table.js';

/** The first digit lowest. */
const packDigits = (digits: readonly number[], bits: number): number =>
  digits.reduce((code, digit, i) => code | (digit << (i * bits)), 0);

const startsOf = (lists: readonly (readonly number[])[]): number[] =>
  lists.map((_, i) => lists.slice(0, i).reduce((sum, { length }) => sum + length, 0));

/** `b7` is bit 7 of the field b: its place among the fields, times 16, plus the bit. */
const fieldBits = (layouts: readonly (readonly string[])[], fields: string): number[] =>
  layouts.flat().map((name) => fields.indexOf(name[0] ?? '') * 16 + Number.parseInt(name[1] ?? '0', 16));

const modes = [...WHOLE_ORDER, ...SPLIT_ORDER].map((code) => {
  const mode = BC6H_MODES.get(code);
  if (mode === undefined) throw new Error(`no mode ${code}`);
  return { code, ...mode };
});
const storedStarts = startsOf(modes.map(({ stored }) => stored));
const splits = (BC7_PARTITIONS[1] ?? []).slice(0, 32);

const colors = ASTC_RANGES.map((_, range) => astcColors(range));
const weights = ASTC_RANGES.slice(0, 12).map((_, range) => astcWeights(range));

export const hdrTables = [
  table(
    'HDR_TRITS',
    'u16',
    'Five trits of two bits by the code of a group.',
    TRITS.map((digits) => packDigits(digits, 2)),
  ),
  table(
    'HDR_QUINTS',
    'u16',
    'Three quints of three bits by the code of a group.',
    QUINTS.map((digits) => packDigits(digits, 3)),
  ),
  table(
    'ASTC_RANGES',
    'u8',
    'Digit (1, 3 or 5) times 16 plus low bits, by range.',
    ASTC_RANGES.map(({ digit, bits }) => digit * 16 + bits),
  ),
  table('ASTC_COLOR_STARTS', 'u16', 'First value of each range in the next table.', startsOf(colors)),
  table('ASTC_COLORS', 'u8', 'Endpoint values by range and stored number.', colors.flat()),
  table('ASTC_WEIGHT_STARTS', 'u8', 'First value of each range in the next table.', startsOf(weights)),
  table('ASTC_WEIGHTS', 'u8', 'Weights by range and stored number.', weights.flat()),
  table('HDR_SCALE_BITS', 'u8', 'Seven extra bits of mode 7 by layout.', fieldBits(SCALE_LAYOUTS, 'rgbs')),
  table('HDR_SCALE_SHIFTS', 'u8', 'Shift of mode 7 by layout.', SCALE_SHIFTS),
  table('HDR_DIRECT_BITS', 'u8', 'Six extra bits of mode 11 by layout.', fieldBits(DIRECT_LAYOUTS, 'acpqde')),
  table('HDR_DIFFERENCE_BITS', 'u8', 'Bits of differences of mode 11 by layout.', DIFFERENCE_BITS),
  table(
    'BC6H_MASKS',
    'u16',
    'Texels of the second pair by partition.',
    splits.map(({ subsets }) => packDigits([...subsets], 1)),
  ),
  table(
    'BC6H_ANCHORS',
    'u8',
    'Anchor of the second pair by partition.',
    splits.map(({ anchors }) => 31 - Math.clz32(anchors)),
  ),
  table(
    'BC6H_MODES',
    'u8',
    'Mode bits, their number, bits of w, bits of the others (R, G, B), whether these are differences, number of stored bits; modes of one pair, then of two, the most precise first.',
    modes.flatMap(({ code, headBits, bits, deltaBits, isDelta, stored }) => [
      ...[code, headBits, bits, ...deltaBits, Number(isDelta), stored.length],
    ]),
  ),
  table('BC6H_STARTS', 'u16', 'First entry of each mode in the next table.', storedStarts),
  table(
    'BC6H_STORED',
    'u8',
    'Each stored bit: endpoint times three plus channel, times 16, plus the bit.',
    modes.flatMap(({ stored }) => stored),
  ),
];
