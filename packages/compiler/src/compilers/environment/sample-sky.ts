// The radiance of a sky in many directions, bilinear between texels, across the edges of images and of faces.

import { type HdrImage, sharedFloats } from '../../model/hdr-image.js';
import { directionOf, faceOf, middleOf } from './cube-face.js';
import type { CubeSky, Sky } from './sky.js';
import { turnsOf } from './turns.js';

/** x y z of each direction, of any length, replaced by red, green and blue. */
export type SampleSky = (directions: Float64Array) => void;

export function sampler(sky: Sky): SampleSky {
  const { sine, cosine } = sky.rotation;
  const sample = sky.shape === 'equirect' ? sampleEquirect(sky.image) : sampleCube(sky);
  return (directions) => {
    for (let at = 0; at < directions.length; at += 3) {
      const x = directions[at] ?? 0;
      const z = directions[at + 2] ?? 0;
      directions[at] = cosine * x - sine * z;
      directions[at + 2] = cosine * z + sine * x;
    }
    sample(directions);
  };
}

function sampleEquirect({ width, height, pixels }: HdrImage): SampleSky {
  const half = Math.floor(width / 2);
  return (directions) => {
    for (let at = 0; at < directions.length; at += 3) {
      const x = directions[at] ?? 0;
      const y = directions[at + 1] ?? 0;
      const z = directions[at + 2] ?? 0;
      const u = (turnsOf(x, -z) + 0.5) * width - 0.5;
      const v = (0.5 - 2 * turnsOf(y, Math.sqrt(x * x + z * z))) * height - 0.5;
      const column = Math.floor(u);
      const row = Math.floor(v);
      // Rows beyond a pole are those on this side, half a turn away.
      const above = Math.max(row, 0);
      const below = row + 1 < height ? row + 1 : row;
      const upper = row < 0 ? column + half : column;
      const lower = row + 1 < height ? column : column + half;
      const a = (above * width + wrap(upper, width)) * 4;
      const b = (above * width + wrap(upper + 1, width)) * 4;
      const c = (below * width + wrap(lower, width)) * 4;
      const d = (below * width + wrap(lower + 1, width)) * 4;
      mix(pixels, a, b, c, d, u - column, v - row, directions, at);
    }
  };
}

/** For columns that are out by no more than a width. */
const wrap = (column: number, width: number): number =>
  column < 0 ? column + width : column >= width ? column - width : column;

function sampleCube({ faces }: CubeSky): SampleSky {
  const size = faces[0]?.width ?? 0;
  const texels = padFaces(faces, size);
  const across = size + 2;
  const place = new Float64Array(3);
  return (directions) => {
    for (let at = 0; at < directions.length; at += 3) {
      faceOf(directions[at] ?? 0, directions[at + 1] ?? 0, directions[at + 2] ?? 0, place);
      const u = (((place[1] ?? 0) + 1) / 2) * size + 0.5;
      const v = (((place[2] ?? 0) + 1) / 2) * size + 0.5;
      const column = Math.min(size, Math.floor(u));
      const row = Math.min(size, Math.floor(v));
      const a = (((place[0] ?? 0) * across + row) * across + column) * 4;
      const c = a + across * 4;
      mix(texels, a, a + 4, c, c + 4, u - column, v - row, directions, at);
    }
  };
}

/** Every face with a border of one texel, taken from its neighbours. */
function padFaces(faces: readonly HdrImage[], size: number): Float32Array {
  const across = size + 2;
  const out = sharedFloats(6 * across * across * 4);
  const direction = new Float64Array(3);
  const place = new Float64Array(3);
  const along = (s: number): number => Math.min(size - 1, Math.max(0, Math.floor(((s + 1) / 2) * size)));
  for (let face = 0, to = 0; face < 6; face++)
    for (let y = -1; y <= size; y++)
      for (let x = -1; x <= size; x++, to += 4) {
        const isInside = x >= 0 && y >= 0 && x < size && y < size;
        if (!isInside) {
          directionOf(face, middleOf(x, size), middleOf(y, size), direction);
          faceOf(direction[0] ?? 0, direction[1] ?? 0, direction[2] ?? 0, place);
        }
        const from = (isInside ? y * size + x : along(place[2] ?? 0) * size + along(place[1] ?? 0)) * 4;
        const { pixels } = faces[isInside ? face : (place[0] ?? 0)] ?? { pixels: new Float32Array() };
        for (let k = 0; k < 4; k++) out[to + k] = pixels[from + k] ?? 0;
      }
  return out;
}

function mix(
  pixels: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  right: number,
  down: number,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) {
    const above = (pixels[a + k] ?? 0) * (1 - right) + (pixels[b + k] ?? 0) * right;
    const below = (pixels[c + k] ?? 0) * (1 - right) + (pixels[d + k] ?? 0) * right;
    out[at + k] = above * (1 - down) + below * down;
  }
}
