// Chooses partitions: texels are clustered by color (k-means, in integers), partitions are ranked by how many texels they divide otherwise, and the
// nearest ones by what lines through their subsets leave.

import { at } from '../uastc/lanes.js';
import type { AstcBlock } from './block.js';
import { fitLine, measureSubset } from './lines.js';

const LLOYD_ROUNDS = 3;
/** The share of what is along a line that rounded and interpolated weights lose, about. */
const ROUNDED_SHARE = 0.03;

interface Clusters {
  readonly count: number;
  /** The cluster of each texel. */
  readonly membership: readonly number[];
  /** Squared distances from centers. */
  readonly error: number;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0);

/** A rounded mean, with truncation as of integers. */
const mean = (values: readonly number[]): number => Math.trunc((sumOf(values) + (values.length >> 1)) / values.length);

function distances({ texels, channels, tables }: AstcBlock, center: readonly number[]): readonly number[] {
  return Array.from({ length: tables.texels }, (_, i) => {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += (at(at(texels, c), i) - at(center, c)) ** 2;
    return sum;
  });
}

const farthest = (values: readonly number[]): number => values.indexOf(Math.max(...values));

/** Starts with texels that are far from each other. */
function seedCenters(block: AstcBlock, count: number): number[][] {
  const texel = (i: number): number[] => block.texels.map((values) => at(values, i));
  const centers = [texel(farthest(distances(block, block.texels.map(mean))))];
  let nearest = distances(block, at(centers, 0));
  while (centers.length < count) {
    const center = texel(farthest(nearest));
    centers.push(center);
    const away = distances(block, center);
    nearest = nearest.map((d, i) => Math.min(d, at(away, i)));
  }
  return centers;
}

export function clusterTexels(block: AstcBlock, count: number): Clusters {
  const centers = seedCenters(block, count);
  for (let round = 0; ; round++) {
    const away = centers.map((center) => distances(block, center));
    const nearest = at(away, 0).map((_, i) => Math.min(...away.map((own) => at(own, i))));
    const membership = nearest.map((least, i) => away.findIndex((own) => own[i] === least));
    if (round === LLOYD_ROUNDS) return { count, membership, error: sumOf(nearest) };
    for (const cluster of centers.keys()) {
      const members = membership.flatMap((own, i) => (own === cluster ? [i] : []));
      // Empty clusters keep their centers.
      if (members.length > 0) centers[cluster] = block.texels.map((values) => mean(members.map((i) => at(values, i))));
    }
  }
}

const permutations = (items: readonly number[]): readonly (readonly number[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));

/** Texels on which a partition and the clusters agree, in the best assignment of one to the other. */
function agreement(subsets: readonly number[], { count, membership }: Clusters): number {
  const overlaps = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  for (const [i, subset] of subsets.entries()) {
    const row = at(overlaps, subset);
    const cluster = at(membership, i);
    row[cluster] = at(row, cluster) + 1;
  }
  const names = Array.from({ length: count }, (_, i) => i);
  return Math.max(
    ...permutations(names).map((order) => sumOf(order.map((cluster, i) => at(at(overlaps, i), cluster)))),
  );
}

/** What lines through the subsets of a partition leave, with what weights lose. */
function partitionError(block: AstcBlock, subsets: readonly number[], count: number): number {
  let error = 0;
  for (let subset = 0; subset < count; subset++) {
    const line = fitLine(block, measureSubset(block, subsets, subset), -1);
    error += line.error + ROUNDED_SHARE * line.along;
  }
  return error;
}

/** The numbers of the `wanted` best of the `measured` partitions that agree most with the clusters. */
export function choosePartitions(block: AstcBlock, clusters: Clusters, measured: number, wanted: number): number[] {
  const partitions = block.tables.partitions(clusters.count);
  return partitions
    .map(({ subsets }, partition) => ({ subsets, partition, agreed: agreement(subsets, clusters) }))
    .sort((a, b) => b.agreed - a.agreed)
    .slice(0, measured)
    .map(({ subsets, partition }) => ({ partition, error: partitionError(block, subsets, clusters.count) }))
    .sort((a, b) => a.error - b.error)
    .slice(0, wanted)
    .map(({ partition }) => partition);
}
