// Damaged copies of a file, the same every time: truncated, bits flipped, words overwritten by extreme values or by their neighbors.

const EXTREMES = [
  0, 1, 2, 3, 16, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff, 0x7fc00000, 0x7f800000,
];

/** Characters of JSON and names. */
const CHARACTERS = [...'0123456789-+.eE{}[],:"\\ untrlsfa/AZ\u00c3\u0080\u00ff\t'].map((c) => c.charCodeAt(0));

/** `seed` distinguishes files of equal size. */
export function* damaged(bytes: Uint8Array, count: number, seed: number): Generator<Uint8Array> {
  let state = seed >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
  for (let round = 0; round < count; round++) {
    const how = next(10);
    const copy = bytes.slice(0, how === 0 ? next(bytes.length) : bytes.length);
    const view = new DataView(copy.buffer);
    for (let edits = 1 + next(3); edits > 0 && how > 0 && copy.length >= 4; edits--) {
      const place = next(copy.length - 3);
      if (how < 3) {
        copy[place] = (copy[place] ?? 0) ^ (1 << next(8));
        continue;
      }
      if (how > 7) {
        // Texts are small parts of a file: search for one from this position.
        const text = nextText(copy, place);
        copy[text] = CHARACTERS[next(CHARACTERS.length)] ?? 0;
        continue;
      }
      const at = next(4) === 0 ? place : place & ~3;
      const nearby = view.getUint32(at, true) + next(9) - 4;
      const extreme = next(4) === 0 ? next(0x100000000) : (EXTREMES[next(EXTREMES.length)] ?? 0);
      view.setUint32(at, next(3) === 0 ? nearby : extreme, true);
    }
    yield copy;
  }
}

/** The first of four printable characters from a position on, or the position itself. */
function nextText(bytes: Uint8Array, place: number): number {
  for (let at = place; at + 4 <= bytes.length; at++)
    if (bytes.subarray(at, at + 4).every((byte) => byte >= 0x20 && byte < 0x7f)) return at;
  return place;
}
