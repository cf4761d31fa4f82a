import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importHdr } from '../../importers/image/import-hdr.js';
import { alphaOf, buildLight } from './build-light.js';
import { directionOf, faceOf, texelCenter } from './cube-face.js';
import type { CubeLevel } from './prefilter.js';
import type { Sky } from './sky.js';
import { pointsOf } from './sky-points.js';
import { onOneThread } from './testing/environment-tasks.js';
import { equirect, stripedSky, sumEveryTexel, sunnySky } from './testing/skies.js';

const corpus = process.env.ASSETC_CORPUS ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const venice = join(corpus, 'hdr/venice_sunset_1k.hdr');
const LEVELS = 6;
const SIZE = 256;
const DIRECTIONS = process.env.ASSETC_LONG === '1' ? 64 : 24;

/** Pseudo-random texels of a level, the same each time. */
function texelsOf(size: number, count: number): readonly number[] {
  let state = size;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * 6 * size * size);
  });
}

function directionTo(texel: number, size: number): Float64Array {
  const out = new Float64Array(3);
  const face = Math.floor(texel / size / size);
  directionOf(face, texelCenter(texel % size, size), texelCenter(Math.floor(texel / size) % size, size), out);
  return out;
}

/** Relative errors of some directions at a level, in ascending order. */
function errorsOf({ size, texels }: CubeLevel, sky: Sky, alpha: number): readonly number[] {
  const chosen = texelsOf(size, DIRECTIONS);
  const directions = Float64Array.from(chosen.flatMap((texel) => [...directionTo(texel, size)]));
  const wanted = sumEveryTexel(pointsOf(sky), directions, alpha);
  const errors = chosen.flatMap((texel, n) =>
    [0, 1, 2].map((k) => Math.abs((texels[texel * 4 + k] ?? 0) / (wanted[n * 3 + k] ?? 0) - 1)),
  );
  return errors.sort((a, b) => a - b);
}

async function expectClose(sky: Sky): Promise<void> {
  const { levels } = await buildLight(sky, sky, SIZE, LEVELS, onOneThread);
  for (const [n, level] of levels.entries()) {
    if (n === 0) continue;
    const errors = errorsOf(level, sky, alphaOf(n, LEVELS));
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    // The targets are 1 % and 5 %.
    expect(mean).toBeLessThan(0.002);
    expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(0.01);
  }
}

describe('every level is close to the sum over every texel', () => {
  test('for a small sun', () => expectClose(sunnySky(512)));
  test('for stripes', () => expectClose(stripedSky(512)));
  test.skipIf(!existsSync(venice))('for a photographed sky', async () => {
    const bytes = readFileSync(venice);
    const image = await importHdr({ file: venice, bytes, limit: 4096, warn: () => {} });
    await expectClose({ shape: 'equirect', image, rotation: { sine: 0, cosine: 1 } });
  });
});

test('a constant sky stays constant at all levels', async () => {
  const { levels } = await buildLight(
    equirect(256, () => [0.7, 3, 11000]),
    equirect(256, () => [0.7, 3, 11000]),
    64,
    4,
    onOneThread,
  );
  let worst = 0;
  for (const { texels } of levels)
    for (let at = 0; at < texels.length; at += 4)
      for (const [k, value] of [0.7, 3, 11000].entries())
        worst = Math.max(worst, Math.abs((texels[at + k] ?? 0) / value - 1));
  expect(worst).toBeLessThan(1e-4);
});

test('faces match at their edges: a texel and its neighbor across an edge differ no more than neighbors on a face', async () => {
  const sky = sunnySky(512);
  const { levels } = await buildLight(sky, sky, SIZE, LEVELS, onOneThread);
  for (const { size, texels } of levels.slice(1)) {
    const stepOf = (a: number, b: number) => Math.abs(Math.log((texels[a * 4] ?? 0) / (texels[b * 4] ?? 0)));
    let [inside, across] = [0, 0];
    for (let texel = 0; texel < 6 * size * size; texel++) {
      const column = texel % size;
      if (column + 1 < size) inside = Math.max(inside, stepOf(texel, texel + 1));
      else across = Math.max(across, stepOf(texel, rightOf(texel, size)));
    }
    expect(across).toBeLessThanOrEqual(inside * 1.5);
  }
});

/** The texel beyond the right edge. */
function rightOf(texel: number, size: number): number {
  const face = Math.floor(texel / size / size);
  const direction = new Float64Array(3);
  directionOf(face, texelCenter(size, size), texelCenter(Math.floor(texel / size) % size, size), direction);
  const place = new Float64Array(3);
  faceOf(direction[0] ?? 0, direction[1] ?? 0, direction[2] ?? 0, place);
  const along = (s: number) => Math.min(size - 1, Math.floor(((s + 1) / 2) * size));
  return ((place[0] ?? 0) * size + along(place[2] ?? 0)) * size + along(place[1] ?? 0);
}
