// UASTC to BC1, always with four colors: endpoints and codes by the block's hint if it is set, else fitted to the texels. Integers only.

import { BEST_THIRDS, color0, color1, fitBc1 } from './bc1-fit';
import { match, packBc1, to565 } from './bc1-pack';
import { ENDPOINTS, readEndpoints, readWeights, TEXELS, WEIGHTS } from './texels';
import { bitsFrom, hintsAt, mode, SOLID, solidColor, weightBits } from './unpack';

/** Each texel's position from color 0 to color 1, in thirds. */
const THIRDS: usize = memory.data(16, 16);

/** A block of one color, as near as a mix of two thirds and one third is. */
export function flatBc1(color: u32): u64 {
  const r: i32 = color & 255;
  const g: i32 = (color >> 8) & 255;
  const b: i32 = (color >> 16) & 255;
  memory.fill(THIRDS, 1, 16);
  return packBc1(match(r, g, b, 0), match(r, g, b, 1), THIRDS);
}

/** TEXELS must have the block. */
export function toBc1(): u64 {
  if (mode === SOLID) return flatBc1(solidColor);
  const hints = i32(bitsFrom(hintsAt()));
  if (hints & 1) return hinted();
  return fitted();
}

/** By bits: the first weights of one, two and three thirds, a byte each. */
const THIRDS_FROM: usize = memory.data<u32>([0, 0x010101, 0x030201, 0x060402, 0x0d0803, 0x1a1006]);

/** Sets THIRDS by the block's weights. */
function weightsToThirds(): void {
  readWeights();
  const weights = v128.load(WEIGHTS);
  const from = load<u32>(THIRDS_FROM + (usize(weightBits()) << 2));
  let thirds = i8x16.ge_u(weights, i8x16.splat(i8(from)));
  thirds = i8x16.add(thirds, i8x16.ge_u(weights, i8x16.splat(i8(from >> 8))));
  v128.store(THIRDS, i8x16.neg(i8x16.add(thirds, i8x16.ge_u(weights, i8x16.splat(i8(from >> 16))))));
}

/** Uses the block's endpoints and weights. */
function hinted(): u64 {
  readEndpoints();
  weightsToThirds();
  const first = to565(load<u8>(ENDPOINTS), load<u8>(ENDPOINTS, 1), load<u8>(ENDPOINTS, 2));
  const second = to565(load<u8>(ENDPOINTS, 4), load<u8>(ENDPOINTS, 5), load<u8>(ENDPOINTS, 6));
  return packBc1(first, second, THIRDS);
}

function fitted(): u64 {
  return fitBc1() ? packBc1(color0, color1, BEST_THIRDS) : flatBc1(load<u32>(TEXELS));
}
