// Separates keys at the same time, which models forbid but exporters write for a jump. Players use the later key from that time on, so it is
// moved by a very small step.

/** In seconds. Engines divide by the time between keys, so it must not be too small. */
const STEP = 2 ** -23;

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** `times` must be ascending and not negative. Returns strictly ascending times: equal ones are moved by STEP, or by one 32-bit float step. */
export function separateTimes(times: Float32Array): Float32Array {
  const separated = times.slice();
  for (let i = 1; i < separated.length; i++) {
    const before = separated[i - 1] ?? 0;
    if ((separated[i] ?? 0) <= before) separated[i] = nextTime(before);
  }
  return separated;
}

function nextTime(time: number): number {
  float[0] = time + STEP;
  if ((float[0] ?? 0) > time) return float[0] ?? 0;
  bits[0] = (bits[0] ?? 0) + 1;
  return float[0] ?? 0;
}
