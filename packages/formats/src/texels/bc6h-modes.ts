// The bit layouts of BC6H's fourteen modes, and how endpoints and indices are interpolated. A pair of endpoints is w and x, the second pair y and z. A field is a channel, an endpoint and
// its bits, stored from the lowest (`rw10-15` is stored from the highest).

/** How a mode stores endpoints. */
export interface Bc6hMode {
  /** Two pairs of endpoints, and a partition between them. */
  readonly isSplit: boolean;
  /** x, y and z are differences from w. */
  readonly isDelta: boolean;
  /** Bits of w; of all endpoints if none is a difference. */
  readonly bits: number;
  /** Bits of the others, for R, G and B. */
  readonly deltaBits: readonly [number, number, number];
  /** Number of mode bits. */
  readonly headBits: 2 | 5;
  /** Each stored bit in order: the endpoint times three plus the channel, times 16, plus the position of the bit. */
  readonly stored: readonly number[];
}

const CHANNELS = 'rgb';
const ENDPOINTS = 'wxyz';

/** `gy4` is a bit, `rw9:0` are bits 0 to 9, `rw10-15` are bits 15 to 10. */
function readField(field: string): number[] {
  const base = (ENDPOINTS.indexOf(field[1] ?? '') * 3 + CHANNELS.indexOf(field[0] ?? '')) * 16;
  const [first = 0, last = first] = field.slice(2).split(/[:-]/).map(Number);
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  const places = Array.from({ length: high - low + 1 }, (_, i) => base + low + i);
  return field.includes('-') ? places.reverse() : places;
}

function mode(
  code: string,
  bits: number,
  deltaBits: readonly [number, number, number],
  fields: string,
): [number, Bc6hMode] {
  const number = Number.parseInt(code, 2);
  const isSplit = fields.includes('ry');
  const isDelta = bits !== deltaBits[0];
  const headBits = code.length === 2 ? 2 : 5;
  return [number, { isSplit, isDelta, bits, deltaBits, headBits, stored: fields.split(' ').flatMap(readField) }];
}

const W10 = 'rw9:0 gw9:0 bw9:0';

/** By mode bits. Missing ones are reserved: such a block is black. */
export const BC6H_MODES: ReadonlyMap<number, Bc6hMode> = new Map([
  mode('00', 10, [5, 5, 5], `gy4 by4 bz4 ${W10} rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3`),
  mode(
    '01',
    7,
    [6, 6, 6],
    'gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0',
  ),
  mode('00010', 11, [5, 4, 4], `${W10} rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3`),
  mode(
    '00110',
    11,
    [4, 5, 4],
    `${W10} rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3`,
  ),
  mode(
    '01010',
    11,
    [4, 4, 5],
    `${W10} rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3`,
  ),
  mode(
    '01110',
    9,
    [5, 5, 5],
    'rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3',
  ),
  mode(
    '10010',
    8,
    [6, 5, 5],
    'rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0',
  ),
  mode(
    '10110',
    8,
    [5, 6, 5],
    'rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3',
  ),
  mode(
    '11010',
    8,
    [5, 5, 6],
    'rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3',
  ),
  mode(
    '11110',
    6,
    [6, 6, 6],
    'rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0',
  ),
  mode('00011', 10, [10, 10, 10], `${W10} rx9:0 gx9:0 bx9:0`),
  mode('00111', 11, [9, 9, 9], `${W10} rx8:0 rw10 gx8:0 gw10 bx8:0 bw10`),
  mode('01011', 12, [8, 8, 8], `${W10} rx7:0 rw10-11 gx7:0 gw10-11 bx7:0 bw10-11`),
  mode('01111', 16, [4, 4, 4], `${W10} rx3:0 rw10-15 gx3:0 gw10-15 bx3:0 bw10-15`),
]);

/** The weights of indices of three and four bits. */
export const BC6H_WEIGHTS = {
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
} as const;

/** Widens to the sixteen bits that are interpolated. */
export function widenBc6h(value: number, width: number): number {
  if (width >= 15 || value === 0) return value;
  return value === (1 << width) - 1 ? 0xffff : ((value << 16) + 0x8000) >> width;
}
