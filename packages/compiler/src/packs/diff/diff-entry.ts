// An entry that changed: runs that both versions share are copied, and what is between is written as literals or as differences to the old
// bytes in its place, whichever compresses better. Entries of any size are done in windows.

import type { Zstd } from '../../encoding/zstd.js';
import { findCopies } from './find-copies.js';
import type { SectionBuilder } from './section-builder.js';

/** Reads a range of an entry. */
type ReadRange = (start: number, length: number) => Promise<Uint8Array>;

/** One version of an entry. */
export interface EntryVersion {
  /** In its pack. */
  readonly offset: number;
  readonly size: number;
  readonly read: ReadRange;
}

const WINDOW = 8 << 20;
/** How far bytes may move in a large entry and still be found. */
const REACH = 4 << 20;
/** Old entries up to this size are a dictionary as a whole. */
const WHOLE_BYTES = 1 << 19;
/** Old bytes around a change that its dictionary contains, too. */
const AROUND = 4096;
/** Changes are tried together, up to this many bytes. */
const TRIAL_BYTES = 1 << 18;
const TRIAL_LEVEL = 5;
/** Smaller changes are not worth trying. */
const MIN_TRIAL_BYTES = 64;
/** Literals also find what the old bytes around them have; differences must be clearly better. */
const CLEARLY = 0.97;

interface Gap {
  readonly now: Uint8Array;
  readonly old: Uint8Array;
  /** In the old pack. */
  readonly oldOffset: number;
}

export async function diffEntry(
  zstd: Zstd,
  out: SectionBuilder,
  now: EntryVersion,
  old: EntryVersion | undefined,
): Promise<void> {
  for (let at = 0; at < now.size || at === 0; at += WINDOW) {
    const bytes = await now.read(at, Math.min(WINDOW, now.size - at));
    if (old === undefined || old.size === 0) {
      await out.literal(bytes);
      continue;
    }
    // Proportionally: an entry that grew is expected to have grown everywhere.
    const middle = now.size <= WINDOW + REACH ? at : Math.round((at / now.size) * old.size);
    const start = Math.max(0, Math.min(middle, at) - REACH);
    const end = Math.min(old.size, Math.max(middle, at) + WINDOW + REACH, start + 2 * WINDOW + 2 * REACH);
    const window = await old.read(start, end - start);
    // In a window, "not moved" means the same offset in the entry.
    await diffWindow(zstd, out, bytes, window, { entry: old, start, at });
  }
}

interface Place {
  readonly entry: EntryVersion;
  /** Of the old window in the old entry. */
  readonly start: number;
  /** Of the new window in the new entry. */
  readonly at: number;
}

async function diffWindow(
  zstd: Zstd,
  out: SectionBuilder,
  now: Uint8Array,
  old: Uint8Array,
  { entry, start, at }: Place,
): Promise<void> {
  const base = entry.offset + start;
  const runs = findCopies(now, old, at - start);
  const isWhole = entry.size <= WHOLE_BYTES;
  const isInPlace = (run: { newAt: number; oldAt: number }) => run.oldAt - run.newAt === at - start;
  let newEnd = 0;
  let oldEnd = Math.min(old.length, at - start);
  const pending: (Gap | { readonly offset: number; readonly length: number })[] = [];
  let pendingBytes = 0;
  const flush = async (): Promise<void> => {
    const gaps = pending.filter((item): item is Gap => 'now' in item);
    const differs = prefersDifferences(zstd, gaps);
    for (const item of pending) {
      if (!('now' in item)) await out.copy(item.offset, item.length);
      else if (differs && item.now.length === item.old.length)
        await out.add(item.oldOffset, subtract(item.now, item.old));
      else {
        const from = isWhole ? 0 : Math.max(0, item.oldOffset - entry.offset - AROUND);
        const to = isWhole
          ? entry.size
          : Math.min(entry.size, item.oldOffset - entry.offset + item.old.length + AROUND);
        await out.resemble({ offset: entry.offset + from, length: to - from });
        await out.literal(item.now);
      }
    }
    pending.length = 0;
    pendingBytes = 0;
  };
  const between = async (newStart: number, oldStart: number): Promise<void> => {
    for (let i = newEnd; i < newStart; ) {
      const length = Math.min(TRIAL_BYTES, newStart - i);
      const isEven = newStart - newEnd === oldStart - oldEnd;
      const oldAt = Math.min(old.length, oldEnd + (i - newEnd));
      // Of uneven lengths: about as many old bytes from the same place.
      const oldLength = isEven
        ? length
        : Math.max(0, Math.min(length * 2, Math.max(oldStart, oldAt + length) - oldAt, old.length - oldAt));
      const gap = {
        now: now.subarray(i, i + length),
        old: old.subarray(oldAt, oldAt + oldLength),
        oldOffset: base + oldAt,
      };
      pending.push(gap);
      pendingBytes += length;
      i += length;
      if (pendingBytes >= TRIAL_BYTES) await flush();
    }
  };
  for (const run of runs) {
    await between(run.newAt, run.oldAt);
    pending.push({ offset: base + run.oldAt, length: run.length });
    newEnd = run.newAt + run.length;
    oldEnd = run.oldAt + run.length;
  }
  // The rest is even if it has the length of the old rest, or if nothing has moved so far in a window that ends before its entry.
  const last = runs.at(-1);
  const rest = now.length - newEnd;
  const isStill = last === undefined || isInPlace(last);
  await between(now.length, isStill && oldEnd + rest <= old.length ? oldEnd + rest : old.length);
  await flush();
}

function subtract(now: Uint8Array, old: Uint8Array): Uint8Array {
  const out = new Uint8Array(now.length);
  for (let i = 0; i < out.length; i++) out[i] = (now[i] ?? 0) - (old[i] ?? 0);
  return out;
}

/** Compares both forms of these changes at a low level. */
function prefersDifferences(zstd: Zstd, gaps: readonly Gap[]): boolean {
  const even = gaps.filter(({ now, old }) => now.length === old.length);
  const total = even.reduce((sum, { now }) => sum + now.length, 0);
  if (total < MIN_TRIAL_BYTES) return false;
  const now = Buffer.concat(even.map((gap) => gap.now));
  const old = Buffer.concat(even.map((gap) => gap.old));
  const literals = zstd.compressWith(now, old, TRIAL_LEVEL).length;
  return zstd.compress(subtract(now, old), TRIAL_LEVEL).length < literals * CLEARLY;
}
