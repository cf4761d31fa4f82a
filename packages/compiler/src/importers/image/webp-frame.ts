// The first frame of an animated WebP: where it lies on the canvas, and as a still WebP of its own.

import { type ImageInput, refuse } from './image-input.js';

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

/** `payload` of an ANMF chunk, which begins at `at`. */
export function readFrame(input: ImageInput, payload: Uint8Array, at: number): WebpFrame {
  if (payload.length < HEAD_BYTES) refuse(input, 'image/truncated', at, "the WebP's first frame is too short");
  const [width, height] = [uint24(payload, 6) + 1, uint24(payload, 9) + 1];
  const still = stillOf(payload.subarray(HEAD_BYTES), width, height);
  return { left: uint24(payload, 0) * 2, top: uint24(payload, 3) * 2, width, height, bytes: still };
}

/** What VP8X states of the whole picture. */
export const canvasOf = (payload: Uint8Array): { width: number; height: number } => ({
  width: uint24(payload, 4) + 1,
  height: uint24(payload, 7) + 1,
});

const uint24 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);

const ALPHA_FLAG = 0x10;
const EXTENDED_BYTES = 18;

/** The chunks of a frame are those of a still; alpha beside lossy pixels asks for the extended header. */
function stillOf(chunks: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(12 + EXTENDED_BYTES + chunks.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('RIFF\0\0\0\0WEBPVP8X'));
  view.setUint32(4, bytes.length - 8, true);
  view.setUint32(16, EXTENDED_BYTES - 8, true);
  bytes[20] = ALPHA_FLAG;
  // Three bytes each: the next field overwrites what is beyond.
  view.setUint32(24, width - 1, true);
  view.setUint16(27, (height - 1) & 0xffff, true);
  bytes[29] = (height - 1) >> 16;
  bytes.set(chunks, 12 + EXTENDED_BYTES);
  return bytes;
}
