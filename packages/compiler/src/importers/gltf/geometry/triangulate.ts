// Converts strips and fans to triangle lists with the winding that glTF defines.

/** Triangle i of a strip is (i, i + 1 + i % 2, i + 2 − i % 2). */
export function stripToList(strip: Uint32Array): Uint32Array {
  const count = Math.max(0, strip.length - 2);
  const list = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const odd = i & 1;
    list[i * 3] = strip[i] ?? 0;
    list[i * 3 + 1] = strip[i + 1 + odd] ?? 0;
    list[i * 3 + 2] = strip[i + 2 - odd] ?? 0;
  }
  return list;
}

/** Triangle i of a fan is (i + 1, i + 2, 0). */
export function fanToList(fan: Uint32Array): Uint32Array {
  const count = Math.max(0, fan.length - 2);
  const list = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    list[i * 3] = fan[i + 1] ?? 0;
    list[i * 3 + 1] = fan[i + 2] ?? 0;
    list[i * 3 + 2] = fan[0] ?? 0;
  }
  return list;
}
