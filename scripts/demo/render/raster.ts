// A small triangle rasterizer: near-plane clipping, depth by 1/w, perspective-correct weights for a shader.

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Linear light, RGB. */
  readonly color: Float32Array;
  /** 1/w; larger is nearer. */
  readonly depth: Float32Array;
}

export const canvas = (width: number, height: number): Canvas => ({
  width,
  height,
  color: new Float32Array(width * height * 3),
  depth: new Float32Array(width * height),
});

/** Receives the pixel and the weights of the triangle's three corners; returns false to skip the pixel. */
type PixelShader = (pixel: number, a: number, b: number, c: number, out: Float32Array) => boolean;

/** The winding of a visible triangle on the screen. A mirrored picture has the opposite one. */
export type Facing = 'front' | 'mirrored' | 'both';

const NEAR = 0.05;

/** Draws one triangle given by clip positions (x y w each). Blended pixels do not write depth. */
export function drawTriangle(
  target: Canvas,
  clip: readonly (readonly [number, number, number])[],
  facing: Facing,
  blend: boolean,
  shade: PixelShader,
): void {
  const corners = clipNear(clip);
  for (let i = 2; i < corners.length; i++) {
    const [p, q, r] = [corners[0], corners[i - 1], corners[i]];
    if (p !== undefined && q !== undefined && r !== undefined) fill(target, p, q, r, facing, blend, shade);
  }
}

/** A corner after clipping: its clip position, and its weights of the original three corners. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly weights: readonly [number, number, number];
}

function clipNear(clip: readonly (readonly [number, number, number])[]): Corner[] {
  const corners = clip.map(
    ([x, y, w], i): Corner => ({ x, y, w, weights: [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0] }),
  );
  return corners.flatMap((here, i) => {
    const next = corners[(i + 1) % 3] ?? here;
    const kept = here.w >= NEAR ? [here] : [];
    if (here.w >= NEAR === next.w >= NEAR) return kept;
    const t = (NEAR - here.w) / (next.w - here.w);
    const lerp = (a: number, b: number) => a + (b - a) * t;
    const [a, b] = [here.weights, next.weights];
    return [
      ...kept,
      {
        x: lerp(here.x, next.x),
        y: lerp(here.y, next.y),
        w: NEAR,
        weights: [lerp(a[0], b[0]), lerp(a[1], b[1]), lerp(a[2], b[2])],
      },
    ];
  });
}

const out = new Float32Array(4);

function fill(
  target: Canvas,
  p: Corner,
  q: Corner,
  r: Corner,
  facing: Facing,
  blend: boolean,
  shade: PixelShader,
): void {
  const { width, height, color, depth } = target;
  const sx = (c: Corner) => ((c.x / c.w) * 0.5 + 0.5) * width;
  const sy = (c: Corner) => (0.5 - (c.y / c.w) * 0.5) * height;
  const [x0, y0, x1, y1, x2, y2] = [sx(p), sy(p), sx(q), sy(q), sx(r), sy(r)];
  const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  if (area === 0) return;
  // Otherwise the sunlit far side of a thin wall shows along its outline.
  if (facing !== 'both' && area > 0 === (facing === 'front')) return;
  const [iw0, iw1, iw2] = [1 / p.w, 1 / q.w, 1 / r.w];
  const left = Math.max(0, Math.floor(Math.min(x0, x1, x2)));
  const right = Math.min(width - 1, Math.ceil(Math.max(x0, x1, x2)));
  const top = Math.max(0, Math.floor(Math.min(y0, y1, y2)));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y1, y2)));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const px = x + 0.5;
      const py = y + 0.5;
      const b0 = ((x1 - px) * (y2 - py) - (x2 - px) * (y1 - py)) / area;
      const b1 = ((x2 - px) * (y0 - py) - (x0 - px) * (y2 - py)) / area;
      const b2 = 1 - b0 - b1;
      if (b0 < 0 || b1 < 0 || b2 < 0) continue;
      const iw = b0 * iw0 + b1 * iw1 + b2 * iw2;
      const pixel = y * width + x;
      if (iw <= (depth[pixel] ?? 0)) continue;
      const [u, v, t] = [(b0 * iw0) / iw, (b1 * iw1) / iw, (b2 * iw2) / iw];
      const a = u * p.weights[0] + v * q.weights[0] + t * r.weights[0];
      const b = u * p.weights[1] + v * q.weights[1] + t * r.weights[1];
      if (!shade(pixel, a, b, 1 - a - b, out)) continue;
      const alpha = blend ? (out[3] ?? 1) : 1;
      for (let c = 0; c < 3; c++)
        color[pixel * 3 + c] = (color[pixel * 3 + c] ?? 0) * (1 - alpha) + (out[c] ?? 0) * alpha;
      if (!blend) depth[pixel] = iw;
    }
  }
}
