// Decoded textures, and how the preview samples them: linear light, trilinear, repeating.

export interface Level {
  readonly width: number;
  readonly height: number;
  /** RGBA, linear light. */
  readonly texels: Float32Array;
}

export interface SampledTexture {
  readonly levels: readonly Level[];
}

const toLinear = Float32Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** Converts bytes to linear floats. Alpha never has a transfer function. */
export function linearTexels(rgba: Uint8Array, srgb: boolean): Float32Array {
  const out = new Float32Array(rgba.length);
  for (let i = 0; i < rgba.length; i++) {
    const byte = rgba[i] ?? 0;
    out[i] = srgb && (i & 3) !== 3 ? (toLinear[byte] ?? 0) : byte / 255;
  }
  return out;
}

/** Samples at a level of detail (0 is the largest level). */
export function sample(texture: SampledTexture, u: number, v: number, lod: number, out: Float32Array): void {
  const last = texture.levels.length - 1;
  const at = Math.min(last, Math.max(0, lod));
  const low = Math.floor(at);
  const mix = at - low;
  out.fill(0);
  accumulate(texture.levels[low], u, v, 1 - mix, out);
  if (mix > 0) accumulate(texture.levels[Math.min(last, low + 1)], u, v, mix, out);
}

function accumulate(level: Level | undefined, u: number, v: number, weight: number, out: Float32Array): void {
  if (level === undefined) return;
  const { width, height, texels } = level;
  const x = u * width - 0.5;
  const y = v * height - 0.5;
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const left = wrap(x0, width);
  const right = wrap(x0 + 1, width);
  const above = wrap(y0, height) * width;
  const below = wrap(y0 + 1, height) * width;
  for (let c = 0; c < 4; c++) {
    const top = (texels[(above + left) * 4 + c] ?? 0) * (1 - fx) + (texels[(above + right) * 4 + c] ?? 0) * fx;
    const bottom = (texels[(below + left) * 4 + c] ?? 0) * (1 - fx) + (texels[(below + right) * 4 + c] ?? 0) * fx;
    out[c] = (out[c] ?? 0) + weight * (top * (1 - fy) + bottom * fy);
  }
}

const wrap = (n: number, to: number): number => ((n % to) + to) % to;

/** The face and position that a direction points at, faces in the order +X −X +Y −Y +Z −Z. */
export function sampleCube(faces: readonly Level[], x: number, y: number, z: number, out: Float32Array): void {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (ax >= ay && ax >= az) sampleFace(faces[x > 0 ? 0 : 1], (x > 0 ? -z : z) / ax, -y / ax, out);
  else if (ay >= az) sampleFace(faces[y > 0 ? 2 : 3], x / ay, (y > 0 ? z : -z) / ay, out);
  else sampleFace(faces[z > 0 ? 4 : 5], (z > 0 ? x : -x) / az, -y / az, out);
}

/** s and t from −1 to 1; the half texel at the edge is clamped. */
function sampleFace(level: Level | undefined, s: number, t: number, out: Float32Array): void {
  const inset = 0.5 / (level?.width ?? 1);
  const u = Math.min(1 - inset, Math.max(inset, s * 0.5 + 0.5));
  const v = Math.min(1 - inset, Math.max(inset, t * 0.5 + 0.5));
  out.fill(0);
  accumulate(level, u, v, 1, out);
}
