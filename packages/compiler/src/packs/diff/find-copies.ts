// Long runs of bytes that two versions of a file share. Blocks of the old version are found by a rolling hash, then extended both ways;
// shorter matches are left to the compressor, which gets the old bytes as its dictionary.

/** Bytes that both have. */
interface SharedRun {
  readonly newAt: number;
  readonly oldAt: number;
  readonly length: number;
}

/**
 * A shorter run costs more as a command than as a match of the compressor. Against 192, patches of the demo are 0.7 % smaller, and one for
 * textures that another quality changed everywhere is 0.3 % larger.
 */
const MIN_RUN = 768;
const BLOCK = 32;
const FACTOR = 0x08088405;
/** FACTOR to the power of BLOCK, modulo 2^32. */
const OUT_FACTOR = powerOf(FACTOR, BLOCK);

function powerOf(base: number, exponent: number): number {
  let out = 1;
  for (let i = 0; i < exponent; i++) out = Math.imul(out, base);
  return out;
}

function hashAt(bytes: Uint8Array, at: number): number {
  let hash = 0;
  for (let i = at; i < at + BLOCK; i++) hash = (Math.imul(hash, FACTOR) + (bytes[i] ?? 0)) | 0;
  return hash;
}

const slotOf = (hash: number, shift: number): number => Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift;

/** The first old block of each hash. Entries are offsets + 1. */
function indexBlocks(old: Uint8Array): { readonly table: Int32Array; readonly shift: number } {
  const blocks = Math.floor(old.length / BLOCK);
  const bits = Math.max(8, Math.ceil(Math.log2(blocks + 1)) + 1);
  const table = new Int32Array(2 ** bits);
  for (let i = 0; i < blocks; i++) {
    const slot = slotOf(hashAt(old, i * BLOCK), 32 - bits);
    if (table[slot] === 0) table[slot] = i * BLOCK + 1;
  }
  return { table, shift: 32 - bits };
}

function matchLength(a: Uint8Array, at: number, b: Uint8Array, bt: number): number {
  const most = Math.min(a.length - at, b.length - bt);
  let length = 0;
  while (length < most && a[at + length] === b[bt + length]) length++;
  return length;
}

/** In the order of the new bytes, without overlaps there. `movedFirst`: the first guess of how much further bytes are in the old version. */
export function findCopies(now: Uint8Array, old: Uint8Array, movedFirst = 0): readonly SharedRun[] {
  const runs: SharedRun[] = [];
  if (Math.min(now.length, old.length) < BLOCK) return runs;
  const { table, shift } = indexBlocks(old);
  let end = 0;
  let moved = movedFirst;
  let nextGuess = 0;
  let hash = 0;
  let hashedAt = -1;
  for (let i = 0; i + BLOCK <= now.length; ) {
    if (i >= nextGuess && i + moved >= 0 && i + moved < old.length) {
      const length = matchLength(now, i, old, i + moved);
      if (length >= MIN_RUN) {
        take(i, i + moved, length);
        i = end;
        continue;
      }
      nextGuess = i + length + 1;
    }
    hash = hashedAt === i ? hash : hashAt(now, i);
    const found = (table[slotOf(hash, shift)] ?? 0) - 1;
    if (found >= 0 && found - i !== moved) {
      const length = matchLength(now, i, old, found);
      let back = 0;
      while (back < i - end && back < found && now[i - back - 1] === old[found - back - 1]) back++;
      if (length >= BLOCK && length + back >= MIN_RUN) {
        take(i - back, found - back, length + back);
        i = end;
        continue;
      }
    }
    hash = (Math.imul(hash, FACTOR) + (now[i + BLOCK] ?? 0) - Math.imul(OUT_FACTOR, now[i] ?? 0)) | 0;
    hashedAt = ++i;
  }
  return runs;

  function take(newAt: number, oldAt: number, length: number): void {
    runs.push({ newAt, oldAt, length });
    end = newAt + length;
    moved = oldAt - newAt;
    nextGuess = 0;
    hashedAt = -1;
  }
}
