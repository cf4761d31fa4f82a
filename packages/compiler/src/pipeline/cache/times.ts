// How long compiling took and why it was done, in the cache's snapshot: rows of [source, name or null, milliseconds, reasons, build].
// Only used for reports about an output, so malformed rows are skipped. Limited, because every build of everything reads it.

import { assetKey, splitAssetKey } from './record.js';

/** When an asset was last compiled. */
export interface CompileTime {
  readonly ms: number;
  readonly reasons: readonly string[];
  /** Builds that compiled something are counted; the highest is the last. */
  readonly build: number;
}

export type TimeRow = readonly [
  source: string,
  name: string | null,
  ms: number,
  reasons: readonly string[],
  build: number,
];

const MAX_ROWS = 2_000;
const MAX_REASONS = 5;

/** Part of CacheState. */
interface Times {
  readonly times: Map<string, CompileTime>;
  builds: number;
}

export function addTimes(
  state: Times,
  compiled: ReadonlyMap<string, Pick<CompileTime, 'ms' | 'reasons'>>,
  isOnRecord: (key: string) => boolean,
): void {
  if (compiled.size === 0) return;
  const { times } = state;
  const build = ++state.builds;
  for (const [key, { ms, reasons }] of compiled) times.set(key, { ms, reasons: reasons.slice(0, MAX_REASONS), build });
  for (const key of [...times.keys()]) if (!isOnRecord(key)) times.delete(key);
}

/** Those of the last builds, the slowest of each first. */
export function encodeTimes(times: ReadonlyMap<string, CompileTime>): readonly TimeRow[] {
  return [...times]
    .sort(([a, one], [b, other]) => other.build - one.build || other.ms - one.ms || (a < b ? -1 : 1))
    .slice(0, MAX_ROWS)
    .map(([key, { ms, reasons, build }]) => {
      const { source, name } = splitAssetKey(key);
      return [source, name ?? null, ms, reasons, build];
    });
}

export function decodeTimes(rows: unknown): Map<string, CompileTime> {
  const times = new Map<string, CompileTime>();
  for (const row of asList(rows)) {
    const [source, name, ms, reasons, build] = asList(row);
    if (typeof source !== 'string' || (typeof name !== 'string' && name !== null)) continue;
    if (typeof ms !== 'number' || typeof build !== 'number') continue;
    const known = asList(reasons).filter((reason) => typeof reason === 'string');
    times.set(assetKey(source, name ?? undefined), { ms, reasons: known, build });
  }
  return times;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
