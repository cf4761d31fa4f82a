// Reads the size of an image from its header, as an estimate before decoding. Reports no errors: returns undefined if the header cannot
// be read, and the decoder reports why.

import { isKtx2, Ktx2Header } from '@assetc/formats/layouts';
import { avifBrand, readAvifHeader } from './avif/avif-boxes.js';
import { hdrSize } from './hdr-size.js';
import { isHdr } from './is-hdr.js';
import { isFrameMarker } from './jpeg/jpeg-markers.js';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** More than 8 bits per channel. */
  readonly isWide: boolean;
  /** Four f32 per texel. */
  readonly isHdr?: boolean;
  /** Whether its rows can be decoded one after another. */
  readonly canStreamRows?: boolean;
}

/** Images with fewer texels are decoded whole: they take less memory than the threads do anyway. */
export const MIN_STREAMED_TEXELS = 1 << 21;

/** Reads bytes at an offset; fewer if the file ends. */
type ReadAt = (offset: number, length: number) => Uint8Array;

const HEAD_BYTES = 32;
/** The description is at the front; only a profile can make it long. */
const AVIF_HEAD_BYTES = 1 << 16;
/** Headers are short apart from metadata. */
const HDR_HEAD_BYTES = 1 << 16;

export function imageSize(readAt: ReadAt, extension: string): ImageSize | undefined {
  const head = readAt(0, HEAD_BYTES);
  if (head.length < 18) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x89PNG') && head.length >= 29)
    return { ...sizeOf(view.getUint32(16), view.getUint32(20), head[24] === 16), canStreamRows: head[28] === 0 };
  if (text.startsWith('\xff\xd8\xff')) return jpegSize(readAt);
  if (text.startsWith('qoif')) return sizeOf(view.getUint32(4), view.getUint32(8));
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' && head.length >= 30) return webpSize(view, text);
  if (text.startsWith('BM') && head.length >= 26) {
    if (view.getUint32(14, true) === 12) return sizeOf(view.getUint16(18, true), view.getUint16(20, true));
    return sizeOf(Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true)));
  }
  if (isKtx2(head) && head.length >= HEAD_BYTES)
    return sizeOf(ktx2Field(view, 'pixelWidth'), ktx2Field(view, 'pixelHeight'));
  if (isHdr(head)) return hdrSize(readAt(0, HDR_HEAD_BYTES));
  if (avifBrand(head) !== undefined) return readAvifHeader(readAt(0, AVIF_HEAD_BYTES));
  return extension === 'tga' ? sizeOf(view.getUint16(12, true), view.getUint16(14, true)) : undefined;
}

const ktx2Field = (view: DataView, field: 'pixelWidth' | 'pixelHeight'): number =>
  view.getUint32(Ktx2Header.offsetOf(field), true);

const sizeOf = (width: number, height: number, isWide = false): ImageSize => ({ width, height, isWide });

function webpSize(view: DataView, text: string): ImageSize | undefined {
  const first = text.slice(12, 16);
  if (first === 'VP8X') return sizeOf(1 + uint24(view, 24), 1 + uint24(view, 27));
  if (first === 'VP8 ') return sizeOf(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (first !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return sizeOf(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** Limits the work for a file that consists of tiny segments. */
const MAX_SEGMENTS = 1000;

function jpegSize(readAt: ReadAt): ImageSize | undefined {
  for (let at = 2, n = 0; n < MAX_SEGMENTS; n++) {
    const segment = readAt(at, 9);
    const [mark, marker = 0, high = 0, low = 0] = segment;
    if (segment.length < 9 || mark !== 0xff) return undefined;
    if (isFrameMarker(marker)) {
      const view = new DataView(segment.buffer, segment.byteOffset);
      return sizeOf(view.getUint16(7), view.getUint16(5));
    }
    at += marker === 0xff ? 1 : 2 + high * 256 + low;
  }
  return undefined;
}
