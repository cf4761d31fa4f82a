/** An array of numbers, or a function that writes them. */
export type Floats = Float32Array | ((out: Float32Array) => void);

export function writeFloats(floats: Floats, out: Float32Array): void {
  if (typeof floats === 'function') floats(out);
  else out.set(floats);
}
