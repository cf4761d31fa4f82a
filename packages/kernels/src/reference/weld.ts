// The readable twin of the weld kernel: equal rows get one index, in order of first appearance.

interface Welded {
  /** Row → its index among the unique rows. */
  readonly remap: Uint32Array;
  /** The unique rows one after another. */
  readonly rows: Uint32Array;
}

export function weldReference(rows: Uint32Array, words: number): Welded {
  const count = rows.length / words;
  const numbers = new Map<string, number>();
  const remap = new Uint32Array(count);
  const unique = new Uint32Array(rows.length);
  for (let i = 0; i < count; i++) {
    const row = rows.subarray(i * words, (i + 1) * words);
    const key = row.join();
    let id = numbers.get(key);
    if (id === undefined) {
      id = numbers.size;
      numbers.set(key, id);
      unique.set(row, id * words);
    }
    remap[i] = id;
  }
  return { remap, rows: unique.slice(0, numbers.size * words) };
}
