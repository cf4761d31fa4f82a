// The texels of a sky as points of light, row by row: a unit vector, solid angle and radiance each.

import { directionOf, solidAngleOf, texelCenter } from './cube-face.js';
import { rotationOf } from './portable-trig.js';
import type { CubeSky, EquirectSky, Sky } from './sky.js';

/** x y z, steradians, red, green, blue. */
export const POINT_NUMBERS = 7;

export interface SkyPoints {
  readonly rowCount: number;
  readonly rowPoints: number;
  /** Writes POINT_NUMBERS for each point of the row. */
  fill(row: number, out: Float64Array): void;
}

export const pointsOf = (sky: Sky): SkyPoints => (sky.shape === 'equirect' ? equirectPoints(sky) : cubePoints(sky));

function equirectPoints({ image: { width, height, pixels }, rotation }: EquirectSky): SkyPoints {
  // Horizontal unit vectors of the columns, already rotated.
  const columns = new Float64Array(width * 2);
  for (let x = 0; x < width; x++) {
    const { sine, cosine } = rotationOf((x + 0.5) / width - 0.5);
    columns[x * 2] = rotation.cosine * sine - rotation.sine * cosine;
    columns[x * 2 + 1] = -rotation.sine * sine - rotation.cosine * cosine;
  }
  const sineAbove = (y: number): number => rotationOf((0.5 - y / height) / 2).sine;
  return {
    rowCount: height,
    rowPoints: width,
    fill(row, out) {
      const { sine: up, cosine: horizontal } = rotationOf((0.5 - (row + 0.5) / height) / 2);
      const steradians = ((sineAbove(row) - sineAbove(row + 1)) * 2 * Math.PI) / width;
      for (let x = 0, at = 0, from = row * width * 4; x < width; x++, at += POINT_NUMBERS, from += 4) {
        out[at] = (columns[x * 2] ?? 0) * horizontal;
        out[at + 1] = up;
        out[at + 2] = (columns[x * 2 + 1] ?? 0) * horizontal;
        out[at + 3] = steradians;
        out[at + 4] = pixels[from] ?? 0;
        out[at + 5] = pixels[from + 1] ?? 0;
        out[at + 6] = pixels[from + 2] ?? 0;
      }
    },
  };
}

function cubePoints({ faces, rotation }: CubeSky): SkyPoints {
  const size = faces[0]?.width ?? 0;
  const direction = new Float64Array(3);
  return {
    rowCount: 6 * size,
    rowPoints: size,
    fill(row, out) {
      const face = Math.floor(row / size);
      const y = row % size;
      const pixels = faces[face]?.pixels ?? new Float32Array();
      for (let x = 0, at = 0, from = y * size * 4; x < size; x++, at += POINT_NUMBERS, from += 4) {
        directionOf(face, texelCenter(x, size), texelCenter(y, size), direction);
        const [dx = 0, dy = 0, dz = 0] = direction;
        out[at] = rotation.cosine * dx + rotation.sine * dz;
        out[at + 1] = dy;
        out[at + 2] = rotation.cosine * dz - rotation.sine * dx;
        out[at + 3] = solidAngleOf(x, y, size);
        out[at + 4] = pixels[from] ?? 0;
        out[at + 5] = pixels[from + 1] ?? 0;
        out[at + 6] = pixels[from + 2] ?? 0;
      }
    },
  };
}
