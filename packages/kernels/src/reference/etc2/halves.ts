// ETC1's two halves. Twin of the kernel's halves: the same bases are entered in the same order.

import { type Color, type Etc2Block, halfOf, measureHalf, shifted, sumOf, total } from './block.js';

interface Base {
  readonly color: Color;
  readonly table: number;
  readonly error: number;
}

export interface Halves {
  readonly error: number;
  readonly flip: number;
  readonly isDiff: boolean;
  readonly first: Base;
  readonly second: Base;
}

const SMALL = [2, 5, 9, 13, 18, 24, 33, 47];
const LARGE = [8, 17, 29, 42, 60, 80, 106, 183];
/** The small and the large shade of each table. */
export const SHADES = SMALL.map((small, table): readonly [number, number] => [small, LARGE[table] ?? 0]);
const KEPT = 3;

const map = (color: Color, of: (v: number, i: 0 | 1 | 2) => number): Color => [
  of(color[0], 0),
  of(color[1], 1),
  of(color[2], 2),
];
export const expand = (v: number, isDiff: boolean): number => (isDiff ? (v << 3) | (v >> 2) : v * 17);
const limitOf = (isDiff: boolean): number => (isDiff ? 31 : 15);

/** The palette of a stored base: brighter by small and large, then darker. */
export function shadesOf(color: Color, table: number, isDiff: boolean): readonly Color[] {
  const [small, large] = [SMALL[table] ?? 0, LARGE[table] ?? 0];
  const wide = map(color, (v) => expand(v, isDiff));
  return [small, large, -small, -large].map((shade) => shifted(wide, shade));
}

/** A list of the best bases of a half, sorted, short and without duplicates. */
class BaseList {
  readonly bases: Base[] = [];
  constructor(
    readonly block: Etc2Block,
    readonly half: number,
    readonly isDiff: boolean,
  ) {}

  get best(): Base | undefined {
    return this.bases[0];
  }

  enter(color: Color, table: number): boolean {
    if (this.bases.some((base) => base.table === table && base.color.every((v, i) => v === color[i]))) return false;
    const error = measureHalf(this.block, this.half, shadesOf(color, table, this.isDiff));
    const last = this.bases[KEPT - 1];
    if (last !== undefined && error >= last.error) return false;
    const worse = this.bases.findIndex((base) => base.error > error);
    this.bases.splice(worse < 0 ? this.bases.length : worse, 0, { color, table, error });
    this.bases.splice(KEPT);
    return true;
  }
}

/** Per texel, the weighted sum of its differences from a base. */
const weightedDifferences = ({ metric }: Etc2Block, texels: readonly Color[], base: Color): readonly number[] =>
  texels.map((t) => total(map(t, (v, i) => (v - base[i]) * metric[i])));

function shadesFor({ metric }: Etc2Block, differences: readonly number[], table: number): readonly number[] {
  const border = (total(metric) * ((SMALL[table] ?? 0) + (LARGE[table] ?? 0))) >> 1;
  return differences.map((v) => ((Math.abs(v) > border ? LARGE[table] : SMALL[table]) ?? 0) * (v < 0 ? -1 : 1));
}

const quantize = (eightfold: number, isDiff: boolean): number =>
  Math.min(Math.max(Math.trunc((eightfold * limitOf(isDiff) + 127 * 8) / (255 * 8)), 0), limitOf(isDiff));

function fillList(block: Etc2Block, half: number, isDiff: boolean, tables: number): BaseList {
  const list = new BaseList(block, half, isDiff);
  const texels = halfOf(block, half);
  const sums: Color = [sumOf(texels, 0), sumOf(texels, 1), sumOf(texels, 2)];
  const differences = weightedDifferences(
    block,
    texels,
    map(sums, (v) => (v + 4) >> 3),
  );
  const weight = total(block.metric);
  const ranked = SMALL.map((_, table) => {
    const shades = shadesFor(block, differences, table);
    const gain = total(shades.map((s, i) => s * (weight * s - 2 * (differences[i] ?? 0))));
    return { table, gain, shadeSum: total(shades) };
  }).sort((a, b) => a.gain - b.gain || a.table - b.table);
  const less = (shadeSum: number): Color => map(sums, (v) => quantize(v - shadeSum, isDiff));
  for (const { table, shadeSum } of ranked.slice(0, tables)) {
    const color = less(shadeSum);
    if (list.enter(color, table)) {
      const again = weightedDifferences(
        block,
        texels,
        map(color, (v) => expand(v, isDiff)),
      );
      list.enter(less(total(shadesFor(block, again, table))), table);
    }
    list.enter(less(0), table);
  }
  return list;
}

function climb(list: BaseList): void {
  let before = Number.POSITIVE_INFINITY;
  for (let best = list.best; best !== undefined && best.error < before && best.error > 0; best = list.best) {
    before = best.error;
    const { color, table } = best;
    for (const channel of [0, 1, 2] as const)
      for (const step of [-1, 1]) {
        const moved = map(color, (v, i) => (i === channel ? v + step : v));
        if (moved.every((v) => v >= 0 && v <= limitOf(list.isDiff))) list.enter(moved, table);
      }
    if (table > 0) list.enter(color, table - 1);
    if (table < 7) list.enter(color, table + 1);
  }
}

const isNear = (a: Base, b: Base): boolean =>
  a.color.every((v, i) => (b.color[i] ?? 0) - v >= -4 && (b.color[i] ?? 0) - v <= 3);

/** Moves a base so close to another that their difference can be stored, and finds its table again. */
function moveNear(block: Etc2Block, fixed: Base, moved: Base, half: number, isSecond: boolean): Base | undefined {
  const low = isSecond ? -4 : -3;
  const color = map(fixed.color, (v, i) => v + Math.min(Math.max(moved.color[i] - v, low), low + 7));
  const list = new BaseList(block, half, true);
  for (let table = Math.max(moved.table - 1, 0); table <= Math.min(moved.table + 2, 7); table++)
    list.enter(color, table);
  return list.best;
}

export function searchHalves(block: Etc2Block, level: number): Halves | undefined {
  let found: Halves | undefined;
  const keep = (first: Base | undefined, second: Base | undefined, flip: number, isDiff: boolean): void => {
    if (first === undefined || second === undefined) return;
    const error = first.error + second.error;
    if (found === undefined || error < found.error) found = { error, flip, isDiff, first, second };
  };
  const tables = [1, 2, 3, 8][level] ?? 1;
  const lists = (flip: number, isDiff: boolean): readonly [BaseList, BaseList] => {
    const pair = [fillList(block, flip * 2, isDiff, tables), fillList(block, flip * 2 + 1, isDiff, tables)] as const;
    if (level > 1) pair.forEach(climb);
    return pair;
  };
  for (const flip of [0, 1]) {
    const [first, second] = lists(flip, true);
    for (const a of first.bases) for (const b of second.bases) if (isNear(a, b)) keep(a, b, flip, true);
    const [a, b] = [first.best, second.best];
    if (a === undefined || b === undefined) throw new Error('a half has no base');
    if (isNear(a, b)) {
      if (level < 2) continue;
    } else {
      keep(a, moveNear(block, a, b, flip * 2 + 1, true), flip, true);
      keep(moveNear(block, b, a, flip * 2, false), b, flip, true);
    }
    const [one, other] = lists(flip, false);
    keep(one.best, other.best, flip, false);
  }
  return found;
}
