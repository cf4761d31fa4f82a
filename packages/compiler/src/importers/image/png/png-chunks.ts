// Reads a PNG's chunks strictly: order, lengths and every CRC. Does not decompress the pixels or keep them in memory.

import { plural } from '../../../diagnostics/plural.js';
import type { ByteSource } from '../../../model/byte-source.js';
import { crc32 } from '../../../model/crc32.js';
import type { ColorSpace } from '../../../model/image/color-space.js';
import { checkDimensions, type ImageInfo, refuse, type StreamedImageInput, warnAbout } from '../image-input.js';
import { type Orientation, readOrientation } from '../orientation.js';
import { PngColorChunks } from './png-color.js';

type PngColorType = 0 | 2 | 3 | 4 | 6;

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: PngColorType;
  readonly isInterlaced: boolean;
}

export interface PngChunks {
  readonly header: PngHeader;
  /** RGB triples. */
  readonly palette: Uint8Array | undefined;
  readonly transparency: Uint8Array | undefined;
  /** The compressed image from the IDAT chunks: each call starts at the beginning and yields pieces of a reasonable size. */
  readonly data: () => Iterable<Uint8Array>;
  readonly dataBytes: number;
  /** Offset of the first IDAT. */
  readonly dataOffset: number;
  readonly orientation: Orientation;
  readonly colors: ColorSpace | undefined;
}

export function readPngChunks(input: StreamedImageInput): PngChunks {
  const { source } = input;
  let header: PngHeader | undefined;
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  let orientation: Orientation = 1;
  /** Start and end of each non-empty IDAT: a file may have a million, empty or with a single byte. */
  const spans: number[] = [];
  let hasData = false;
  let dataOffset = 0;
  let hasDataEnded = false;
  const colorChunks = new PngColorChunks();
  for (let at = 8; ; ) {
    const { type, end, isValid } = readChunk(input, at);
    if (!isValid) {
      hasDataEnded = hasData;
      at = end + 4;
      continue;
    }
    const payload = type === 'IDAT' ? NO_BYTES : source.read(at + 8, end - at - 8);
    if (header === undefined) {
      checkFirstChunk(input, type, at);
      header = readHeader(input, payload, at + 8);
    } else if (type === 'IDAT') {
      if (hasDataEnded) refuse(input, 'image/corrupt', at, 'the IDAT chunks are not consecutive');
      if (header.colorType === 3 && palette === undefined)
        refuse(input, 'image/corrupt', at, 'the PNG has a palette type but no palette before its pixels');
      if (!hasData) dataOffset = at;
      hasData = true;
      if (end > at + 8) spans.push(at + 8, end);
    } else {
      hasDataEnded = hasData;
      if (type === 'IEND') break;
      if (type === 'IHDR') refuse(input, 'image/corrupt', at, 'the PNG has two IHDR chunks');
      if (type === 'PLTE') {
        checkPalette(input, header, payload, at, palette !== undefined || transparency !== undefined || hasDataEnded);
        palette = payload;
      } else if (type === 'tRNS') {
        if (hasDataEnded) refuse(input, 'image/corrupt', at, 'the tRNS chunk comes after the pixels');
        transparency = checkTransparency(input, header, palette, payload, at);
      } else if (type === 'eXIf') orientation = readOrientation(payload);
      else if (type === 'acTL')
        warnAbout(input, 'image/animated', at, 'the PNG is animated; only its first frame is used');
      else if (!colorChunks.add(type, payload, at) && /^[A-Z]/.test(type))
        refuse(input, 'image/unsupported', at, `the PNG has an unknown critical chunk ${type}`);
    }
    at = end + 4;
  }
  if (!hasData) refuse(input, 'image/corrupt', source.sizeBytes, 'the PNG has no pixels (no IDAT chunk)');
  const colors = colorChunks.colors(input, header.colorType === 0 || header.colorType === 4);
  let dataBytes = 0;
  for (let i = 0; i < spans.length; i += 2) dataBytes += (spans[i + 1] ?? 0) - (spans[i] ?? 0);
  const data = () => joinSpans(source, spans);
  return { header, palette, transparency, data, dataBytes, dataOffset, orientation, colors };
}

interface Chunk {
  readonly type: string;
  /** End of its data. A checksum of four bytes follows. */
  readonly end: number;
  /** False if the checksum is wrong, but the chunk can be ignored. */
  readonly isValid: boolean;
}

/** Reads the head of the chunk at `at`, and checks its length, type and checksum. */
function readChunk(input: StreamedImageInput, at: number): Chunk {
  const { source } = input;
  if (at + 12 > source.sizeBytes) refuse(input, 'image/truncated', at, 'the PNG ends before its IEND chunk');
  const head = source.read(at, 8);
  const type = String.fromCharCode(...head.subarray(4));
  if (!/^[A-Za-z]{4}$/.test(type)) refuse(input, 'image/corrupt', at + 4, 'a PNG chunk has no valid type');
  const end = at + 8 + uint32(head, 0);
  if (end + 4 > source.sizeBytes) refuse(input, 'image/truncated', at, `the PNG's ${type} chunk is cut off`);
  if (checksumOf(source, at + 4, end) === uint32(source.read(end, 4), 0)) return { type, end, isValid: true };
  const message = `the checksum of the PNG's ${type} chunk is wrong`;
  if (!isOptionalChunk(type)) refuse(input, 'image/corrupt', end, message);
  warnAbout(input, 'image/odd-data', end, `${message}; the chunk is ignored`);
  return { type, end, isValid: false };
}

function checkFirstChunk(input: ImageInfo, type: string, at: number): void {
  if (type === 'CgBI')
    refuse(
      input,
      'image/unsupported',
      at,
      'the PNG was converted for iOS (CgBI), which other programs cannot read',
      'Use the PNG that it was made from, or convert it back: xcrun pngcrush -revert-iphone-optimizations in.png out.png',
    );
  if (type !== 'IHDR') refuse(input, 'image/corrupt', at, `the PNG begins with ${type}, not with IHDR`);
}

/** Whether the pixels are the same without the chunk: programs that edit comments forget to update checksums. */
const isOptionalChunk = (type: string): boolean => /^[a-z]/.test(type) && type !== 'tRNS';

const NO_BYTES = new Uint8Array(0);

const uint32 = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, false);

/** How much of a chunk is read at once; a chunk may be as long as the file. */
const PIECE_BYTES = 1 << 20;

function checksumOf(source: ByteSource, begin: number, end: number): number {
  let sum = 0;
  for (let at = begin; at < end; at += PIECE_BYTES) sum = crc32(source.read(at, Math.min(PIECE_BYTES, end - at)), sum);
  return sum;
}

/** Each part fed to the stream costs a turn of the event loop: a million of them took 34 s. */
const MIN_PART_BYTES = 1 << 17;

function* joinSpans(source: ByteSource, spans: readonly number[]): Generator<Uint8Array> {
  let part = new Uint8Array(MIN_PART_BYTES);
  let filled = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const end = spans[i + 1] ?? 0;
    for (let at = spans[i] ?? 0; at < end; ) {
      const isLong = filled === 0 && end - at >= MIN_PART_BYTES;
      const piece = source.read(at, Math.min(isLong ? PIECE_BYTES : MIN_PART_BYTES - filled, end - at));
      at += piece.length;
      if (isLong) {
        yield piece;
        continue;
      }
      part.set(piece, filled);
      filled += piece.length;
      if (filled < MIN_PART_BYTES) continue;
      yield part;
      part = new Uint8Array(MIN_PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const isColorType = (n: number): n is PngColorType => n in DEPTHS;

function readHeader(input: ImageInfo, payload: Uint8Array, offset: number): PngHeader {
  if (payload.length !== 13) refuse(input, 'image/corrupt', offset, `IHDR has ${payload.length} bytes, not 13`);
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const width = view.getUint32(0, false);
  const height = view.getUint32(4, false);
  const [depth = 0, colorType = 0, compression = 0, filter = 0, interlace = 0] = payload.subarray(8);
  if (!isColorType(colorType))
    return refuse(input, 'image/corrupt', offset + 9, `there is no PNG color type ${colorType}`);
  if (!DEPTHS[colorType]?.includes(depth))
    refuse(input, 'image/corrupt', offset + 8, `PNG color type ${colorType} cannot have ${depth} bits per sample`);
  if (compression !== 0)
    refuse(input, 'image/corrupt', offset + 10, `there is no PNG compression method ${compression}`);
  if (filter !== 0) refuse(input, 'image/corrupt', offset + 11, `there is no PNG filter method ${filter}`);
  if (interlace > 1) refuse(input, 'image/corrupt', offset + 12, `there is no PNG interlace method ${interlace}`);
  checkDimensions(input, width, height, offset);
  return { width, height, depth, colorType, isInterlaced: interlace === 1 };
}

function checkPalette(
  input: ImageInfo,
  header: PngHeader,
  payload: Uint8Array,
  at: number,
  isMisplaced: boolean,
): void {
  if (isMisplaced) refuse(input, 'image/corrupt', at, 'the PLTE chunk is duplicated or out of order');
  if (header.colorType === 0 || header.colorType === 4) refuse(input, 'image/corrupt', at, 'a gray PNG has a palette');
  if (payload.length === 0 || payload.length % 3 !== 0 || payload.length > 768)
    refuse(input, 'image/corrupt', at, `a palette of ${plural(payload.length, 'byte')} does not have 1 to 256 colors`);
}

function checkTransparency(
  input: ImageInfo,
  header: PngHeader,
  palette: Uint8Array | undefined,
  payload: Uint8Array,
  at: number,
): Uint8Array | undefined {
  const { colorType } = header;
  if (colorType === 4 || colorType === 6) {
    warnAbout(input, 'image/odd-data', at, 'the PNG has an alpha channel and a tRNS chunk; the chunk is ignored');
    return undefined;
  }
  if (colorType === 3) {
    if (palette === undefined) refuse(input, 'image/corrupt', at, 'the tRNS chunk comes before the palette');
    if (payload.length > palette.length / 3)
      refuse(input, 'image/corrupt', at, `tRNS has ${payload.length} entries for a palette of ${palette.length / 3}`);
  } else if (payload.length !== (colorType === 0 ? 2 : 6))
    refuse(input, 'image/corrupt', at, `tRNS has ${payload.length} bytes, not ${colorType === 0 ? 2 : 6}`);
  return payload;
}
