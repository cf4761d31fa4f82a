// Reads the boxes of an AVIF file that describe its primary image: size, depth, crop, rotation, mirroring and colors. Reports no errors, because
// it is also used for size estimates from a file's first bytes.

import type { Orientation } from '../orientation.js';

export interface AvifHeader {
  /** As coded: before crop and rotation. */
  readonly width: number;
  readonly height: number;
  /** More than 8 bits per channel. */
  readonly isWide: boolean;
  /** Applied before the orientation. */
  readonly crop: AvifCrop | 'damaged' | undefined;
  readonly orientation: Orientation;
  readonly profile: { readonly bytes: Uint8Array; readonly offset: number } | undefined;
  /** Primaries and transfer function as ITU-T H.273 code points. */
  readonly code: { readonly primaries: number; readonly transfer: number; readonly offset: number } | undefined;
}

export interface AvifCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface AvifBox {
  readonly type: string;
  /** The offset of its length field; `start` is the offset of its content. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The properties of an item: 1-based indices into their container, with a flag for those that a reader must understand. */
export interface ItemProperties {
  readonly item: number;
  readonly properties: readonly number[];
}

/** The bits of a property that are its index. The bit above is the must-understand flag. */
export const PROPERTY_INDEX = 0x7fff;

/** Detects AVIF by its brand; `avis` is a sequence. */
export function avifBrand(bytes: Uint8Array): 'avif' | 'avis' | undefined {
  if (bytes.length < 16 || text(bytes, 4) !== 'ftyp') return undefined;
  const end = Math.min(bytes.length, viewOf(bytes).getUint32(0), 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) brands.push(text(bytes, at));
  if (brands[0] === 'avis') return 'avis';
  return brands.includes('avif') ? 'avif' : undefined;
}

/** Undefined if a box is missing or truncated. */
export function readAvifHeader(bytes: Uint8Array): AvifHeader | undefined {
  try {
    return readMeta(bytes);
  } catch (error) {
    // A read past the end of the view.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readMeta(bytes: Uint8Array): AvifHeader | undefined {
  const view = viewOf(bytes);
  const meta = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === 'meta');
  if (meta === undefined) return undefined;
  const parts = boxesIn(bytes, meta.start + 4, meta.end);
  const primary = parts.find(({ type }) => type === 'pitm');
  const properties = parts.find(({ type }) => type === 'iprp');
  if (primary === undefined || properties === undefined) return undefined;
  const item =
    view.getUint8(primary.start) === 0 ? view.getUint16(primary.start + 4) : view.getUint32(primary.start + 4);
  const propertyBoxes = boxesIn(bytes, properties.start, properties.end);
  const container = propertyBoxes.find(({ type }) => type === 'ipco');
  if (container === undefined) return undefined;
  const allProperties = boxesIn(bytes, container.start, container.end);
  const itemBoxes = propertyBoxes
    .filter(({ type }) => type === 'ipma')
    .flatMap((box) => itemProperties(view, box).find((one) => one.item === item)?.properties ?? [])
    .flatMap((property) => allProperties[(property & PROPERTY_INDEX) - 1] ?? []);
  return headerOf(bytes, view, itemBoxes);
}

function headerOf(bytes: Uint8Array, view: DataView, itemBoxes: readonly AvifBox[]): AvifHeader | undefined {
  const find = (type: string): AvifBox | undefined => itemBoxes.find((box) => box.type === type);
  const size = find('ispe');
  if (size === undefined) return undefined;
  const [width, height] = [view.getUint32(size.start + 4), view.getUint32(size.start + 8)];
  const depths = find('pixi');
  const codec = find('av1C');
  const hasDeepSamples = depths !== undefined && depths.end > depths.start + 5 && view.getUint8(depths.start + 5) > 8;
  const isWide = hasDeepSamples || (codec !== undefined && (view.getUint8(codec.start + 2) & 0x40) !== 0);
  const clap = find('clap');
  const rotation = find('irot');
  const mirror = find('imir');
  const colors = itemBoxes.filter(({ type }) => type === 'colr');
  const icc = colors.find(({ start }) => ['prof', 'rICC'].includes(text(bytes, start)));
  const nclx = colors.find(({ start }) => text(bytes, start) === 'nclx');
  return {
    width,
    height,
    isWide,
    crop: clap === undefined ? undefined : cropOf(view, clap.start, width, height),
    orientation: orientationOf(
      rotation === undefined ? 0 : view.getUint8(rotation.start) & 3,
      mirror === undefined ? undefined : view.getUint8(mirror.start) & 1,
    ),
    profile: icc === undefined ? undefined : { bytes: bytes.subarray(icc.start + 4, icc.end), offset: icc.start },
    code:
      nclx === undefined
        ? undefined
        : {
            primaries: view.getUint16(nclx.start + 4),
            transfer: view.getUint16(nclx.start + 6),
            offset: nclx.start,
          },
  };
}

/** Reads an association table: which properties each item has. */
export function itemProperties(view: DataView, { start, end }: AvifBox): readonly ItemProperties[] {
  const isLong = view.getUint8(start) > 0;
  const isWide = (view.getUint8(start + 3) & 1) !== 0;
  const items: ItemProperties[] = [];
  let at = start + 8;
  for (let remaining = view.getUint32(start + 4); remaining > 0 && at < end; remaining--) {
    const item = isLong ? view.getUint32(at) : view.getUint16(at);
    at += isLong ? 4 : 2;
    const count = view.getUint8(at++);
    const properties = Array.from({ length: count }, (_, i) => {
      const short = isWide ? 0 : view.getUint8(at + i);
      return isWide ? view.getUint16(at + i * 2) : ((short & 0x80) << 8) | (short & 0x7f);
    });
    items.push({ item, properties });
    at += count * (isWide ? 2 : 1);
  }
  return items;
}

/** Width and height, then offsets of the center, as fractions. Only whole texels are accepted. */
function cropOf(view: DataView, at: number, width: number, height: number): AvifCrop | 'damaged' {
  const ratio = (n: number): number => view.getUint32(at + n * 8) / view.getUint32(at + n * 8 + 4);
  const offset = (n: number): number => view.getInt32(at + n * 8) / view.getUint32(at + n * 8 + 4);
  const [w, h] = [ratio(0), ratio(1)];
  const crop = { left: (width - w) / 2 + offset(2), top: (height - h) / 2 + offset(3), width: w, height: h };
  const isWhole = Object.values(crop).every((value) => Number.isInteger(value) && value >= 0);
  const fits = w > 0 && h > 0 && crop.left + w <= width && crop.top + h <= height;
  return isWhole && fits ? crop : 'damaged';
}

/** Counterclockwise quarter turns, then a vertical (0) or horizontal (1) flip, as an EXIF orientation. */
function orientationOf(quarterTurns: number, mirror: number | undefined): Orientation {
  const table: readonly (readonly Orientation[])[] = [
    [1, 8, 3, 6],
    [4, 5, 2, 7],
    [2, 7, 4, 5],
  ];
  return table[mirror === undefined ? 0 : mirror + 1]?.[quarterTurns] ?? 1;
}

/** Limits the work for a file that consists of tiny boxes. */
const MAX_BOXES = 1000;

export function boxesIn(bytes: Uint8Array, from: number, to: number): readonly AvifBox[] {
  const view = viewOf(bytes);
  const boxes: AvifBox[] = [];
  for (let at = from; at + 8 <= Math.min(to, bytes.length) && boxes.length < MAX_BOXES; ) {
    const sizeField = view.getUint32(at);
    const size = sizeField === 1 ? Number(view.getBigUint64(at + 8)) : sizeField === 0 ? to - at : sizeField;
    const start = at + (sizeField === 1 ? 16 : 8);
    if (at + size < start) break;
    boxes.push({ type: text(bytes, at + 4), at, start, end: Math.min(to, at + size) });
    at += size;
  }
  return boxes;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const text = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
