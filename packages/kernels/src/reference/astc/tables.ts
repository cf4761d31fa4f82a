// What depends on the block size alone: grids with their block modes, and partitions.

import { at } from '../uastc/lanes.js';
import { buildGrid, type Grid } from './grids.js';
import { runBits } from './ranges.js';

export interface BlockMode {
  readonly code: number;
  readonly grid: Grid;
  readonly range: number;
  readonly bits: number;
}
interface GridModes {
  readonly grid: Grid;
  /** With one plane of weights, and with two. */
  readonly modes: readonly [readonly BlockMode[], readonly BlockMode[]];
}
interface Partition {
  readonly seed: number;
  /** The subset of each texel. */
  readonly subsets: readonly number[];
}
export interface Tables {
  readonly width: number;
  readonly height: number;
  readonly texels: number;
  /** By height, then by width. */
  readonly grids: readonly GridModes[];
  /** By number of subsets. */
  readonly partitions: (count: number) => readonly Partition[];
}

interface ParsedMode {
  readonly width: number;
  readonly height: number;
  readonly precision: number;
  /** Has neither a second plane nor high precision. */
  readonly isPlain: boolean;
}

function parseMode(code: number): ParsedMode {
  const [a, bit] = [(code >> 5) & 3, (code >> 4) & 1];
  if ((code & 3) !== 0) {
    const b = (code >> 7) & 3;
    const sizes = [[b + 4, a + 2], [b + 8, a + 2], [a + 2, b + 8], b < 2 ? [a + 2, b + 6] : [b, a + 2]] as const;
    const [width = 0, height = 0] = at(sizes, (code >> 2) & 3);
    return { width, height, precision: ((code & 3) << 1) | bit, isPlain: false };
  }
  const kind = (code >> 7) & 3;
  const last = a === 0 ? [6, 10] : a === 1 ? [10, 6] : [0, 0];
  const [width = 0, height = 0] = at([[12, a + 2], [a + 2, 12], [a + 6, ((code >> 9) & 3) + 6], last], kind);
  return { width, height, precision: (((code >> 2) & 3) << 1) | bit, isPlain: kind === 2 };
}

/** The modes of a grid: of codes that mean the same, the first. */
function modesOf(grid: Grid, planes: number): readonly BlockMode[] {
  const modes: BlockMode[] = [];
  for (let code = 0; code < 2048; code++) {
    const { width, height, precision, isPlain } = parseMode(code);
    if (precision < 2 || width !== grid.width || height !== grid.height) continue;
    if (planes !== (!isPlain && (code & 1024) !== 0 ? 2 : 1)) continue;
    const range = precision - 2 + (!isPlain && (code & 512) !== 0 ? 6 : 0);
    const points = grid.count * planes;
    const bits = runBits(range, points);
    if (points > 64 || bits < 24 || bits > 96 || modes.some((mode) => mode.range === range)) continue;
    modes.push({ code, grid, range, bits });
  }
  return modes;
}

function hash(seed: number): number {
  let p = seed >>> 0;
  p = (p ^ (p >>> 15)) >>> 0;
  p = (p - (p << 17)) >>> 0;
  p = (p + (p << 7)) >>> 0;
  p = (p + (p << 4)) >>> 0;
  p = (p ^ (p >>> 5)) >>> 0;
  p = (p + (p << 16)) >>> 0;
  p = (p ^ (p >>> 7)) >>> 0;
  p = (p ^ (p >>> 3)) >>> 0;
  p = (p ^ (p << 6)) >>> 0;
  return (p ^ (p >>> 17)) >>> 0;
}

function divide(width: number, height: number, seed: number, count: number): readonly number[] {
  const random = hash(seed + (count - 1) * 1024);
  const [even, odd] = [(seed & 2) !== 0 ? 4 : 5, count === 3 ? 6 : 5];
  const [first, second] = (seed & 1) !== 0 ? [even, odd] : [odd, even];
  const slope = (i: number): number => (((random >>> (i * 4)) & 15) ** 2) >> ((i & 1) !== 0 ? second : first);
  // Blocks of fewer than 31 texels count in steps of two.
  const step = width * height < 31 ? 2 : 1;
  return Array.from({ length: width * height }, (_, texel) => {
    const [x, y] = [(texel % width) * step, Math.trunc(texel / width) * step];
    const rises = Array.from({ length: count }, (__, i) => {
      const offset = random >>> (14 - i * 4);
      return (slope(i * 2) * x + slope(i * 2 + 1) * y + offset) & 63;
    });
    return rises.indexOf(Math.max(...rises));
  });
}

/** Of seeds that divide alike, apart from the order of subsets, the first; none that leaves a subset empty. */
function buildPartitions(width: number, height: number, count: number): readonly Partition[] {
  const seen = new Set<string>();
  return Array.from({ length: 1024 }, (_, seed) => ({ seed, subsets: divide(width, height, seed, count) })).filter(
    ({ subsets }) => {
      const names = [...new Set(subsets)];
      const canonical = subsets.map((subset) => names.indexOf(subset)).join('');
      const isNew = names.length === count && !seen.has(canonical);
      if (isNew) seen.add(canonical);
      return isNew;
    },
  );
}

const known = new Map<string, Tables>();

export function tablesOf(width: number, height: number): Tables {
  const name = `${width}x${height}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const sizes = Array.from({ length: 121 }, (_, slot) => [(slot % 11) + 2, Math.trunc(slot / 11) + 2] as const);
  const grids = sizes
    .filter(([w, h]) => w <= width && h <= height && w * h <= 64)
    .map(([w, h]): GridModes => {
      const grid = buildGrid(width, height, w, h);
      return { grid, modes: [modesOf(grid, 1), modesOf(grid, 2)] };
    });
  const partitions = new Map<number, readonly Partition[]>();
  const tables: Tables = {
    width,
    height,
    texels: width * height,
    grids,
    partitions: (count) => {
      const built = partitions.get(count) ?? buildPartitions(width, height, count);
      partitions.set(count, built);
      return built;
    },
  };
  known.set(name, tables);
  return tables;
}
