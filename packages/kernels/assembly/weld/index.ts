// Bit-exact deduplication of rows of 32-bit words: an open-addressing hash table of row indices with linear probing.
// Unique rows move to the front in order of first appearance.

export function heapBase(): usize {
  return __heap_base;
}

/* @inline */ function hashRow(row: usize, words: u32): u32 {
  let h: u32 = 0x9e3779b9;
  for (let w: u32 = 0; w < words; w++) {
    let k = load<u32>(row + (usize(w) << 2)) * 0xcc9e2d51;
    k = rotl<u32>(k, 15) * 0x1b873593;
    h = rotl<u32>(h ^ k, 13) * 5 + 0xe6546b64;
  }
  h ^= h >>> 16;
  h *= 0x85ebca6b;
  h ^= h >>> 13;
  h *= 0xc2b2ae35;
  return h ^ (h >>> 16);
}

/* @inline */ function sameRow(a: usize, b: usize, words: u32): bool {
  for (let w: u32 = 0; w < words; w++) {
    const at = usize(w) << 2;
    if (load<u32>(a + at) !== load<u32>(b + at)) return false;
  }
  return true;
}

/**
 * `table` has mask + 1 slots, a power of two above `count`. `remap[i]` becomes the index of row i among the unique rows, which are at the
 * front of `rows` afterward. Returns their count.
 */
export function weld(rows: usize, count: u32, words: u32, table: usize, mask: u32, remap: usize): u32 {
  memory.fill(table, 0xff, (usize(mask) + 1) << 2);
  const stride = usize(words) << 2;
  let unique: u32 = 0;
  let row = rows;
  for (let i: u32 = 0; i < count; i++, row += stride) {
    let slot = hashRow(row, words) & mask;
    let id: u32;
    while (true) {
      const at = table + (usize(slot) << 2);
      id = load<u32>(at);
      if (id === 0xffffffff) {
        id = unique++;
        store<u32>(at, id);
        if (id !== i) memory.copy(rows + usize(id) * stride, row, stride);
        break;
      }
      if (sameRow(rows + usize(id) * stride, row, words)) break;
      slot = (slot + 1) & mask;
    }
    store<u32>(remap + (usize(i) << 2), id);
  }
  return unique;
}
