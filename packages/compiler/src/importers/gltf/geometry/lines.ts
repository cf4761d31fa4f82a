// Converts line strips and loops to lists of lines.

/** Each vertex is connected to the next. */
export function lineStripToList(strip: Uint32Array): Uint32Array {
  const list = new Uint32Array(Math.max(0, strip.length - 1) * 2);
  for (let i = 0; i + 1 < strip.length; i++) {
    list[i * 2] = strip[i] ?? 0;
    list[i * 2 + 1] = strip[i + 1] ?? 0;
  }
  return list;
}

/** A loop of fewer than two vertices has no line. */
export function lineLoopToList(loop: Uint32Array): Uint32Array {
  if (loop.length < 2) return new Uint32Array(0);
  const closed = new Uint32Array(loop.length + 1);
  closed.set(loop);
  closed[loop.length] = loop[0] ?? 0;
  return lineStripToList(closed);
}
