// Decoded textures and how the preview samples them: linear light, trilinear, repeating.

export interface Level {
  readonly width: number;
  readonly height: number;
  /** RGBA, linear light, 0 … 1. */
  readonly texels: Float32Array;
}

export interface SampledTexture {
  readonly levels: readonly Level[];
}

const toLinear = Float32Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** Bytes to linear floats; alpha never has a transfer function. */
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
  const wrap = (n: number, to: number) => ((n % to) + to) % to;
  const columns = [wrap(x0, width), wrap(x0 + 1, width)];
  const rows = [wrap(y0, height), wrap(y0 + 1, height)];
  for (let j = 0; j < 2; j++) {
    for (let i = 0; i < 2; i++) {
      const w = weight * (i === 0 ? 1 - fx : fx) * (j === 0 ? 1 - fy : fy);
      const at = ((rows[j] ?? 0) * width + (columns[i] ?? 0)) * 4;
      for (let c = 0; c < 4; c++) out[c] = (out[c] ?? 0) + (texels[at + c] ?? 0) * w;
    }
  }
}

/** The face and place a direction points at, faces in the order +X −X +Y −Y +Z −Z. */
export function sampleCube(faces: readonly Level[], x: number, y: number, z: number, out: Float32Array): void {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const [face, s, t, m] =
    ax >= ay && ax >= az
      ? x > 0
        ? [0, -z, -y, ax]
        : [1, z, -y, ax]
      : ay >= az
        ? y > 0
          ? [2, x, z, ay]
          : [3, x, -z, ay]
        : z > 0
          ? [4, x, -y, az]
          : [5, -x, -y, az];
  const level = faces[face];
  out.fill(0);
  const inset = 0.5 / (level?.width ?? 1);
  const clamp = (n: number) => Math.min(1 - inset, Math.max(inset, n));
  accumulate(level, clamp((s / m) * 0.5 + 0.5), clamp((t / m) * 0.5 + 0.5), 1, out);
}
