/** Numbers that lie somewhere, or that are written where they are wanted. */
export type Floats = Float32Array | ((out: Float32Array) => void);

export function writeFloats(floats: Floats, out: Float32Array): void {
  if (typeof floats === 'function') floats(out);
  else out.set(floats);
}
