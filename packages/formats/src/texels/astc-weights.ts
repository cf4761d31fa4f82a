// ASTC's block modes: the grid of weights, its range and planes. A grid larger than the block is illegal, a smaller one is interpolated.

import { ASTC_RANGES, runBits } from './astc-ranges.js';

/** For each texel four grid points and their weights in sixteenths. */
interface Infill {
  readonly places: Uint8Array;
  readonly shares: Uint8Array;
}

export interface AstcBlockMode {
  readonly width: number;
  readonly height: number;
  readonly planes: 1 | 2;
  /** Index into the ranges. */
  readonly range: number;
  readonly weightBits: number;
}

const MAX_WEIGHTS = 64;
const MIN_WEIGHT_BITS = 24;
const MAX_WEIGHT_BITS = 96;

interface GridShape {
  readonly width: number;
  readonly height: number;
  /** Part of the range's number: three bits, of which the values 2 to 7 are legal. */
  readonly precision: number;
  /** The mode has no bits for two planes and high precision. */
  readonly isPlain?: boolean;
}

/** Modes whose lowest two bits are not zero. */
function commonShape(code: number): GridShape {
  const a = (code >> 5) & 3;
  const b = (code >> 7) & 3;
  const precision = ((code & 3) << 1) | ((code >> 4) & 1);
  switch ((code >> 2) & 3) {
    case 0:
      return { width: b + 4, height: a + 2, precision };
    case 1:
      return { width: b + 8, height: a + 2, precision };
    case 2:
      return { width: a + 2, height: b + 8, precision };
    default:
      return b < 2 ? { width: a + 2, height: b + 6, precision } : { width: b, height: a + 2, precision };
  }
}

/** The other modes, for wide and high grids. */
function rareShape(code: number): GridShape | undefined {
  const a = (code >> 5) & 3;
  const precision = (((code >> 2) & 3) << 1) | ((code >> 4) & 1);
  switch ((code >> 7) & 3) {
    case 0:
      return { width: 12, height: a + 2, precision };
    case 1:
      return { width: a + 2, height: 12, precision };
    case 2:
      return { width: a + 6, height: ((code >> 9) & 3) + 6, precision, isPlain: true };
    default:
      return a === 0 ? { width: 6, height: 10, precision } : a === 1 ? { width: 10, height: 6, precision } : undefined;
  }
}

function parse(code: number): AstcBlockMode | undefined {
  const shape = code & 3 ? commonShape(code) : rareShape(code);
  if (shape === undefined || shape.precision < 2) return undefined;
  const { width, height, precision, isPlain = false } = shape;
  const planes = !isPlain && code & 1024 ? 2 : 1;
  const range = precision - 2 + (!isPlain && code & 512 ? 6 : 0);
  const packing = ASTC_RANGES[range];
  if (packing === undefined || width * height * planes > MAX_WEIGHTS) return undefined;
  const weightBits = runBits(packing, width * height * planes);
  if (weightBits < MIN_WEIGHT_BITS || weightBits > MAX_WEIGHT_BITS) return undefined;
  return { width, height, planes, range, weightBits };
}

let modes: readonly (AstcBlockMode | undefined)[] | undefined;

/** Undefined for modes that are reserved. */
export function astcBlockMode(code: number): AstcBlockMode | undefined {
  // With the first block: programs that decode no ASTC need no table.
  modes ??= Array.from({ length: 2048 }, (_, mode) => parse(mode));
  return modes[code];
}

/** How a grid of weights is interpolated for the texels of a block. */
export function spreadGrid(blockWidth: number, blockHeight: number, width: number, height: number): Infill {
  const places = new Uint8Array(blockWidth * blockHeight * 4);
  const shares = new Uint8Array(blockWidth * blockHeight * 4);
  const stepX = Math.floor((1024 + (blockWidth >> 1)) / (blockWidth - 1));
  const stepY = Math.floor((1024 + (blockHeight >> 1)) / (blockHeight - 1));
  for (let y = 0, at = 0; y < blockHeight; y++)
    for (let x = 0; x < blockWidth; x++, at += 4) {
      // Sixteenths of a grid cell.
      const s = (stepX * x * (width - 1) + 32) >> 6;
      const t = (stepY * y * (height - 1) + 32) >> 6;
      const first = (s >> 4) + (t >> 4) * width;
      const both = ((s & 15) * (t & 15) + 8) >> 4;
      places.set([first, first + 1, first + width, first + width + 1], at);
      shares.set([16 - (s & 15) - (t & 15) + both, (s & 15) - both, (t & 15) - both, both], at);
    }
  return { places, shares };
}
