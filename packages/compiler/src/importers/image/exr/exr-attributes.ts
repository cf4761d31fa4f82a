// Reads the headers of an OpenEXR file: a list of attributes per part, of which those that describe its texels are read.

import type { Chromaticities } from '../../../model/image/color-space.js';
import { type ImageInput, refuse } from '../image-input.js';

const SAMPLE_TYPES = ['uint', 'half', 'float'] as const;

export interface ExrChannel {
  readonly name: string;
  readonly type: (typeof SAMPLE_TYPES)[number];
  /** Only for lossy compression: whether its values are perceptual. */
  readonly isPerceptual: boolean;
  /** One sample per this many columns and rows. */
  readonly stepX: number;
  readonly stepY: number;
}

/** Both ends are inclusive. */
export interface ExrBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface ExrTiles {
  readonly width: number;
  readonly height: number;
  /** One level, halved in both directions together, or in each separately. */
  readonly levels: 'one' | 'mip' | 'rip';
  readonly roundsUp: boolean;
}

export interface ExrPart {
  readonly name: string | undefined;
  readonly channels: readonly ExrChannel[];
  readonly compression: number;
  readonly dataWindow: ExrBox;
  readonly displayWindow: ExrBox;
  readonly tiles: ExrTiles | undefined;
  readonly isDeep: boolean;
  readonly chromaticities: Chromaticities | undefined;
  readonly aspect: number;
  /** Only in multipart files. */
  readonly chunkCount: number | undefined;
  /** Offset of its header. */
  readonly offset: number;
}

export interface ExrHeaders {
  readonly parts: readonly ExrPart[];
  /** Whether chunks name their part. */
  readonly isMultipart: boolean;
  /** Offset of the chunk tables. */
  readonly end: number;
}

export const isExr = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x76 && bytes[1] === 0x2f && bytes[2] === 0x31 && bytes[3] === 0x01;

const FLAG_TILED = 0x200;
const FLAG_LONG_NAMES = 0x400;
const FLAG_DEEP = 0x800;
const FLAG_MULTIPART = 0x1000;
const KNOWN_FLAGS = FLAG_TILED | FLAG_LONG_NAMES | FLAG_DEEP | FLAG_MULTIPART;

export function readExrHeaders(input: ImageInput): ExrHeaders {
  const reader = new AttributeReader(input);
  if (input.bytes.length < 8) reader.failTruncated();
  const version = reader.view.getUint32(4, true);
  if ((version & 0xff) !== 2 || (version & ~(0xff | KNOWN_FLAGS)) !== 0)
    refuse(
      input,
      'image/unsupported',
      4,
      `the OpenEXR file has version ${version & 0xff} and unknown flags`,
      'Save the image as OpenEXR 2 with half or float channels.',
    );
  reader.at = 8;
  const isMultipart = (version & FLAG_MULTIPART) !== 0;
  const parts: ExrPart[] = [];
  do parts.push(partOf(input, reader.at, readAttributes(reader), version));
  while (isMultipart && reader.peek() !== 0);
  if (isMultipart) reader.at++;
  return { parts, isMultipart, end: reader.at };
}

interface Attribute {
  readonly type: string;
  readonly at: number;
  readonly sizeBytes: number;
}

type Attributes = ReadonlyMap<string, Attribute>;

function readAttributes(reader: AttributeReader): Attributes {
  const attributes = new Map<string, Attribute>();
  while (reader.peek() !== 0) {
    const name = reader.text();
    const type = reader.text();
    const sizeBytes = reader.int32(reader.at);
    const at = reader.at + 4;
    if (sizeBytes < 0 || at + sizeBytes > reader.view.byteLength) reader.failTruncated();
    attributes.set(name, { type, at, sizeBytes });
    reader.at = at + sizeBytes;
  }
  reader.at++;
  return attributes;
}

function partOf(input: ImageInput, offset: number, attributes: Attributes, version: number): ExrPart {
  const reader = new AttributeReader(input);
  const find = (name: string, type: string, sizeBytes: number): Attribute | undefined => {
    const attribute = attributes.get(name);
    return attribute?.type === type && attribute.sizeBytes >= sizeBytes ? attribute : undefined;
  };
  const need = (name: string, type: string, sizeBytes: number): Attribute =>
    find(name, type, sizeBytes) ??
    refuse(input, 'image/corrupt', offset, `the header of the OpenEXR file has no valid attribute "${name}"`);
  const boxOf = (name: string): ExrBox => {
    const { at } = need(name, 'box2i', 16);
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((i) => reader.int32(at + i));
    if (right < left || bottom < top)
      refuse(input, 'image/corrupt', at, `the window "${name}" of the OpenEXR file is empty`);
    return { left, top, right, bottom };
  };
  const stringOf = (name: string): string | undefined => {
    const attribute = find(name, 'string', 0);
    return attribute && reader.slice(attribute.at, attribute.sizeBytes);
  };
  // In a plain single-part file only the flags count, as in OpenEXR: programs that rewrite tiles as lines leave an outdated type.
  const type = (version & (FLAG_DEEP | FLAG_MULTIPART)) === 0 ? undefined : stringOf('type');
  const isTiled = type === undefined ? (version & FLAG_TILED) !== 0 : type === 'tiledimage' || type === 'deeptile';
  const aspect = find('pixelAspectRatio', 'float', 4);
  const count = find('chunkCount', 'int', 4);
  const colors = find('chromaticities', 'chromaticities', 32);
  return {
    name: stringOf('name'),
    channels: channelsOf(input, need('channels', 'chlist', 1)),
    compression: reader.byte(need('compression', 'compression', 1).at),
    dataWindow: boxOf('dataWindow'),
    displayWindow: boxOf('displayWindow'),
    tiles: isTiled ? tilesOf(input, need('tiles', 'tiledesc', 9).at) : undefined,
    isDeep: type === undefined ? (version & FLAG_DEEP) !== 0 : type.startsWith('deep'),
    chromaticities: colors && chromaticitiesOf(reader, colors.at),
    aspect: aspect === undefined ? 1 : reader.view.getFloat32(aspect.at, true),
    chunkCount: count && reader.int32(count.at),
    offset,
  };
}

/** The file's order is red, green, blue, white. */
function chromaticitiesOf(reader: AttributeReader, at: number): Chromaticities {
  const value = (i: number): number => reader.view.getFloat32(at + i * 4, true);
  return [value(6), value(7), value(0), value(1), value(2), value(3), value(4), value(5)];
}

function tilesOf(input: ImageInput, at: number): ExrTiles {
  const reader = new AttributeReader(input);
  const [width, height, mode] = [reader.int32(at), reader.int32(at + 4), reader.byte(at + 8)];
  const levels = (['one', 'mip', 'rip'] as const)[mode & 15];
  if (width < 1 || height < 1 || levels === undefined)
    return refuse(
      input,
      'image/corrupt',
      at,
      `the OpenEXR file has tiles of ${width}×${height} texels with level mode ${mode & 15}`,
    );
  return { width, height, levels, roundsUp: mode >> 4 === 1 };
}

const CHANNEL_BYTES = 16;

function channelsOf(input: ImageInput, { at: start, sizeBytes }: Attribute): readonly ExrChannel[] {
  const reader = new AttributeReader(input);
  const channels: ExrChannel[] = [];
  reader.at = start;
  const end = start + sizeBytes;
  while (reader.at < end && reader.peek() !== 0) {
    const name = reader.text();
    const { at } = reader;
    if (at + CHANNEL_BYTES > end)
      refuse(input, 'image/corrupt', at, "the list of the OpenEXR file's channels is cut off");
    const type = SAMPLE_TYPES[reader.int32(at)];
    const [stepX, stepY] = [reader.int32(at + 8), reader.int32(at + 12)];
    if (type === undefined)
      return refuse(
        input,
        'image/corrupt',
        at,
        `the channel "${name}" has values of the unknown type ${reader.int32(at)}`,
      );
    if (stepX < 1 || stepY < 1)
      refuse(input, 'image/corrupt', at, `the channel "${name}" is sampled every ${stepX}×${stepY} texels`);
    channels.push({ name, type, isPerceptual: reader.byte(at + 4) !== 0, stepX, stepY });
    reader.at = at + CHANNEL_BYTES;
  }
  return channels;
}

/** Every read is checked; a read past the end reports a truncated file. */
class AttributeReader {
  readonly view: DataView;
  at = 0;

  constructor(readonly input: ImageInput) {
    const { bytes } = input;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  peek(): number {
    return this.byte(this.at);
  }

  byte(at: number): number {
    return at < this.view.byteLength ? this.view.getUint8(at) : this.failTruncated();
  }

  int32(at: number): number {
    return at + 4 <= this.view.byteLength ? this.view.getInt32(at, true) : this.failTruncated();
  }

  /** Reads up to a zero byte. Names have at most 31 bytes, or 255 in files with long names; 255 are always accepted. */
  text(): string {
    const end = this.input.bytes.subarray(this.at, this.at + 256).indexOf(0);
    if (end < 0 && this.at + 256 > this.view.byteLength) this.failTruncated();
    if (end < 1)
      refuse(
        this.input,
        'image/corrupt',
        this.at,
        'the header of the OpenEXR file contains a name that is empty or too long',
      );
    const text = this.slice(this.at, end);
    this.at += end + 1;
    return text;
  }

  slice(at: number, length: number): string {
    return new TextDecoder().decode(this.input.bytes.subarray(at, at + length));
  }

  failTruncated(): never {
    return refuse(this.input, 'image/truncated', this.view.byteLength, 'the OpenEXR file ends inside its header');
  }
}
