// Finds the smallest of some choices that reaches a quality, or the best that fits a size, with few measurements. Knows nothing of
// textures. Within a family quality and size usually grow; where neighbors are out of order by less than `margin`, the result is that of
// measuring everything.

/** What can be measured of choice `i` of family `f`. Every result is kept, so that asking again costs nothing. */
export interface Trials {
  /** Families by their number of choices. */
  readonly counts: readonly number[];
  /** The quality of a sample of the texels: near `quality`, and cheap. */
  estimate(f: number, i: number): Promise<number>;
  quality(f: number, i: number): Promise<number>;
  bytes(f: number, i: number): Promise<number>;
  /** Differences of quality that may be out of order. */
  readonly margin: number;
  /** Measuring everything costs little: of small images neither quality nor size grows in order. */
  readonly isCheap: boolean;
}

export interface Found {
  readonly family: number;
  readonly index: number;
  readonly isReached: boolean;
}

/** The smallest choice of at least this quality; if there is none, the best. */
export async function smallestReaching(trials: Trials, wanted: number): Promise<Found> {
  if (trials.isCheap) return pick(await measureAll(trials), (each) => each.quality >= wanted, bySize, byQuality);
  let best: Found | undefined;
  for (const [family, count] of trials.counts.entries()) {
    // The only choice of a family needs no quality if it is not smaller.
    const most = best === undefined ? undefined : await trials.bytes(best.family, best.index);
    if (most !== undefined && count === 1 && (await trials.bytes(family, 0)) >= most) continue;
    const index = await firstReaching(trials, family, wanted);
    if (index === undefined) continue;
    if (most === undefined || (await trials.bytes(family, index)) < most) best = { family, index, isReached: true };
  }
  return best ?? { ...(await bestOf(trials, () => true)), isReached: false };
}

async function firstReaching(trials: Trials, f: number, wanted: number): Promise<number | undefined> {
  const count = trials.counts[f] ?? 0;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await trials.estimate(f, middle)) >= wanted) high = middle;
    else low = middle + 1;
  }
  let found = Math.min(low, count - 1);
  while (found < count && (await trials.quality(f, found)) < wanted) found++;
  if (found >= count) {
    // The best may be before the last.
    for (found = count - 2; found >= 0 && (await isNear(trials, f, found, count - 1, wanted)); found--)
      if ((await trials.quality(f, found)) >= wanted) break;
    if (found < 0 || (await trials.quality(f, found)) < wanted) return undefined;
  }
  for (let i = found - 1; i >= 0 && (await isNear(trials, f, i, found, wanted)); i--)
    if ((await trials.quality(f, i)) >= wanted) found = i;
  return found;
}

/** Whether a choice may reach the quality, judged by its sample and by how wrong that of `known` was. */
async function isNear(trials: Trials, f: number, i: number, known: number, wanted: number): Promise<boolean> {
  const wrong = (await trials.quality(f, known)) - (await trials.estimate(f, known));
  return (await trials.estimate(f, i)) + wrong >= wanted - trials.margin;
}

/** The best choice of at most this many bytes; if there is none, the smallest. */
export async function bestWithin(trials: Trials, limit: number): Promise<Found> {
  if (trials.isCheap) return pick(await measureAll(trials), (each) => each.bytes <= limit, byQuality, bySize);
  const fits = new Map<number, number>();
  for (const [f, count] of trials.counts.entries()) {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((await trials.bytes(f, middle)) <= limit) low = middle + 1;
      else high = middle;
    }
    fits.set(f, low);
  }
  if ([...fits.values()].some((count) => count > 0))
    return { ...(await bestOf(trials, (f, i) => i < (fits.get(f) ?? 0))), isReached: true };
  let smallest = { family: 0, index: 0, isReached: false };
  for (const family of trials.counts.keys())
    if ((await trials.bytes(family, 0)) < (await trials.bytes(smallest.family, 0)))
      smallest = { family, index: 0, isReached: false };
  return smallest;
}

interface Measured {
  readonly family: number;
  readonly index: number;
  readonly quality: number;
  readonly bytes: number;
}

const bySize = (a: Measured, b: Measured): number => a.bytes - b.bytes || b.quality - a.quality;
const byQuality = (a: Measured, b: Measured): number => b.quality - a.quality || a.bytes - b.bytes;

async function measureAll(trials: Trials): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const [family, count] of trials.counts.entries())
    for (let index = 0; index < count; index++)
      all.push({
        ...{ family, index },
        quality: await trials.quality(family, index),
        bytes: await trials.bytes(family, index),
      });
  return all;
}

type Order = (a: Measured, b: Measured) => number;

/** The first by `order` of those that are good enough; if there are none, the first of all by `otherwise`. */
function pick(all: readonly Measured[], isReached: (each: Measured) => boolean, order: Order, otherwise: Order): Found {
  const [best] = all.filter(isReached).sort(order);
  const [nearest] = [...all].sort(otherwise);
  const { family, index } = best ?? nearest ?? { family: 0, index: 0 };
  return { family, index, isReached: best !== undefined };
}

/** The highest quality among some first choices of each family; the smaller one if equal. */
async function bestOf(
  trials: Trials,
  isAllowed: (f: number, i: number) => boolean,
): Promise<{ readonly family: number; readonly index: number }> {
  let best: { readonly family: number; readonly index: number; readonly quality: number } | undefined;
  for (const [family, count] of trials.counts.entries()) {
    let last = count - 1;
    while (last >= 0 && !isAllowed(family, last)) last--;
    for (let index = last; index >= 0; index--) {
      if (index < last && !(await isNear(trials, family, index, last, best?.quality ?? 0))) break;
      const quality = await trials.quality(family, index);
      const isSmaller = async (): Promise<boolean> =>
        best !== undefined && (await trials.bytes(family, index)) <= (await trials.bytes(best.family, best.index));
      if (best === undefined || quality > best.quality || (quality === best.quality && (await isSmaller())))
        best = { family, index, quality };
    }
  }
  if (best === undefined) throw new Error('there is at least one choice');
  return best;
}
