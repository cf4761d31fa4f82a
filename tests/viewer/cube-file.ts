// A `.cube` file by its own rules: entries with red fastest, looked up between the eight around a color.

export function applyCube(text: string, color: readonly number[]): readonly number[] {
  const lines = text.split(/\r?\n/);
  const size = Number(lines.find((line) => line.startsWith('LUT_3D_SIZE'))?.split(/\s+/)[1]);
  const entries = lines.filter((line) => /^\s*-?[\d.]/.test(line)).map((line) => line.trim().split(/\s+/).map(Number));
  if (entries.length !== size ** 3) throw new Error(`${entries.length} entries of a table of ${size}`);
  const place = color.map((code) => (code / 255) * (size - 1));
  const sum = [0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    let [weight, index, stride] = [1, 0, 1];
    for (const [axis, at] of place.entries()) {
      const low = Math.min(Math.floor(at), size - 2);
      const isHigh = (corner >> axis) & 1;
      weight *= isHigh ? at - low : 1 - (at - low);
      index += (low + isHigh) * stride;
      stride *= size;
    }
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + weight * (entries[index]?.[c] ?? 0) * 255;
  }
  return sum;
}
