// Computes lighting from a sky: GGX-prefiltered levels for specular reflection, and nine coefficients for diffuse light.

import type { Parallel } from '../../encoding/parallel.js';
import { irradianceOf, meanLightOf, projectSky } from './irradiance.js';
import { buildLightTree } from './light-tree.js';
import { type CubeLevel, prefilter } from './prefilter.js';
import { nativeSize, resampleSky } from './resample.js';
import type { Sky } from './sky.js';
import { pointsOf } from './sky-points.js';

export interface Light {
  /** Roughness 0 first. */
  readonly levels: readonly CubeLevel[];
  /** Nine coefficients with red, green and blue each. */
  readonly irradiance: Float32Array;
}

const MAX_SIZE = 256;
/** Smaller cubes would have too few levels. */
const MIN_SIZE = 64;
/** Size of the last level: a lobe of roughness 1 is much wider than one of its texels. */
const LAST_LEVEL_SIZE = 8;
/** Maximum cells of a light tree along an edge. */
const MAX_TREE_SIZE = 1024;

/** Width and height of the first level, a power of two. */
export function lightSizeOf(cubeSize: number): number {
  let size = MIN_SIZE;
  while (size < MAX_SIZE && size * 2 <= cubeSize) size *= 2;
  return size;
}

/** The requested number of levels, as far as the size allows. 0 requests the default. */
export function levelCountOf(size: number, requested: number): number {
  let [max, defaultCount] = [1, 1];
  for (let n = size; n > 1; n /= 2) {
    max++;
    if (n > LAST_LEVEL_SIZE) defaultCount++;
  }
  return requested === 0 ? defaultCount : Math.max(2, Math.min(requested, max));
}

/** The GGX alpha at a level: the square of its roughness, which grows linearly from level to level. */
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
  const tree = buildLightTree(points, treeSizeOf(sky), meanLightOf(radiance));
  const roughLevels = Array.from({ length: levelCount - 1 }, (_, n) => ({
    size: size >> (n + 1),
    alpha: alphaOf(n + 1, levelCount),
  }));
  const first = await resampleSky(mirror, size, parallel);
  const rough = await prefilter(tree, roughLevels, parallel);
  return { levels: [first, ...rough], irradiance: irradianceOf(radiance) };
}

/** About one cell per texel of the source. */
function treeSizeOf(sky: Sky): number {
  let size = 16;
  while (size < nativeSize(sky) && size < MAX_TREE_SIZE) size *= 2;
  return size;
}
