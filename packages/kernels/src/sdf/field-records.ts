// Edges as the records that the sdf kernel and its reference read, made by the same f32 operations for both.

export const RECORD_FLOATS = 8;

export function edgeRecords(edges: Float32Array): Float32Array {
  const records = new Float32Array(edges.length * 2);
  for (let from = 0, to = 0; from < edges.length; from += 4, to += RECORD_FLOATS) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(from, from + 4);
    const dx = Math.fround(bx - ax);
    const dy = Math.fround(by - ay);
    const squared = Math.fround(Math.fround(dx * dx) + Math.fround(dy * dy));
    records.set([ax, ay, bx, by, dx, dy, squared > 0 ? 1 / squared : 0], to);
  }
  return records;
}

export function spanRecords(edges: Float32Array, flags: Uint32Array): Float32Array {
  const records = new Float32Array(edges.length * 2);
  const bits = new Uint32Array(records.buffer);
  for (let from = 0, to = 0, k = 0; from < edges.length; from += 4, to += RECORD_FLOATS, k++) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edges.subarray(from, from + 4);
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    const scale = length > 0 ? 1 / length : 0;
    records.set([ax, ay, bx, by, (bx - ax) * scale, (by - ay) * scale, length], to);
    bits[to + 7] = flags[k] ?? 0;
  }
  return records;
}
