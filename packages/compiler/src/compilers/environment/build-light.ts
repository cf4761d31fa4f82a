// What lights surfaces in a sky: GGX-prefiltered levels for rough mirrors, and nine coefficients for diffuse ones.

import type { Parallel } from '../../encoding/parallel.js';
import { irradianceOf, meanLightOf, projectSky } from './irradiance.js';
import { growLightTree } from './light-tree.js';
import { type CubeLevel, prefilter } from './prefilter.js';
import { nativeSize, resampleSky } from './resample.js';
import type { Sky } from './sky.js';
import { pointsOf } from './sky-points.js';

export interface Light {
  /** Roughness 0 first. */
  readonly levels: readonly CubeLevel[];
  /** Nine coefficients of red, green and blue each. */
  readonly irradiance: Float32Array;
}

const LARGEST_SIZE = 256;
/** Below it there would be too few levels to step between. */
const SMALLEST_SIZE = 64;
/** Where levels end: a lobe of roughness 1 is wider than a texel of it many times over. */
const LAST_SIZE = 8;
/** Cells of a light tree along an edge. */
const LARGEST_TREE = 1024;

/** Width and height of the first level, a power of two. */
export function lightSizeOf(cubeSize: number): number {
  let size = SMALLEST_SIZE;
  while (size < LARGEST_SIZE && size * 2 <= cubeSize) size *= 2;
  return size;
}

/** As many as the setting asks for and the size allows. */
export function levelCountOf(size: number, asked: number): number {
  let [most, usual] = [1, 1];
  for (let n = size; n > 1; n /= 2) {
    most++;
    if (n > LAST_SIZE) usual++;
  }
  return asked === 0 ? usual : Math.max(2, Math.min(asked, most));
}

/** Of GGX, at a level: the square of its roughness, which grows evenly from level to level. */
export function alphaOf(level: number, levelCount: number): number {
  const roughness = level / (levelCount - 1);
  return roughness * roughness;
}

export async function buildLight(
  sky: Sky,
  mirror: Sky,
  size: number,
  levelCount: number,
  parallel: Parallel,
): Promise<Light> {
  const points = pointsOf(sky);
  const radiance = projectSky(points);
  const tree = growLightTree(points, treeSizeOf(sky), meanLightOf(radiance));
  const wanted = Array.from({ length: levelCount - 1 }, (_, n) => ({
    size: size >> (n + 1),
    alpha: alphaOf(n + 1, levelCount),
  }));
  const first = await resampleSky(mirror, size, parallel);
  const rough = await prefilter(tree, wanted, parallel);
  return { levels: [first, ...rough], irradiance: irradianceOf(radiance) };
}

/** About a texel of the source for each cell. */
function treeSizeOf(sky: Sky): number {
  let size = 16;
  while (size < nativeSize(sky) && size < LARGEST_TREE) size *= 2;
  return size;
}
