// The size of an image as its header states it, from a few bytes: an estimate before anything is read, so nothing is complained
// about here. What cannot be told is undefined; the decoder says why.

import { isKtx2, Ktx2Header } from '@assetc/formats/layouts';
import { avifBrand, readAvifHeader } from './avif-boxes.js';
import { hdrSize } from './hdr-size.js';
import { isHdr } from './is-hdr.js';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** More than 8 bits a channel. */
  readonly isWide: boolean;
  /** Four f32 a texel. */
  readonly isHdr?: boolean;
  /** Its rows can be had one after the other. */
  readonly hasRows?: boolean;
}

/** From this many texels on rows are taken one after the other: below, the whole image takes less than what threads take anyway. */
export const LEAST_ROW_TEXELS = 1 << 21;

/** Bytes from a place on, fewer where the file ends. */
type ReadAt = (offset: number, length: number) => Uint8Array;

const HEAD_BYTES = 32;
/** Its description stands at the front, with a profile at most. */
const AVIF_HEAD_BYTES = 1 << 16;
/** Headers are short but for what made the picture. */
const HDR_HEAD_BYTES = 1 << 16;

export function imageSize(readAt: ReadAt, extension: string): ImageSize | undefined {
  const head = readAt(0, HEAD_BYTES);
  if (head.length < 18) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x89PNG') && head.length >= 29)
    return { ...sized(view.getUint32(16), view.getUint32(20), head[24] === 16), hasRows: head[28] === 0 };
  if (text.startsWith('\xff\xd8\xff')) return jpegSize(readAt);
  if (text.startsWith('qoif')) return sized(view.getUint32(4), view.getUint32(8));
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' && head.length >= 30) return webpSize(view, text);
  if (text.startsWith('BM') && head.length >= 26) {
    if (view.getUint32(14, true) === 12) return sized(view.getUint16(18, true), view.getUint16(20, true));
    return sized(Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true)));
  }
  if (isKtx2(head) && head.length >= HEAD_BYTES)
    return sized(ktx2Field(view, 'pixelWidth'), ktx2Field(view, 'pixelHeight'));
  if (isHdr(head)) return hdrSize(readAt(0, HDR_HEAD_BYTES));
  if (avifBrand(head) !== undefined) return readAvifHeader(readAt(0, AVIF_HEAD_BYTES));
  return extension === 'tga' ? sized(view.getUint16(12, true), view.getUint16(14, true)) : undefined;
}

const ktx2Field = (view: DataView, field: 'pixelWidth' | 'pixelHeight'): number =>
  view.getUint32(Ktx2Header.offsetOf(field), true);

const sized = (width: number, height: number, isWide = false): ImageSize => ({ width, height, isWide });

function webpSize(view: DataView, text: string): ImageSize | undefined {
  const first = text.slice(12, 16);
  if (first === 'VP8X') return sized(1 + uint24(view, 24), 1 + uint24(view, 27));
  if (first === 'VP8 ') return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (first !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return sized(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** A file of nothing but segments is not walked to its end. */
const MAX_SEGMENTS = 1000;

function jpegSize(readAt: ReadAt): ImageSize | undefined {
  for (let at = 2, n = 0; n < MAX_SEGMENTS; n++) {
    const segment = readAt(at, 9);
    const [mark, marker = 0, high = 0, low = 0] = segment;
    if (segment.length < 9 || mark !== 0xff) return undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const view = new DataView(segment.buffer, segment.byteOffset);
      return sized(view.getUint16(7), view.getUint16(5));
    }
    at += marker === 0xff ? 1 : 2 + high * 256 + low;
  }
  return undefined;
}
