// Bit-exact deduplication of rows of 32-bit words: an open-addressing hash table of row indices with linear probing.
// Unique rows move to the front in order of first appearance. Many rows make the table larger than the caches, so nothing may wait for
// memory that need not: hashes are computed first, which lets the processor probe for several rows at once, and the bits of a slot that
// its row index leaves unused compare the hash, which saves reading a row to find that it differs.

export function heapBase(): usize {
  return __heap_base;
}

const EMPTY: u32 = 0xffffffff;

/* @inline */ function finish(hash: u32): u32 {
  let h = hash ^ (hash >>> 16);
  h *= 0x85ebca6b;
  h ^= h >>> 13;
  h *= 0xc2b2ae35;
  return h ^ (h >>> 16);
}

/* @inline */ function hashRow(row: usize, words: u32): u32 {
  let lanes = i32x4.splat(0x9e3779b9);
  let w: u32 = 0;
  for (; w + 4 <= words; w += 4) {
    lanes = i32x4.mul(v128.xor(lanes, v128.load(row + (usize(w) << 2))), i32x4.splat(0xcc9e2d51));
    lanes = v128.xor(lanes, i32x4.shr_u(lanes, 15));
  }
  let h: u32 = i32x4.extract_lane(lanes, 0);
  h = rotl<u32>(h, 13) * 5 + i32x4.extract_lane(lanes, 1);
  h = rotl<u32>(h, 13) * 5 + i32x4.extract_lane(lanes, 2);
  h = rotl<u32>(h, 13) * 5 + i32x4.extract_lane(lanes, 3);
  for (; w < words; w++) {
    const k = rotl<u32>(load<u32>(row + (usize(w) << 2)) * 0xcc9e2d51, 15) * 0x1b873593;
    h = rotl<u32>(h ^ k, 13) * 5 + 0xe6546b64;
  }
  return finish(h);
}

/* @inline */ function isSameRow(a: usize, b: usize, words: u32): bool {
  for (let w: u32 = 0; w < words; w++) {
    const at = usize(w) << 2;
    if (load<u32>(a + at) !== load<u32>(b + at)) return false;
  }
  return true;
}

/** Not memory.copy: engines call a function for it, which takes longer than a row. */
/* @inline */ function copyRow(to: usize, from: usize, words: u32): void {
  for (let w: u32 = 0; w < words; w++) store<u32>(to + (usize(w) << 2), load<u32>(from + (usize(w) << 2)));
}

const BLOCK_ROWS: u32 = 64;
/** Written so that the loads of `touchSlots` are not removed. */
const touched = memory.data(4);

/** Reads the slots of the next rows into the caches: without branches between the loads, the processor waits for many at once. */
function touchSlots(table: usize, mask: u32, hashes: usize, count: u32): void {
  let sum: u32 = 0;
  const end = hashes + (usize(count) << 2);
  for (; hashes < end; hashes += 4) sum += load<u32>(table + (usize(load<u32>(hashes) & mask) << 2));
  store<u32>(touched, sum);
}

/**
 * `table` has mask + 1 slots, a power of two above `count`. `remap[i]` becomes the index of row i among the unique rows, which are at the
 * front of `rows` afterward. Returns their count.
 */
export function weld(rows: usize, count: u32, words: u32, table: usize, mask: u32, remap: usize): u32 {
  memory.fill(table, 0xff, (usize(mask) + 1) << 2);
  const stride = usize(words) << 2;
  let row = rows;
  for (let i: u32 = 0; i < count; i++, row += stride) store<u32>(remap + (usize(i) << 2), hashRow(row, words));
  // The lowest bits of a hash choose the slot; the others are stored with the row index, which is below the mask: no slot in use is EMPTY.
  let unique: u32 = 0;
  row = rows;
  for (let i: u32 = 0; i < count; i++, row += stride) {
    if (i % BLOCK_ROWS === 0) touchSlots(table, mask, remap + (usize(i) << 2), min<u32>(BLOCK_ROWS, count - i));
    const hash = load<u32>(remap + (usize(i) << 2));
    const tag = hash & ~mask;
    let slot = hash & mask;
    let id: u32;
    while (true) {
      const at = table + (usize(slot) << 2);
      const entry = load<u32>(at);
      if (entry === EMPTY) {
        id = unique++;
        store<u32>(at, tag | id);
        if (id !== i) copyRow(rows + usize(id) * stride, row, words);
        break;
      }
      id = entry & mask;
      if ((entry & ~mask) === tag && isSameRow(rows + usize(id) * stride, row, words)) break;
      slot = (slot + 1) & mask;
    }
    store<u32>(remap + (usize(i) << 2), id);
  }
  return unique;
}
