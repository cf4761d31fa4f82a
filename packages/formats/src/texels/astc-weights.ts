// ASTC's block modes for blocks of 4×4 texels: the grid of weights, its range and planes. Larger grids are illegal, smaller ones are
// interpolated.

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
  readonly infill: Infill;
}

function spreadGrid(width: number, height: number): Infill {
  const places = new Uint8Array(64);
  const shares = new Uint8Array(64);
  for (let i = 0; i < 16; i++) {
    // Sixteenths of a grid cell; 342 is 1024 over the three steps of a side.
    const s = (342 * (i & 3) * (width - 1) + 32) >> 6;
    const t = (342 * (i >> 2) * (height - 1) + 32) >> 6;
    const first = (s >> 4) + (t >> 4) * width;
    const both = ((s & 15) * (t & 15) + 8) >> 4;
    places.set([first, first + 1, first + width, first + width + 1], i * 4);
    shares.set([16 - (s & 15) - (t & 15) + both, (s & 15) - both, (t & 15) - both, both], i * 4);
  }
  return { places, shares };
}

/** Of eleven bits only these shapes give grids of at most 4×4: width 4, or width 2 and 3. */
function parse(code: number): AstcBlockMode | undefined {
  if ((code & 3) === 0) return undefined;
  const shape = (code >> 2) & 3;
  const b = (code >> 7) & 3;
  const width = shape === 0 && b === 0 ? 4 : shape === 3 && b >= 2 ? b : 0;
  const height = ((code >> 5) & 3) + 2;
  if (width === 0 || height > 4) return undefined;
  const planes = code & 1024 ? 2 : 1;
  const range = ((code >> 4) & 1) + (code & 3) * 2 - 2 + (code & 512 ? 6 : 0);
  const packing = ASTC_RANGES[range];
  if (packing === undefined) return undefined;
  const weightBits = runBits(packing, width * height * planes);
  if (weightBits < 24 || weightBits > 96) return undefined;
  return { width, height, planes, range, weightBits, infill: spreadGrid(width, height) };
}

const MODES = Array.from({ length: 2048 }, (_, code) => parse(code));

/** Undefined for modes that are reserved or do not fit into a block of 4×4. */
export const astcBlockMode = (code: number): AstcBlockMode | undefined => MODES[code];
