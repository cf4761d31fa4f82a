// Prefilters light for specular reflection: each texel of a cube is the mean of the sky weighted by n·l D(h) of GGX, viewed along the normal. No random
// samples: every texel of the source counts, through the cells of a light tree, so that a one-texel sun gives smooth results. Texels are filtered in
// tiles that share a list of cells. A tile depends only on the tree, so any division over threads gives the same bytes.

import { LobeKernel } from '@assetc/kernels';
import type { Parallel } from '../../encoding/parallel.js';
import { sharedFloats } from '../../model/image/hdr-image.js';
import { directionOf, texelCenter } from './cube-face.js';
import type { LightTree } from './light-tree.js';
import { CellList } from './lobe-cells.js';

/** A level of a cube: RGBA of six faces, one after another. */
export interface CubeLevel {
  readonly size: number;
  readonly texels: Float32Array;
}

/** The payload of a `prefilter` task. */
interface PrefilterJob {
  readonly tree: LightTree;
  readonly levels: readonly (CubeLevel & { readonly alpha: number })[];
  /** For each index: level, face, row of tiles. */
  readonly rows: Uint32Array;
}

const TILE_SIZE = 8;
/**
 * Cell width relative to the lobe, at a level of REFERENCE_SIZE texels; smaller levels have fewer texels and can afford finer cells. The error is
 * quadratic: 1/5 gives about 0.1 % at most levels and skies, 1/12 a tenth of that in four times the time.
 */
const CELL_WIDTH = 1 / 5;
const REFERENCE_SIZE = 128;

/** One level per entry of `wanted`. */
export async function prefilter(
  tree: LightTree,
  wanted: readonly { readonly size: number; readonly alpha: number }[],
  parallel: Parallel,
): Promise<readonly CubeLevel[]> {
  const levels = wanted.map(({ size, alpha }) => ({ size, alpha, texels: sharedFloats(6 * size * size * 4) }));
  const rows: number[] = [];
  for (const [n, { size }] of levels.entries())
    for (let face = 0; face < 6; face++) for (let row = 0; row * TILE_SIZE < size; row++) rows.push(n, face, row);
  const job: PrefilterJob = { tree, levels, rows: Uint32Array.from(rows) };
  await parallel('prefilter', rows.length / 3, job);
  return levels;
}

let kernel: LobeKernel | undefined;
let cachedList: { readonly tree: LightTree; readonly list: CellList } | undefined;

/** Filters one row of tiles. */
export function prefilterRow({ tree, levels, rows }: PrefilterJob, index: number): void {
  const [n = 0, face = 0, row = 0] = rows.subarray(index * 3, index * 3 + 3);
  const level = levels[n];
  if (level === undefined) throw new Error(`row ${index} names level ${n}, which is not there`);
  kernel ??= new LobeKernel();
  if (cachedList?.tree !== tree) cachedList = { tree, list: new CellList(tree) };
  for (let column = 0; column * TILE_SIZE < level.size; column++)
    filterTile(level, face, row, column, cachedList.list, kernel);
}

function filterTile(
  { size, alpha, texels }: PrefilterJob['levels'][number],
  face: number,
  tileRow: number,
  tileColumn: number,
  list: CellList,
  kernel: LobeKernel,
): void {
  const [left, top] = [tileColumn * TILE_SIZE, tileRow * TILE_SIZE];
  const [tileWidth, tileHeight] = [Math.min(TILE_SIZE, size - left), Math.min(TILE_SIZE, size - top)];
  const directions = new Float32Array(tileWidth * tileHeight * 3);
  const direction = new Float64Array(3);
  for (let i = 0; i < tileWidth * tileHeight; i++) {
    const [x, y] = [left + (i % tileWidth), top + Math.floor(i / tileWidth)];
    directionOf(face, texelCenter(x, size), texelCenter(y, size), direction);
    directions.set(direction, i * 3);
  }
  const [s, t] = [(2 * left + tileWidth) / size - 1, (2 * top + tileHeight) / size - 1];
  directionOf(face, s, t, direction);
  const [x = 0, y = 0, z = 0] = direction;
  list.gather({ x, y, z, radius: maxDistance(directions, x, y, z), alpha, cellWidth: cellWidthAt(size) });
  const sums = new Float32Array(tileWidth * tileHeight * 4);
  kernel.sum({ cells: list.cells, cellCount: list.count, directions, alpha, sums });
  for (let i = 0; i < tileWidth * tileHeight; i++) {
    const to = ((face * size + top + Math.floor(i / tileWidth)) * size + left + (i % tileWidth)) * 4;
    const weight = sums[i * 4 + 3] ?? 0;
    for (let k = 0; k < 3; k++) texels[to + k] = (sums[i * 4 + k] ?? 0) / weight;
    texels[to + 3] = 1;
  }
}

const cellWidthAt = (size: number): number => CELL_WIDTH * Math.min(1, Math.sqrt(size / REFERENCE_SIZE));

function maxDistance(directions: Float32Array, x: number, y: number, z: number): number {
  let square = 0;
  for (let i = 0; i < directions.length; i += 3) {
    const [dx, dy, dz] = [(directions[i] ?? 0) - x, (directions[i + 1] ?? 0) - y, (directions[i + 2] ?? 0) - z];
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(square);
}
