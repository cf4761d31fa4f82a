// Resamples a sky to the six faces of a cube. A texel is the mean of evenly spaced samples, dense enough to include every texel of the source.

import type { Parallel } from '../../encoding/parallel.js';
import { type HdrImage, sharedFloats } from '../../model/image/hdr-image.js';
import { FACE_AXES, FACE_AXES_LENGTH, texelCenter } from './cube-face.js';
import type { CubeLevel } from './prefilter.js';
import { createSampler, type SampleSky } from './sample-sky.js';
import type { Sky } from './sky.js';

/** The payload of a `resample-sky` task; its index is a row of a face. */
interface ResampleJob extends CubeLevel {
  readonly sky: Sky;
  /** Along each side of a texel. */
  readonly samples: number;
}

/** Sources with more texels than this per target texel are halved first: samples cost more. */
const MAX_SOURCE_RATIO = 2;

export async function resampleSky(sky: Sky, size: number, parallel: Parallel): Promise<CubeLevel> {
  // A cube without rotation keeps its texels, or the means of four: nothing is blurred.
  const isUnrotatedCube = sky.shape === 'cube' && sky.rotation.cosine === 1;
  let source = sky;
  while (
    isEven(source) &&
    nativeSize(source) >= 2 * size &&
    (isUnrotatedCube || nativeSize(source) > MAX_SOURCE_RATIO * size)
  )
    source = halve(source);
  const texels = sharedFloats(6 * size * size * 4);
  if (source.shape === 'cube' && isUnrotatedCube && nativeSize(source) === size) {
    for (const [face, { pixels }] of source.faces.entries()) texels.set(pixels, face * size * size * 4);
    for (let at = 3; at < texels.length; at += 4) texels[at] = 1;
    return { size, texels };
  }
  const samples = Math.max(2, Math.ceil((2 * nativeSize(source)) / size));
  const job: ResampleJob = { sky: source, size, texels, samples };
  await parallel('resample-sky', 6 * size, job);
  return { size, texels };
}

/** The face size of a cube with texels of about the same size. */
export const nativeSize = (sky: Sky): number =>
  sky.shape === 'cube' ? (sky.faces[0]?.width ?? 1) : Math.max(1, Math.floor(sky.image.width / 4));

const imagesOf = (sky: Sky): readonly HdrImage[] => (sky.shape === 'cube' ? sky.faces : [sky.image]);

const isEven = (sky: Sky): boolean => imagesOf(sky).every(({ width, height }) => width % 2 === 0 && height % 2 === 0);

const halve = (sky: Sky): Sky =>
  sky.shape === 'cube' ? { ...sky, faces: sky.faces.map(halveImage) } : { ...sky, image: halveImage(sky.image) };

function halveImage({ width, height, pixels, hasAlpha }: HdrImage): HdrImage {
  const out = sharedFloats((width / 2) * (height / 2) * 4);
  for (let y = 0, to = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2)
      for (let k = 0; k < 4; k++, to++) {
        const at = (y * width + x) * 4 + k;
        const above = (pixels[at] ?? 0) + (pixels[at + 4] ?? 0);
        const below = (pixels[at + width * 4] ?? 0) + (pixels[at + width * 4 + 4] ?? 0);
        out[to] = (above + below) / 4;
      }
  return { width: width / 2, height: height / 2, pixels: out, hasAlpha };
}

let cachedSampler: { readonly sky: Sky; readonly sample: SampleSky } | undefined;

export function resampleRow({ sky, size, texels, samples }: ResampleJob, index: number): void {
  if (cachedSampler?.sky !== sky) cachedSampler = { sky, sample: createSampler(sky) };
  const face = Math.floor(index / size);
  const row = texels.subarray(index * size * 4, (index + 1) * size * 4);
  const sampleCount = size * samples;
  const directions = new Float64Array(sampleCount * 3);
  const axes = FACE_AXES.subarray(face * FACE_AXES_LENGTH, (face + 1) * FACE_AXES_LENGTH);
  for (let j = 0; j < samples; j++) {
    const t = texelCenter((index % size) * samples + j, sampleCount);
    for (let i = 0, to = 0; i < sampleCount; i++)
      for (let k = 0; k < 3; k++, to++)
        directions[to] = (axes[k] ?? 0) + texelCenter(i, sampleCount) * (axes[k + 3] ?? 0) + t * (axes[k + 6] ?? 0);
    cachedSampler.sample(directions);
    for (let i = 0; i < sampleCount; i++) {
      const to = Math.floor(i / samples) * 4;
      for (let k = 0; k < 3; k++) row[to + k] = (row[to + k] ?? 0) + (directions[i * 3 + k] ?? 0);
    }
  }
  for (let to = 0; to < row.length; to += 4) {
    for (let k = 0; k < 3; k++) row[to + k] = (row[to + k] ?? 0) / (samples * samples);
    row[to + 3] = 1;
  }
}
