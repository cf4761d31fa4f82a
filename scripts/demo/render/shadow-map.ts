// The shadow map: the depth of the nearest surface along the sun's rays, on a square that covers the scene.

import type { Surface } from './draw-surface.js';
import { cross, dot, normalize, type Vector } from './matrix.js';
import { sample } from './sampled-texture.js';

const SIZE = 2048;
/** Half the edge of the square, in meters. */
const REACH = 16;
const BIAS = 0.03;
/** The distance from a surface at which shadows are tested. Without it a facet would shade its neighbor. */
const OFFSET = 0.07;

export class ShadowMap {
  readonly #depth = new Float32Array(SIZE * SIZE).fill(Number.POSITIVE_INFINITY);
  readonly #right: Vector;
  readonly #up: Vector;
  readonly #away: Vector;

  constructor(sun: Vector) {
    this.#away = [-sun[0], -sun[1], -sun[2]];
    this.#right = normalize(cross(this.#away, [0, 1, 0]));
    this.#up = cross(this.#right, this.#away);
  }

  #project(p: Vector): Vector {
    const half = SIZE / 2;
    return [(dot(p, this.#right) / REACH + 1) * half, (dot(p, this.#up) / REACH + 1) * half, dot(p, this.#away)];
  }

  draw(surface: Surface): void {
    const { positions, indices, uvs, material } = surface;
    const cut = material.alphaMode === 'mask' ? material.baseColor : undefined;
    const texel = new Float32Array(4);
    const at = (v: number): Vector =>
      this.#project([positions[v * 3] ?? 0, positions[v * 3 + 1] ?? 0, positions[v * 3 + 2] ?? 0]);
    for (let i = surface.firstIndex; i < surface.firstIndex + surface.indexCount; i += 3) {
      const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0];
      this.#fill(at(a), at(b), at(c), (wa, wb, wc) => {
        if (cut === undefined) return true;
        const u = (uvs[a * 2] ?? 0) * wa + (uvs[b * 2] ?? 0) * wb + (uvs[c * 2] ?? 0) * wc;
        const v = (uvs[a * 2 + 1] ?? 0) * wa + (uvs[b * 2 + 1] ?? 0) * wb + (uvs[c * 2 + 1] ?? 0) * wc;
        sample(cut, u, v, 1, texel);
        return (texel[3] ?? 1) >= material.alphaCutoff;
      });
    }
  }

  #fill(p: Vector, q: Vector, r: Vector, covers: (a: number, b: number, c: number) => boolean): void {
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
    if (area === 0) return;
    const [left, right] = [Math.min(p[0], q[0], r[0]), Math.max(p[0], q[0], r[0])];
    const [top, bottom] = [Math.min(p[1], q[1], r[1]), Math.max(p[1], q[1], r[1])];
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(SIZE - 1, Math.ceil(bottom)); y++) {
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(SIZE - 1, Math.ceil(right)); x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const b0 = ((q[0] - px) * (r[1] - py) - (r[0] - px) * (q[1] - py)) / area;
        const b1 = ((r[0] - px) * (p[1] - py) - (p[0] - px) * (r[1] - py)) / area;
        const b2 = 1 - b0 - b1;
        if (b0 < 0 || b1 < 0 || b2 < 0) continue;
        const depth = p[2] * b0 + q[2] * b1 + r[2] * b2;
        if (depth < (this.#depth[y * SIZE + x] ?? 0) && covers(b0, b1, b2)) this.#depth[y * SIZE + x] = depth;
      }
    }
  }

  /** 1 in the sun, 0 in shadow, soft in between. */
  lit(position: Vector, normal: Vector): number {
    const [x, y, z] = this.#project([
      position[0] + normal[0] * OFFSET,
      position[1] + normal[1] * OFFSET,
      position[2] + normal[2] * OFFSET,
    ]);
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    if (x0 < 3 || y0 < 3 || x0 >= SIZE - 3 || y0 >= SIZE - 3) return 1;
    let sum = 0;
    for (let j = -2; j <= 2; j++)
      for (let i = -2; i <= 2; i++) if ((this.#depth[(y0 + j) * SIZE + x0 + i] ?? 0) > z - BIAS) sum++;
    return sum / 25;
  }
}
