// An entry that changed: runs that both versions share are copied, and what is between is written as literals or as differences to the old
// bytes in its place, whichever compresses better. Entries of any size are done in windows.

import { MAX_DICTIONARY_BYTES } from '@assetc/formats';
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
/** Larger ones only if this part of the entry changed: what was painted often resembles another place of the same texture. */
const WHOLE_PART = 1 / 128;
/** For all of a patch: a dictionary costs 0.13 s a megabyte at level 19. A patch that changes more has larger changes anyway. */
const WHOLE_BUDGET = 96 << 20;
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

/** What the entries of a patch share. */
export class DiffContext {
  readonly zstd: Zstd;
  readonly out: SectionBuilder;
  #budget = WHOLE_BUDGET;

  constructor(zstd: Zstd, out: SectionBuilder) {
    this.zstd = zstd;
    this.out = out;
  }

  /** Whether an old entry, of which so many bytes changed, is a dictionary as a whole. */
  isWhole(size: number, changed: number): boolean {
    if (size <= WHOLE_BYTES) return true;
    if (size > MAX_DICTIONARY_BYTES || changed < size * WHOLE_PART || size > this.#budget) return false;
    this.#budget -= size;
    return true;
  }
}

export async function diffEntry(context: DiffContext, now: EntryVersion, old: EntryVersion | undefined): Promise<void> {
  for (let at = 0; at < now.size || at === 0; at += WINDOW) {
    const bytes = await now.read(at, Math.min(WINDOW, now.size - at));
    if (old === undefined || old.size === 0) {
      await context.out.literal(bytes);
      continue;
    }
    // Proportionally: an entry that grew is expected to have grown everywhere.
    const middle = now.size <= WINDOW + REACH ? at : Math.round((at / now.size) * old.size);
    const start = Math.max(0, Math.min(middle, at) - REACH);
    const end = Math.min(old.size, Math.max(middle, at) + WINDOW + REACH, start + 2 * WINDOW + 2 * REACH);
    const window = await old.read(start, end - start);
    // In a window, "not moved" means the same offset in the entry.
    await diffWindow(context, bytes, window, { entry: old, start, at });
  }
}

interface Place {
  readonly entry: EntryVersion;
  /** Of the old window in the old entry. */
  readonly start: number;
  /** Of the new window in the new entry. */
  readonly at: number;
}

/** Where a run of equal bytes is, in both windows. */
interface Run {
  readonly newAt: number;
  readonly oldAt: number;
  readonly length: number;
}

/** Bytes of the old pack. */
interface Copy {
  readonly offset: number;
  readonly length: number;
}

async function diffWindow(context: DiffContext, now: Uint8Array, old: Uint8Array, place: Place): Promise<void> {
  const moved = place.at - place.start;
  const runs = findCopies(now, old, moved);
  const changed = runs.reduce((left, { length }) => left - length, now.length);
  const window = new WindowDiff(context, now, old, place, context.isWhole(place.entry.size, changed));
  for (const run of runs) await window.take(run);
  // The rest is even if it has the length of the old rest, or if nothing has moved so far in a window that ends before its entry.
  const last = runs.at(-1);
  await window.finish(last === undefined || last.oldAt - last.newAt === moved);
}

/** Collects what is between the runs, and writes it once there is enough to compare both forms. */
class WindowDiff {
  readonly #zstd: Zstd;
  readonly #out: SectionBuilder;
  readonly #now: Uint8Array;
  readonly #old: Uint8Array;
  readonly #entry: EntryVersion;
  /** Of the old window in the old pack. */
  readonly #base: number;
  readonly #isWhole: boolean;
  #newEnd = 0;
  #oldEnd: number;
  #pending: (Gap | Copy)[] = [];
  #pendingBytes = 0;

  /** `isWhole`: the dictionary of changes is the whole old entry. */
  constructor(
    { zstd, out }: DiffContext,
    now: Uint8Array,
    old: Uint8Array,
    { entry, start, at }: Place,
    isWhole: boolean,
  ) {
    this.#zstd = zstd;
    this.#out = out;
    this.#isWhole = isWhole;
    this.#now = now;
    this.#old = old;
    this.#entry = entry;
    this.#base = entry.offset + start;
    this.#oldEnd = Math.min(old.length, at - start);
  }

  async take({ newAt, oldAt, length }: Run): Promise<void> {
    await this.#fill(newAt, oldAt);
    this.#pending.push({ offset: this.#base + oldAt, length });
    this.#newEnd = newAt + length;
    this.#oldEnd = oldAt + length;
  }

  async finish(isStill: boolean): Promise<void> {
    const evenEnd = this.#oldEnd + this.#now.length - this.#newEnd;
    await this.#fill(this.#now.length, isStill ? Math.min(evenEnd, this.#old.length) : this.#old.length);
    await this.#flush();
  }

  /** What is before the next run, in parts. */
  async #fill(newStart: number, oldStart: number): Promise<void> {
    const [now, old] = [this.#now, this.#old];
    const isEven = newStart - this.#newEnd === oldStart - this.#oldEnd;
    for (let i = this.#newEnd; i < newStart; ) {
      const length = Math.min(TRIAL_BYTES, newStart - i);
      const oldAt = Math.min(old.length, this.#oldEnd + (i - this.#newEnd));
      // Of uneven lengths: about as many old bytes from the same place.
      const oldLength = isEven
        ? length
        : Math.max(0, Math.min(length * 2, Math.max(oldStart, oldAt + length) - oldAt, old.length - oldAt));
      this.#pending.push({
        now: now.subarray(i, i + length),
        old: old.subarray(oldAt, oldAt + oldLength),
        oldOffset: this.#base + oldAt,
      });
      this.#pendingBytes += length;
      i += length;
      if (this.#pendingBytes >= TRIAL_BYTES) await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const gaps = this.#pending.filter((item): item is Gap => 'now' in item);
    const differs = prefersDifferences(this.#zstd, gaps);
    for (const item of this.#pending) {
      if (!('now' in item)) await this.#out.copy(item.offset, item.length);
      else if (differs && item.now.length === item.old.length)
        await this.#out.add(item.oldOffset, subtract(item.now, item.old));
      else {
        await this.#out.resemble(this.#around(item));
        await this.#out.literal(item.now);
      }
    }
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** The old bytes that a change resembles. */
  #around({ oldOffset, old }: Gap): Copy {
    const { offset, size } = this.#entry;
    if (this.#isWhole) return { offset, length: size };
    const from = Math.max(0, oldOffset - offset - AROUND);
    const to = Math.min(size, oldOffset - offset + old.length + AROUND);
    return { offset: offset + from, length: to - from };
  }
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
