// Where two byte arrays begin to differ.

/** Undefined if they are equal. If one is a prefix of the other, its length. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i;
  return a.length === b.length ? undefined : length;
}
