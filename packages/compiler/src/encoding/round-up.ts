// Rounds up to a 32-bit float, so that a bound never becomes too small.

/** The smallest f32 that is not below `value`. `value` must not be negative. */
export function roundUp(value: number): number {
  const rounded = Math.fround(value);
  if (rounded >= value) return rounded;
  const bits = new Uint32Array(Float32Array.of(rounded).buffer);
  bits[0] = (bits[0] ?? 0) + 1;
  return new Float32Array(bits.buffer)[0] ?? rounded;
}
