// Reads a TGA's header and footer. TGA has no magic bytes: a header is accepted only if every field is valid.

import { checkDimensions, type ImageInput, refuse } from '../image-input.js';

export interface TgaHeader {
  /** The pixel type, regardless of run-length encoding. */
  readonly content: 'mapped' | 'color' | 'gray';
  readonly isRunLengthEncoded: boolean;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly alphaBits: number;
  readonly isRightToLeft: boolean;
  readonly isTopToBottom: boolean;
  readonly map: { readonly first: number; readonly length: number; readonly bits: number; readonly offset: number };
  readonly dataOffset: number;
  /** The extension area's attribute type: 0 and 1 no alpha, 3 alpha, 4 premultiplied; undefined without that area. */
  readonly attributes: number | undefined;
}

const HEADER_BYTES = 18;
const CONTENT_TYPES = { 1: 'mapped', 2: 'color', 3: 'gray' } as const;
const DEPTHS = { mapped: [8, 15, 16], color: [15, 16, 24, 32], gray: [8, 16] } as const;

const has = (list: readonly number[], value: number): boolean => list.includes(value);

/** Whether bytes without another type's magic may be a TGA. */
export function isTga(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES) return false;
  const [, mapType = 0, type = 0] = bytes;
  const content = contentOf(type);
  if (mapType > 1 || content === undefined || (type > 3 && type < 9)) return false;
  if (content === 'mapped' && mapType !== 1) return false;
  return has(DEPTHS[content], bytes[16] ?? 0) && le16(bytes, 12) > 0 && le16(bytes, 14) > 0;
}

export function hasTgaFooter(bytes: Uint8Array): boolean {
  const text = 'TRUEVISION-XFILE.\0';
  return bytes.length >= 26 && String.fromCharCode(...bytes.subarray(-18)) === text;
}

function contentOf(type: number): TgaHeader['content'] | undefined {
  const base = type & 7;
  return type > 11 ? undefined : base === 1 || base === 2 || base === 3 ? CONTENT_TYPES[base] : undefined;
}

export function readTgaHeader(input: ImageInput): TgaHeader {
  const { bytes } = input;
  if (bytes.length < HEADER_BYTES) refuse(input, 'image/truncated', bytes.length, 'the TGA ends inside its header');
  const [idLength = 0, mapType = 0, type = 0] = bytes;
  const content = contentOf(type);
  if (content === undefined) return refuse(input, 'image/unsupported', 2, `TGA image type ${type} is not supported`);
  const bits = bytes[16] ?? 0;
  const descriptor = bytes[17] ?? 0;
  if (!has(DEPTHS[content], bits))
    refuse(input, 'image/unsupported', 16, `a TGA of type ${type} with ${bits} bits per pixel is not supported`);
  if (descriptor >= 64) refuse(input, 'image/unsupported', 17, 'interleaved TGAs are not supported');
  const width = le16(bytes, 12);
  const height = le16(bytes, 14);
  checkDimensions(input, width, height, 12);
  const map = { first: le16(bytes, 3), length: le16(bytes, 5), bits: bytes[7] ?? 0, offset: HEADER_BYTES + idLength };
  const mapBytes = mapType === 1 ? map.length * Math.ceil(map.bits / 8) : 0;
  if (content === 'mapped' && (mapType !== 1 || !has([15, 16, 24, 32], map.bits) || map.length === 0))
    refuse(input, 'image/corrupt', 1, 'the TGA has mapped colors but no color map');
  const dataOffset = map.offset + mapBytes;
  if (dataOffset > bytes.length) refuse(input, 'image/truncated', bytes.length, 'the TGA ends inside its color map');
  return {
    content,
    isRunLengthEncoded: type >= 9,
    width,
    height,
    bits,
    alphaBits: descriptor & 15,
    isRightToLeft: (descriptor & 16) !== 0,
    isTopToBottom: (descriptor & 32) !== 0,
    map,
    dataOffset,
    attributes: readAttributes(bytes),
  };
}

function readAttributes(bytes: Uint8Array): number | undefined {
  if (!hasTgaFooter(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const extension = view.getUint32(bytes.length - 26, true);
  return extension === 0 || extension + 495 > bytes.length ? undefined : bytes[extension + 494];
}

const le16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
