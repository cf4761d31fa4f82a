// OpenEXR images → HdrImage. The picture is the display window: what the data window leaves out of it is transparent black (black,
// where there is no alpha), what it has beyond is cut off; so a cropped render stays where it was in the frame.

import { type HdrImage, sharedFloats } from '../../../model/hdr-image.js';
import { convertPrimaries } from '../convert-primaries.js';
import { checkDimensions, type ImageInput, refuse, warnAbout } from '../image-input.js';
import { cleanValues } from './clean-values.js';
import { checkCompression, decompressChunk } from './decompress-chunk.js';
import { type ExrBox, type ExrChannel, type ExrPart, readExrHeaders } from './exr-attributes.js';
import { findExrChunks } from './exr-chunks.js';
import { type ExrColors, pickExrColors } from './exr-colors.js';
import { heightOf, layoutOf, widthOf } from './exr-layout.js';
import { joinChroma, luminanceWeights } from './luminance-chroma.js';
import { placeSamples, type SampleTarget } from './place-samples.js';

export function decodeExr(input: ImageInput): HdrImage {
  const headers = readExrHeaders(input);
  const colors = pickExrColors(input, headers.parts);
  const { part } = colors;
  checkPart(input, part);
  const chunks = findExrChunks(input, headers, colors.partIndex);
  const box = pictureOf(input, part);
  const [width, height] = [widthOf(box), heightOf(box)];
  const pixels = sharedFloats(width * height * 4);
  const hasChannel = colors.channels[3] !== undefined;
  if (!hasChannel) for (let i = 3; i < pixels.length; i += 4) pixels[i] = 1;
  const { targets, finish } = targetsOf(colors, box, pixels);
  for (const chunk of chunks) {
    const layout = layoutOf(part.channels, chunk.box);
    placeSamples(decompressChunk(input, part, chunk, layout), layout, targets);
  }
  finish();
  const { hasAlpha } = cleanValues(input, pixels);
  convertPrimaries(input, pixels, part.chromaticities, part.offset);
  return { width, height, pixels, hasAlpha };
}

function checkPart(input: ImageInput, part: ExrPart): void {
  const { dataWindow, displayWindow, offset, channels, tiles } = part;
  checkCompression(input, part);
  checkDimensions(input, widthOf(displayWindow), heightOf(displayWindow), offset);
  checkDimensions(input, widthOf(dataWindow), heightOf(dataWindow), offset);
  const odd = channels.find((channel) => !isWhole(channel, dataWindow) || (tiles !== undefined && isThin(channel)));
  if (odd !== undefined)
    refuse(
      input,
      'image/corrupt',
      offset,
      `the channel "${odd.name}" is sampled in a way that does not fit its window`,
    );
  if (part.aspect !== 1)
    warnAbout(
      input,
      'image/odd-data',
      offset,
      `the texels are said to be ${part.aspect} times as wide as high: they are kept as they are`,
    );
}

const isThin = ({ stepX, stepY }: ExrChannel): boolean => stepX > 1 || stepY > 1;

const isWhole = ({ stepX, stepY }: ExrChannel, box: ExrBox): boolean =>
  box.left % stepX === 0 && box.top % stepY === 0 && widthOf(box) % stepX === 0 && heightOf(box) % stepY === 0;

/** A file whose windows have nothing in common has its data window shown. */
function pictureOf(input: ImageInput, { dataWindow: data, displayWindow: shown, offset }: ExrPart): ExrBox {
  const meets =
    data.left <= shown.right && data.right >= shown.left && data.top <= shown.bottom && data.bottom >= shown.top;
  if (meets) return shown;
  warnAbout(
    input,
    'image/odd-data',
    offset,
    'the OpenEXR file has no texels inside its display window: its data window is shown',
  );
  return data;
}

interface Targets {
  readonly targets: readonly (SampleTarget | undefined)[];
  /** When all chunks have been placed. */
  finish(): void;
}

function targetsOf({ part, kind, channels }: ExrColors, box: ExrBox, pixels: Float32Array): Targets {
  const targets = part.channels.map((_, i): SampleTarget | undefined => {
    const places = channels.flatMap((channel, place) => (channel === i ? [place] : []));
    return places.length === 0 ? undefined : { values: pixels, box, step: 4, places };
  });
  if (kind !== 'luminance-chroma') return { targets, finish: () => {} };
  return chromaTargets(part, channels, box, pixels, targets);
}

function chromaTargets(
  part: ExrPart,
  [red, luminance, blue]: ExrColors['channels'],
  box: ExrBox,
  pixels: Float32Array,
  direct: readonly (SampleTarget | undefined)[],
): Targets {
  const { dataWindow, channels, chromaticities } = part;
  const [width, height] = [widthOf(dataWindow), heightOf(dataWindow)];
  const weights = luminanceWeights(chromaticities);
  const isHalved = (i: number | undefined) => i !== undefined && channels[i]?.stepX === 2 && channels[i]?.stepY === 2;
  // Chroma of every texel, or of few: each value is the texels' own.
  if (!isHalved(red) || !isHalved(blue)) return { targets: direct, finish: () => joinDirectly(pixels, weights) };
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
  const targets = direct.map((target, i): SampleTarget | undefined => {
    if (i === luminance) return { values: planes.luminance, box: dataWindow, step: 1, places: [0] };
    if (i === red || i === blue)
      return { values: i === red ? planes.red : planes.blue, box: halved, step: 1, places: [0], isSampled: true };
    return target;
  });
  return { targets, finish: () => finishChroma(planes, weights, dataWindow, box, pixels) };
}

function finishChroma(
  planes: Parameters<typeof joinChroma>[0],
  weights: Parameters<typeof joinChroma>[1],
  data: ExrBox,
  box: ExrBox,
  pixels: Float32Array,
): void {
  const joined = new Float32Array(planes.width * planes.height * 4);
  joinChroma(planes, weights, joined);
  const width = widthOf(box);
  for (let y = Math.max(data.top, box.top); y <= Math.min(data.bottom, box.bottom); y++)
    for (let x = Math.max(data.left, box.left); x <= Math.min(data.right, box.right); x++) {
      const from = ((y - data.top) * planes.width + x - data.left) * 4;
      const to = ((y - box.top) * width + x - box.left) * 4;
      for (let c = 0; c < 3; c++) pixels[to + c] = joined[from + c] ?? 0;
    }
}

/** Chroma and luminance lie where red, green and blue are to be. */
function joinDirectly(pixels: Float32Array, [red, green, blue]: ReturnType<typeof luminanceWeights>): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const light = pixels[i + 1] ?? 0;
    const r = ((pixels[i] ?? 0) + 1) * light;
    const b = ((pixels[i + 2] ?? 0) + 1) * light;
    pixels[i] = r;
    pixels[i + 1] = (light - r * red - b * blue) / green;
    pixels[i + 2] = b;
  }
}
