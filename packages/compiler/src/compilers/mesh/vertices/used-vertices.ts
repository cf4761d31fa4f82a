// Finds the vertices that an index list uses. Several primitives often share one large vertex buffer, so the cost must depend on the indices, not
// on the buffer.

interface UsedVertices {
  /** Source vertices in ascending order. */
  readonly vertices: Uint32Array;
  /** The index list over `vertices`. */
  readonly indices: Uint32Array;
}

export function usedVertices(indices: Uint32Array): UsedVertices {
  let low = 0xffffffff;
  let high = 0;
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index < low) low = index;
    if (index > high) high = index;
  }
  if (indices.length === 0) return { vertices: new Uint32Array(0), indices };
  const range = high - low + 1;
  return range <= indices.length * 8 + 1024 ? byTable(indices, low, range) : bySorting(indices);
}

function byTable(indices: Uint32Array, low: number, range: number): UsedVertices {
  const numbers = new Uint32Array(range);
  for (let i = 0; i < indices.length; i++) numbers[(indices[i] ?? 0) - low] = 1;
  let count = 0;
  for (let i = 0; i < range; i++) if (numbers[i] === 1) numbers[i] = ++count;
  const vertices = new Uint32Array(count);
  for (let i = 0; i < range; i++) {
    const number = numbers[i] ?? 0;
    if (number > 0) vertices[number - 1] = low + i;
  }
  const out = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) out[i] = (numbers[(indices[i] ?? 0) - low] ?? 1) - 1;
  return { vertices, indices: out };
}

function bySorting(indices: Uint32Array): UsedVertices {
  const sorted = indices.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] ?? 0;
  const vertices = sorted.slice(0, count);
  const out = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    let from = 0;
    let to = count;
    while (to - from > 1) {
      const midpoint = (from + to) >>> 1;
      if ((vertices[midpoint] ?? 0) <= index) from = midpoint;
      else to = midpoint;
    }
    out[i] = from;
  }
  return { vertices, indices: out };
}
