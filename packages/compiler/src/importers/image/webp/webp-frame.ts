// Reads the first frame of an animated WebP: its position on the canvas, and its image as a still WebP.

import { type ImageInput, refuse } from '../image-input.js';

export interface WebpFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** A still WebP. */
  readonly bytes: Uint8Array;
}

/** Offset, size, duration and flags. */
const HEAD_BYTES = 16;

/** `payload`: of an ANMF chunk that starts at `at`. */
export function readFrame(input: ImageInput, payload: Uint8Array, at: number): WebpFrame {
  if (payload.length < HEAD_BYTES) refuse(input, 'image/truncated', at, "the WebP's first frame is too short");
  const [width, height] = [uint24(payload, 6) + 1, uint24(payload, 9) + 1];
  const still = stillOf(payload.subarray(HEAD_BYTES), width, height);
  return { left: uint24(payload, 0) * 2, top: uint24(payload, 3) * 2, width, height, bytes: still };
}

/** The size of the whole image in VP8X. */
export const canvasOf = (payload: Uint8Array): { width: number; height: number } => ({
  width: uint24(payload, 4) + 1,
  height: uint24(payload, 7) + 1,
});

const uint24 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);

const ALPHA_FLAG = 0x10;
const EXTENDED_BYTES = 18;

/** A frame has the same chunks as a still; alpha with lossy pixels needs the extended header. */
function stillOf(chunks: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(12 + EXTENDED_BYTES + chunks.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('RIFF\0\0\0\0WEBPVP8X'));
  view.setUint32(4, bytes.length - 8, true);
  view.setUint32(16, EXTENDED_BYTES - 8, true);
  bytes[20] = ALPHA_FLAG;
  // Three bytes each: the next field overwrites the excess.
  view.setUint32(24, width - 1, true);
  view.setUint16(27, (height - 1) & 0xffff, true);
  bytes[29] = (height - 1) >> 16;
  bytes.set(chunks, 12 + EXTENDED_BYTES);
  return bytes;
}
