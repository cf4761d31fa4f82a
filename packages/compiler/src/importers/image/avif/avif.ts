// Decodes AVIF, 8 to 12 bits, with alpha, by libavif, which is loaded with the first image that needs it. 10 and 12 bits become 16 by
// round(v · 65535 / (2^bits − 1)). Crop, rotation and mirroring come from the container; EXIF orientation is ignored.

import { startDecoder } from '../../../bundled/bundled-decoder.js';
import type { ColorSpace } from '../../../model/image/color-space.js';
import { type Image, sharedBytes } from '../../../model/image/image.js';
import { colorsOfCodes } from '../color/cicp.js';
import { colorsOfProfile } from '../color/color-profile.js';
import { checkDimensions, type ImageInput, refuse, warnAbout } from '../image-input.js';
import { applyOrientation } from '../orientation.js';
import { hasTransparentTexel } from '../transparency.js';
import { type AvifCrop, type AvifHeader, avifBrand, readAvifHeader } from './avif-boxes.js';
import { completeAvifProperties } from './complete-avif.js';

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint16Array;
}

interface Decoder {
  decode(bytes: Uint8Array, bits: 8 | 16): Decoded | null;
}

export async function decodeAvif(input: ImageInput): Promise<Image> {
  const { bytes } = input;
  const header = readAvifHeader(bytes);
  if (avifBrand(bytes) === 'avis') checkSequence(input, header !== undefined);
  if (header === undefined)
    return refuse(input, 'image/corrupt', 0, 'the AVIF has no complete description of its image');
  checkDimensions(input, header.width, header.height, 0);
  if (header.crop === 'damaged') refuse(input, 'image/corrupt', 0, "the AVIF's crop does not fit its image");
  const pixels = await decodePixels(input, header);
  const { width, height } = header;
  const uncropped: Image = { width, height, pixels, hasAlpha: false };
  const cropped = header.crop === undefined ? uncropped : cropImage(uncropped, header.crop);
  const colors = colorsOf(input, header);
  return applyOrientation({ ...cropped, hasAlpha: hasTransparentTexel(cropped.pixels), colors }, header.orientation);
}

/** Most sequences also contain a still image for programs that do not play sequences. */
function checkSequence(input: ImageInput, hasStill: boolean): void {
  if (!hasStill) refuse(input, 'image/animated', 4, 'the AVIF is an image sequence without a still image');
  warnAbout(input, 'image/animated', 4, 'the AVIF is an image sequence; only its still image is used');
}

/** RGBA, in shared memory. */
async function decodePixels(input: ImageInput, { width, height, isWide }: AvifHeader): Promise<Image['pixels']> {
  const decoder = await startDecoder('avif_dec');
  if (!isDecoder(decoder)) throw new Error('the AVIF decoder does not offer decode()');
  const bytes = completeAvifProperties(withStillBrand(input.bytes));
  let decoded: Decoded | null;
  try {
    decoded = decoder.decode(bytes, isWide ? 16 : 8);
  } catch {
    // A wasm trap, or out of memory: the image is rejected either way, and the instance is discarded.
    decoded = null;
  }
  if (decoded === null || decoded.width !== width || decoded.height !== height)
    return refuse(input, 'image/corrupt', 0, "the AVIF's image data is damaged or cut off");
  const shared = sharedBytes(decoded.data.byteLength);
  const { data } = decoded;
  shared.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return data instanceof Uint16Array ? new Uint16Array(shared.buffer) : shared;
}

/** With the sequence brand, the decoder would look for tracks. */
function withStillBrand(bytes: Uint8Array): Uint8Array {
  if (avifBrand(bytes) !== 'avis') return bytes;
  const still = bytes.slice();
  still.set(new TextEncoder().encode('avif'), 8);
  return still;
}

const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && 'decode' in value && typeof value.decode === 'function';

function colorsOf(input: ImageInput, { profile, code }: AvifHeader): ColorSpace | undefined {
  if (profile !== undefined) return colorsOfProfile(input, { ...profile, isGray: false });
  if (code === undefined || input.colors === 'as-is') return undefined;
  // Code point 2 means unspecified, which is taken as sRGB.
  const primaries = code.primaries === 2 ? 1 : code.primaries;
  const transfer = code.transfer === 2 ? 13 : code.transfer;
  if (primaries === 1 && transfer === 13) return undefined;
  return colorsOfCodes(
    input,
    { format: 'AVIF', name: `nclx ${primaries}/${transfer}`, primaries, transfer },
    code.offset,
  );
}

function cropImage(image: Image, { left, top, width, height }: AvifCrop): Image {
  const { pixels } = image;
  const bytes = sharedBytes(width * height * 4 * pixels.BYTES_PER_ELEMENT);
  const out = pixels instanceof Uint16Array ? new Uint16Array(bytes.buffer) : bytes;
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * image.width + left) * 4;
    out.set(pixels.subarray(from, from + width * 4), y * width * 4);
  }
  return { ...image, width, height, pixels: out };
}
