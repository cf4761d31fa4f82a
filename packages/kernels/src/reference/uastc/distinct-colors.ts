// The distinct colors of a block, if they are few enough for exhaustive search. Twin of the kernel's distinct-colors.

import { ALL_TEXELS } from './block.js';
import { at, CHANNELS, type Lanes } from './lanes.js';

/** Blocks of up to this many colors are searched, if a channel spans this much and this many neighbors are equal. */
const FEW = 6;
const FLAT_ART = 16;
const EQUAL_NEIGHBORS = 3;

export interface BlockColor {
  readonly value: Lanes;
  readonly texels: readonly number[];
}

const same = (a: Lanes, b: Lanes): boolean => CHANNELS.every((i) => a[i] === b[i]);

/** The number of equal neighbors, where the last texel of a row is a neighbor of the first. */
function equalNeighbors(texels: readonly Lanes[]): number {
  const right = (t: number): number => (t & 12) | ((t + 1) & 3);
  const across = ALL_TEXELS.filter((t) => same(at(texels, t), at(texels, right(t))));
  const down = ALL_TEXELS.filter((t) => t < 12 && same(at(texels, t), at(texels, t + 4)));
  return across.length + down.length;
}

/** Whether several neighbors are equal, as in drawings. */
export const isDrawn = (texels: readonly Lanes[]): boolean => equalNeighbors(texels) >= EQUAL_NEIGHBORS;

/** The colors in the order of their first texels; empty if there are too many. */
export function listColors(texels: readonly Lanes[]): readonly BlockColor[] {
  if (!isDrawn(texels)) return [];
  const firsts = ALL_TEXELS.filter((t) => texels.findIndex((other) => same(other, at(texels, t))) === t);
  if (firsts.length > FEW) return [];
  return firsts.map((first) => ({
    value: at(texels, first),
    texels: ALL_TEXELS.filter((t) => same(at(texels, t), at(texels, first))),
  }));
}

/** Whether the texels are not near colors. */
export const isFlatArt = (texels: readonly Lanes[]): boolean =>
  CHANNELS.some((i) => Math.max(...texels.map((t) => t[i])) - Math.min(...texels.map((t) => t[i])) >= FLAT_ART);
