// Decodes OpenEXR images. The result is the display window: texels outside the data window are transparent black (or black, without
// alpha), and the data window is cropped to it. So a cropped render stays where it was in the frame.

import { shortestDecimal } from '@assetc/formats';
import { type HdrImage, sharedFloats } from '../../../model/image/hdr-image.js';
import { convertPrimaries } from '../color/convert-primaries.js';
import { checkDimensions, type ImageInput, refuse, warnAbout } from '../image-input.js';
import { checkCompression, decompressChunk } from './decompress-chunk.js';
import { type ExrBox, type ExrChannel, type ExrPart, readExrHeaders } from './exr-attributes.js';
import { findExrChunks } from './exr-chunks.js';
import { type ExrColors, pickExrColors } from './exr-colors.js';
import { heightOf, layoutOf, widthOf } from './exr-layout.js';
import { convertChroma, luminanceWeights } from './luminance-chroma.js';
import { replaceInvalidValues } from './replace-invalid-values.js';
import { type SampleTarget, writeSamples } from './write-samples.js';

export function decodeExr(input: ImageInput): HdrImage {
  const headers = readExrHeaders(input);
  const colors = pickExrColors(input, headers.parts);
  const { part } = colors;
  checkPart(input, part);
  const chunks = findExrChunks(input, headers, colors.partIndex);
  const box = resultBox(input, part);
  const [width, height] = [widthOf(box), heightOf(box)];
  const pixels = sharedFloats(width * height * 4);
  const hasAlphaChannel = colors.channels[3] !== undefined;
  if (!hasAlphaChannel) for (let i = 3; i < pixels.length; i += 4) pixels[i] = 1;
  const { targets, finish } = targetsOf(colors, box, pixels);
  for (const chunk of chunks) {
    const layout = layoutOf(part.channels, chunk.box);
    writeSamples(decompressChunk(input, part, chunk, layout), layout, targets);
  }
  finish();
  const { hasAlpha } = replaceInvalidValues(input, pixels);
  convertPrimaries(input, pixels, part.chromaticities, part.offset);
  return { width, height, pixels, hasAlpha };
}

function checkPart(input: ImageInput, part: ExrPart): void {
  const { dataWindow, displayWindow, offset, channels, tiles } = part;
  checkCompression(input, part);
  checkDimensions(input, widthOf(displayWindow), heightOf(displayWindow), offset);
  checkDimensions(input, widthOf(dataWindow), heightOf(dataWindow), offset);
  const misfit = channels.find(
    (channel) => !isAligned(channel, dataWindow) || (tiles !== undefined && isSubsampled(channel)),
  );
  if (misfit !== undefined)
    refuse(
      input,
      'image/corrupt',
      offset,
      `the channel "${misfit.name}" is sampled in a way that does not fit its window`,
    );
  if (part.aspect !== 1)
    warnAbout(input, 'image/odd-data', offset, `the pixel aspect ratio of ${shortestDecimal(part.aspect)} is ignored`);
}

const isSubsampled = ({ stepX, stepY }: ExrChannel): boolean => stepX > 1 || stepY > 1;

const isAligned = ({ stepX, stepY }: ExrChannel, box: ExrBox): boolean =>
  box.left % stepX === 0 && box.top % stepY === 0 && widthOf(box) % stepX === 0 && heightOf(box) % stepY === 0;

/** Returns the data window if the two windows do not overlap. */
function resultBox(input: ImageInput, { dataWindow: data, displayWindow: display, offset }: ExrPart): ExrBox {
  const overlaps =
    data.left <= display.right &&
    data.right >= display.left &&
    data.top <= display.bottom &&
    data.bottom >= display.top;
  if (overlaps) return display;
  warnAbout(
    input,
    'image/odd-data',
    offset,
    'the OpenEXR file has no texels inside its display window, so its data window is used',
  );
  return data;
}

interface Targets {
  readonly targets: readonly (SampleTarget | undefined)[];
  /** Called after all chunks are decoded. */
  finish(): void;
}

function targetsOf({ part, kind, channels }: ExrColors, box: ExrBox, pixels: Float32Array): Targets {
  const targets = part.channels.map((_, i): SampleTarget | undefined => {
    const offsets = channels.flatMap((channel, offset) => (channel === i ? [offset] : []));
    return offsets.length === 0 ? undefined : { values: pixels, box, step: 4, offsets };
  });
  if (kind !== 'luminance-chroma') return { targets, finish: () => {} };
  return chromaTargets(part, channels, box, pixels, targets);
}

function chromaTargets(
  part: ExrPart,
  [red, luminance, blue]: ExrColors['channels'],
  box: ExrBox,
  pixels: Float32Array,
  rgbTargets: readonly (SampleTarget | undefined)[],
): Targets {
  const { dataWindow, channels, chromaticities } = part;
  const [width, height] = [widthOf(dataWindow), heightOf(dataWindow)];
  const weights = luminanceWeights(chromaticities);
  const isHalved = (i: number | undefined) => i !== undefined && channels[i]?.stepX === 2 && channels[i]?.stepY === 2;
  // Chroma is not subsampled by 2×2: use the values of each texel directly.
  if (!isHalved(red) || !isHalved(blue)) return { targets: rgbTargets, finish: () => convertInPlace(pixels, weights) };
  const plane = (texels: number): Float32Array => new Float32Array(texels);
  const planes = {
    width,
    height,
    luminance: plane(width * height),
    red: plane((width * height) / 4),
    blue: plane((width * height) / 4),
  };
  const halved = {
    left: dataWindow.left / 2,
    top: dataWindow.top / 2,
    right: (dataWindow.right - 1) / 2,
    bottom: (dataWindow.bottom - 1) / 2,
  };
  const targets = rgbTargets.map((target, i): SampleTarget | undefined => {
    if (i === luminance) return { values: planes.luminance, box: dataWindow, step: 1, offsets: [0] };
    if (i === red || i === blue)
      return { values: i === red ? planes.red : planes.blue, box: halved, step: 1, offsets: [0], isPerSample: true };
    return target;
  });
  return { targets, finish: () => writeChroma(planes, weights, dataWindow, box, pixels) };
}

function writeChroma(
  planes: Parameters<typeof convertChroma>[0],
  weights: Parameters<typeof convertChroma>[1],
  data: ExrBox,
  box: ExrBox,
  pixels: Float32Array,
): void {
  const joined = new Float32Array(planes.width * planes.height * 4);
  convertChroma(planes, weights, joined);
  const width = widthOf(box);
  for (let y = Math.max(data.top, box.top); y <= Math.min(data.bottom, box.bottom); y++)
    for (let x = Math.max(data.left, box.left); x <= Math.min(data.right, box.right); x++) {
      const from = ((y - data.top) * planes.width + x - data.left) * 4;
      const to = ((y - box.top) * width + x - box.left) * 4;
      for (let c = 0; c < 3; c++) pixels[to + c] = joined[from + c] ?? 0;
    }
}

/** Chroma and luminance are stored where red, green and blue will be. */
function convertInPlace(pixels: Float32Array, [red, green, blue]: ReturnType<typeof luminanceWeights>): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const light = pixels[i + 1] ?? 0;
    const r = ((pixels[i] ?? 0) + 1) * light;
    const b = ((pixels[i + 2] ?? 0) + 1) * light;
    pixels[i] = r;
    pixels[i + 1] = (light - r * red - b * blue) / green;
    pixels[i + 2] = b;
  }
}
