// Light as rough mirrors see it: for each texel of a cube the mean of the sky under n·l D(h) of GGX, seen along the normal. No samples are drawn: every texel
// of the source counts, through the cells of a light tree, so that a sun of one texel is as smooth as a cloud. Texels are filtered in tiles that
// share a list of cells; a tile depends on nothing but the tree, so that any division gives the same bytes.

import { LobeKernel } from '@assetc/kernels';
import type { Parallel } from '../../encoding/parallel.js';
import { sharedFloats } from '../../model/hdr-image.js';
import { directionOf, middleOf } from './cube-face.js';
import type { LightTree } from './light-tree.js';
import { CellList } from './lobe-cells.js';

/** A level of a cube: RGBA of six faces, one after the other. */
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

const TILE = 8;
/**
 * Of cells, in widths of the lobe, at a level of WIDE_SIZE texels; smaller levels have fewer texels, and can afford finer ones. The error goes by its
 * square: of 1/5 some 0.1 % at most levels and skies, of 1/12 a tenth of that for four times the time.
 */
const CELL_WIDTH = 1 / 5;
const WIDE_SIZE = 128;

/** A level for each of `wanted`. */
export async function prefilter(
  tree: LightTree,
  wanted: readonly { readonly size: number; readonly alpha: number }[],
  parallel: Parallel,
): Promise<readonly CubeLevel[]> {
  const levels = wanted.map(({ size, alpha }) => ({ size, alpha, texels: sharedFloats(6 * size * size * 4) }));
  const rows: number[] = [];
  for (const [n, { size }] of levels.entries())
    for (let face = 0; face < 6; face++) for (let row = 0; row * TILE < size; row++) rows.push(n, face, row);
  const job: PrefilterJob = { tree, levels, rows: Uint32Array.from(rows) };
  await parallel('prefilter', rows.length / 3, job);
  return levels;
}

let kernel: LobeKernel | undefined;
let last: { readonly tree: LightTree; readonly list: CellList } | undefined;

/** One row of tiles. */
export function prefilterRow({ tree, levels, rows }: PrefilterJob, index: number): void {
  const [n = 0, face = 0, row = 0] = rows.subarray(index * 3, index * 3 + 3);
  const level = levels[n];
  if (level === undefined) throw new Error(`row ${index} names level ${n}, which is not there`);
  kernel ??= new LobeKernel();
  if (last?.tree !== tree) last = { tree, list: new CellList(tree) };
  for (let column = 0; column * TILE < level.size; column++) filterTile(level, face, row, column, last.list, kernel);
}

function filterTile(
  { size, alpha, texels }: PrefilterJob['levels'][number],
  face: number,
  tileRow: number,
  tileColumn: number,
  list: CellList,
  kernel: LobeKernel,
): void {
  const [left, top] = [tileColumn * TILE, tileRow * TILE];
  const [across, down] = [Math.min(TILE, size - left), Math.min(TILE, size - top)];
  const directions = new Float32Array(across * down * 3);
  const direction = new Float64Array(3);
  for (let i = 0; i < across * down; i++) {
    const [x, y] = [left + (i % across), top + Math.floor(i / across)];
    directionOf(face, middleOf(x, size), middleOf(y, size), direction);
    directions.set(direction, i * 3);
  }
  const [s, t] = [(2 * left + across) / size - 1, (2 * top + down) / size - 1];
  directionOf(face, s, t, direction);
  const [x = 0, y = 0, z = 0] = direction;
  list.gather({ x, y, z, radius: farthest(directions, x, y, z), alpha, cellWidth: cellWidthAt(size) });
  const sums = new Float32Array(across * down * 4);
  kernel.sum({ cells: list.cells, cellCount: list.count, directions, alpha, sums });
  for (let i = 0; i < across * down; i++) {
    const to = ((face * size + top + Math.floor(i / across)) * size + left + (i % across)) * 4;
    const weight = sums[i * 4 + 3] ?? 0;
    for (let k = 0; k < 3; k++) texels[to + k] = (sums[i * 4 + k] ?? 0) / weight;
    texels[to + 3] = 1;
  }
}

const cellWidthAt = (size: number): number => CELL_WIDTH * Math.min(1, Math.sqrt(size / WIDE_SIZE));

function farthest(directions: Float32Array, x: number, y: number, z: number): number {
  let square = 0;
  for (let i = 0; i < directions.length; i += 3) {
    const [dx, dy, dz] = [(directions[i] ?? 0) - x, (directions[i + 1] ?? 0) - y, (directions[i + 2] ?? 0) - z];
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(square);
}
