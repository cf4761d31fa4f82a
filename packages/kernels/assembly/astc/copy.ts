// Copies a few vectors. memory.copy is a call into the engine, which takes longer than moving less than about 200 bytes.

/** `bytes` is a multiple of 16, and the ranges do not overlap. */
/* @inline */ export function copyVectors(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i));
}

/** The same for 32 bytes. */
/* @inline */ export function copyPair(to: usize, from: usize): void {
  const first = v128.load(from);
  const second = v128.load(from, 16);
  v128.store(to, first);
  v128.store(to, second, 16);
}
