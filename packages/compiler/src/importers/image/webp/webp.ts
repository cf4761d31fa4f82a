// Decodes WebP, lossy and lossless, with alpha, by libwebp. Dimensions are read from the container first. Only the first frame of an animation is used.

import { collectFreedMemory } from '@assetc/kernels';
import { type Image, sharedBytes } from '../../../model/image/image.js';
import { colorsOfProfile, type EmbeddedProfile } from '../color/color-profile.js';
import { checkDimensions, type ImageInput, refuse, warnAbout } from '../image-input.js';
import { applyOrientation, type Orientation, readOrientation } from '../orientation.js';
import { hasTransparentTexel } from '../transparency.js';
import { decodeLibwebp } from './libwebp.js';
import { canvasOf, readFrame, type WebpFrame } from './webp-frame.js';

export async function decodeWebp(input: ImageInput): Promise<Image> {
  const header = readHeader(input);
  const { width, height } = header;
  const pixels = await decodePixels(input.bytes, header);
  if (pixels === undefined) return refuse(input, 'image/corrupt', header.offset, "the WebP's image data is damaged");
  collectFreedMemory(pixels.length);
  const colors = colorsOfProfile(input, header.profile);
  return applyOrientation({ width, height, pixels, hasAlpha: hasTransparentTexel(pixels), colors }, header.orientation);
}

/** The canvas outside the frame is transparent, as in browsers: the background color in the file is only a hint. */
async function decodePixels(bytes: Uint8Array, header: WebpHeader): Promise<Uint8Array | undefined> {
  const { width, height } = header;
  const frame = header.frame ?? { left: 0, top: 0, width, height, bytes };
  const decoded = await decodeLibwebp(frame.bytes);
  if (decoded === undefined || decoded.width !== frame.width || decoded.height !== frame.height) return undefined;
  const pixels = sharedBytes(width * height * 4);
  const rowBytes = frame.width * 4;
  if (frame.width === width) pixels.set(decoded.pixels, frame.top * rowBytes);
  else
    for (let y = 0; y < frame.height; y++)
      pixels.set(decoded.pixels.subarray(y * rowBytes, (y + 1) * rowBytes), ((frame.top + y) * width + frame.left) * 4);
  return pixels;
}

interface WebpHeader {
  readonly width: number;
  readonly height: number;
  /** The first frame of an animation. */
  readonly frame: WebpFrame | undefined;
  /** Offset of the chunk with the pixels. */
  readonly offset: number;
  readonly orientation: Orientation;
  readonly profile: EmbeddedProfile | undefined;
}

function readHeader(input: ImageInput): WebpHeader {
  const { bytes } = input;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) refuse(input, 'image/truncated', bytes.length, 'the WebP ends inside its header');
  const riffEnd = 8 + view.getUint32(4, true);
  if (riffEnd > bytes.length)
    refuse(
      input,
      'image/truncated',
      bytes.length,
      `the WebP states a size of ${riffEnd} bytes, but the file has ${bytes.length}`,
    );
  let size: { width: number; height: number; offset: number } | undefined;
  let orientation: Orientation = 1;
  let profile: EmbeddedProfile | undefined;
  let canvas: { width: number; height: number } | undefined;
  let frame: WebpFrame | undefined;
  for (let at = 12; at + 8 <= riffEnd; ) {
    const id = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + length > riffEnd) refuse(input, 'image/truncated', at, `the WebP's ${id.trim()} chunk is cut off`);
    const payload = bytes.subarray(start, start + length);
    if (id === 'VP8X' && length >= 10) canvas = canvasOf(payload);
    if (id === 'ANMF' && size === undefined) {
      warnAbout(input, 'image/animated', at, 'the WebP is animated; only its first frame is used');
      frame = readFrame(input, payload, at);
      size = { ...sizeOnCanvas(input, frame, canvas ?? frame, at), offset: at };
    }
    if ((id === 'VP8 ' || id === 'VP8L') && size === undefined)
      size = { ...readSize(input, id, payload, at), offset: at };
    if (id === 'ICCP') profile ??= { bytes: payload, offset: at, isGray: false };
    // Some writers keep JPEG's prefix before the TIFF block.
    if (id === 'EXIF') orientation = readOrientation(payload[0] === 0x45 ? payload.subarray(6) : payload);
    at = start + length + (length & 1);
  }
  if (size === undefined) return refuse(input, 'image/corrupt', 12, 'the WebP has no image chunk');
  return { ...size, frame, orientation, profile };
}

function sizeOnCanvas(
  input: ImageInput,
  { left, top, ...frame }: WebpFrame,
  { width, height }: { readonly width: number; readonly height: number },
  at: number,
): { width: number; height: number } {
  checkDimensions(input, width, height, at);
  if (left + frame.width > width || top + frame.height > height)
    refuse(input, 'image/corrupt', at + 8, "the WebP's first frame reaches beyond its canvas");
  return { width, height };
}

function readSize(input: ImageInput, id: string, payload: Uint8Array, at: number): { width: number; height: number } {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  if (payload.length < 10) refuse(input, 'image/truncated', at, "the WebP's image chunk is too short");
  let width: number;
  let height: number;
  if (id === 'VP8L') {
    if (payload[0] !== 0x2f) refuse(input, 'image/corrupt', at + 8, 'the lossless WebP lacks its signature');
    const bits = view.getUint32(1, true);
    width = (bits & 0x3fff) + 1;
    height = ((bits >>> 14) & 0x3fff) + 1;
  } else {
    if (payload[3] !== 0x9d || payload[4] !== 0x01 || payload[5] !== 0x2a)
      refuse(input, 'image/corrupt', at + 11, 'the lossy WebP lacks its start code');
    width = view.getUint16(6, true) & 0x3fff;
    height = view.getUint16(8, true) & 0x3fff;
  }
  checkDimensions(input, width, height, at + 8);
  return { width, height };
}
