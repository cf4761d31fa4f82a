// The boxes of an AVIF file that say what its picture is: size, depth, crop, turn, mirror and colours of the primary item. Nothing is
// complained about here, as the same reader serves estimates from a file's first bytes.

import type { Orientation } from './orient.js';

export interface AvifHeader {
  /** As coded: before crop and turn. */
  readonly width: number;
  readonly height: number;
  /** More than 8 bits a channel. */
  readonly isWide: boolean;
  /** Applied first. */
  readonly crop: AvifCrop | 'damaged' | undefined;
  readonly orientation: Orientation;
  readonly profile: { readonly bytes: Uint8Array; readonly offset: number } | undefined;
  /** Primaries and transfer function by ITU-T H.273. */
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
  /** Where its length lies; `start` is where its content begins. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The properties of an item: indices into their container, from 1, beside whether each must be understood. */
export interface ItemProperties {
  readonly item: number;
  readonly properties: readonly number[];
}

/** The bits of a property that are its index. The one above says that it must be understood. */
export const PROPERTY_INDEX = 0x7fff;

/** Whether a file begins as AVIF does; `avis`: a sequence. */
export function avifBrand(bytes: Uint8Array): 'avif' | 'avis' | undefined {
  if (bytes.length < 16 || text(bytes, 4) !== 'ftyp') return undefined;
  const end = Math.min(bytes.length, viewOf(bytes).getUint32(0), 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) brands.push(text(bytes, at));
  if (brands[0] === 'avis') return 'avis';
  return brands.includes('avif') ? 'avif' : undefined;
}

/** Undefined where the boxes are not all there. */
export function readAvifHeader(bytes: Uint8Array): AvifHeader | undefined {
  try {
    return readMeta(bytes);
  } catch (error) {
    // A view that was read past its end.
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
  const inside = boxesIn(bytes, properties.start, properties.end);
  const container = inside.find(({ type }) => type === 'ipco');
  if (container === undefined) return undefined;
  const all = boxesIn(bytes, container.start, container.end);
  const own = inside
    .filter(({ type }) => type === 'ipma')
    .flatMap((box) => itemProperties(view, box).find((one) => one.item === item)?.properties ?? [])
    .flatMap((property) => all[(property & PROPERTY_INDEX) - 1] ?? []);
  return headerOf(bytes, view, own);
}

function headerOf(bytes: Uint8Array, view: DataView, own: readonly AvifBox[]): AvifHeader | undefined {
  const find = (type: string): AvifBox | undefined => own.find((box) => box.type === type);
  const size = find('ispe');
  if (size === undefined) return undefined;
  const [width, height] = [view.getUint32(size.start + 4), view.getUint32(size.start + 8)];
  const depths = find('pixi');
  const codec = find('av1C');
  const isDeep = depths !== undefined && depths.end > depths.start + 5 && view.getUint8(depths.start + 5) > 8;
  const isWide = isDeep || (codec !== undefined && (view.getUint8(codec.start + 2) & 0x40) !== 0);
  const clap = find('clap');
  const turn = find('irot');
  const mirror = find('imir');
  const colors = own.filter(({ type }) => type === 'colr');
  const icc = colors.find(({ start }) => ['prof', 'rICC'].includes(text(bytes, start)));
  const nclx = colors.find(({ start }) => text(bytes, start) === 'nclx');
  return {
    width,
    height,
    isWide,
    crop: clap === undefined ? undefined : cropOf(view, clap.start, width, height),
    orientation: orientationOf(
      turn === undefined ? 0 : view.getUint8(turn.start) & 3,
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

/** What a table of associations says of each item. */
export function itemProperties(view: DataView, { start, end }: AvifBox): readonly ItemProperties[] {
  const isLong = view.getUint8(start) > 0;
  const isWide = (view.getUint8(start + 3) & 1) !== 0;
  const items: ItemProperties[] = [];
  let at = start + 8;
  for (let left = view.getUint32(start + 4); left > 0 && at < end; left--) {
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

/** Width and height, then offsets of the centre, as fractions. Only whole texels make sense. */
function cropOf(view: DataView, at: number, width: number, height: number): AvifCrop | 'damaged' {
  const part = (n: number): number => view.getUint32(at + n * 8) / view.getUint32(at + n * 8 + 4);
  const offset = (n: number): number => view.getInt32(at + n * 8) / view.getUint32(at + n * 8 + 4);
  const [w, h] = [part(0), part(1)];
  const crop = { left: (width - w) / 2 + offset(2), top: (height - h) / 2 + offset(3), width: w, height: h };
  const isWhole = Object.values(crop).every((value) => Number.isInteger(value) && value >= 0);
  const fits = w > 0 && h > 0 && crop.left + w <= width && crop.top + h <= height;
  return isWhole && fits ? crop : 'damaged';
}

/** Quarter turns against the clock, then top and bottom (0) or left and right (1) exchanged → as EXIF counts. */
function orientationOf(turns: number, mirror: number | undefined): Orientation {
  const table: readonly (readonly Orientation[])[] = [
    [1, 8, 3, 6],
    [4, 5, 2, 7],
    [2, 7, 4, 5],
  ];
  return table[mirror === undefined ? 0 : mirror + 1]?.[turns] ?? 1;
}

/** A file of nothing but boxes is not walked to its end. */
const MOST_BOXES = 1000;

export function boxesIn(bytes: Uint8Array, from: number, to: number): readonly AvifBox[] {
  const view = viewOf(bytes);
  const boxes: AvifBox[] = [];
  for (let at = from; at + 8 <= Math.min(to, bytes.length) && boxes.length < MOST_BOXES; ) {
    const stated = view.getUint32(at);
    const size = stated === 1 ? Number(view.getBigUint64(at + 8)) : stated === 0 ? to - at : stated;
    const start = at + (stated === 1 ? 16 : 8);
    if (at + size < start) break;
    boxes.push({ type: text(bytes, at + 4), at, start, end: Math.min(to, at + size) });
    at += size;
  }
  return boxes;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const text = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
