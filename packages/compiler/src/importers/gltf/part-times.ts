// Keys at one and the same time, which glTF forbids and exporters write: a jump. Players take the later key from that time on; so does a key that comes
// a very small step later.

/** Seconds. Engines divide by the time between keys, so it must not be a number too small for them. */
const STEP = 2 ** -23;

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** `times` do not go back and are not negative. Each comes after the one before it, by the step or that of 32-bit floats where it did not. */
export function partTimes(times: Float32Array): Float32Array {
  const parted = times.slice();
  for (let i = 1; i < parted.length; i++) {
    const before = parted[i - 1] ?? 0;
    if ((parted[i] ?? 0) <= before) parted[i] = later(before);
  }
  return parted;
}

function later(time: number): number {
  float[0] = time + STEP;
  if ((float[0] ?? 0) > time) return float[0] ?? 0;
  bits[0] = (bits[0] ?? 0) + 1;
  return float[0] ?? 0;
}
