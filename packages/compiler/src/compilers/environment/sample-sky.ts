// Samples the radiance of a sky in many directions, bilinearly between texels, across the edges of images and faces.

import { type HdrImage, sharedFloats } from '../../model/image/hdr-image.js';
import { atan2Turns } from '../../model/math/arctangent.js';
import { directionOf, faceOf, texelCenter } from './cube-face.js';
import type { CubeSky, Sky } from './sky.js';

/** Replaces x y z of each direction, of any length, with red, green and blue. */
export type SampleSky = (directions: Float64Array) => void;

export function createSampler(sky: Sky): SampleSky {
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
      const u = (atan2Turns(x, -z) + 0.5) * width - 0.5;
      const v = (0.5 - 2 * atan2Turns(y, Math.sqrt(x * x + z * z))) * height - 0.5;
      const column = Math.floor(u);
      const row = Math.floor(v);
      // A row beyond a pole is the row on this side, half a turn away.
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

/** For columns outside by at most one width. */
const wrap = (column: number, width: number): number =>
  column < 0 ? column + width : column >= width ? column - width : column;

function sampleCube({ faces }: CubeSky): SampleSky {
  const size = faces[0]?.width ?? 0;
  const texels = padFaces(faces, size);
  const paddedSize = size + 2;
  const coordinates = new Float64Array(3);
  return (directions) => {
    for (let at = 0; at < directions.length; at += 3) {
      faceOf(directions[at] ?? 0, directions[at + 1] ?? 0, directions[at + 2] ?? 0, coordinates);
      const u = (((coordinates[1] ?? 0) + 1) / 2) * size + 0.5;
      const v = (((coordinates[2] ?? 0) + 1) / 2) * size + 0.5;
      const column = Math.min(size, Math.floor(u));
      const row = Math.min(size, Math.floor(v));
      const a = (((coordinates[0] ?? 0) * paddedSize + row) * paddedSize + column) * 4;
      const c = a + paddedSize * 4;
      mix(texels, a, a + 4, c, c + 4, u - column, v - row, directions, at);
    }
  };
}

/** Adds a border of one texel to every face, from its neighbors. */
function padFaces(faces: readonly HdrImage[], size: number): Float32Array {
  const paddedSize = size + 2;
  const out = sharedFloats(6 * paddedSize * paddedSize * 4);
  const direction = new Float64Array(3);
  const coordinates = new Float64Array(3);
  const along = (s: number): number => Math.min(size - 1, Math.max(0, Math.floor(((s + 1) / 2) * size)));
  for (let face = 0, to = 0; face < 6; face++)
    for (let y = -1; y <= size; y++)
      for (let x = -1; x <= size; x++, to += 4) {
        const isInside = x >= 0 && y >= 0 && x < size && y < size;
        if (!isInside) {
          directionOf(face, texelCenter(x, size), texelCenter(y, size), direction);
          faceOf(direction[0] ?? 0, direction[1] ?? 0, direction[2] ?? 0, coordinates);
        }
        const from = (isInside ? y * size + x : along(coordinates[2] ?? 0) * size + along(coordinates[1] ?? 0)) * 4;
        const { pixels } = faces[isInside ? face : (coordinates[0] ?? 0)] ?? { pixels: new Float32Array() };
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
