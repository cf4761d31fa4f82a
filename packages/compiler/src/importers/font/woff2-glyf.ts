// Rebuilds glyf and loca from WOFF2's transformed glyf, which splits outlines into streams of contours, points, flags and coordinates.

import { FontBytes } from './font-bytes.js';
import { viewOf } from './sfnt.js';

interface RebuiltGlyf {
  readonly glyf: Uint8Array;
  readonly loca: Uint8Array;
  readonly hasLongOffsets: boolean;
  /** xMin of every glyph; 0 if it is empty. */
  readonly leftEdges: Int16Array;
}

interface Streams {
  readonly contours: FontBytes;
  readonly points: FontBytes;
  readonly flags: FontBytes;
  readonly coordinates: FontBytes;
  readonly composites: FontBytes;
  readonly boxes: FontBytes;
  readonly instructions: FontBytes;
}

const COMPOSITE = 0xffff;
const ON_CURVE = 1;
const OVERLAP_SIMPLE = 0x40;

export function rebuildGlyf(packed: Uint8Array, file: string): RebuiltGlyf {
  const reader = new FontBytes(packed, file, 'the packed glyf table');
  reader.u16();
  const options = reader.u16();
  const glyphCount = reader.u16();
  const hasLongOffsets = reader.u16() !== 0;
  const sizes = Array.from({ length: 7 }, () => reader.u32());
  const stream = (index: number, what: string) =>
    new FontBytes(reader.bytes(sizes[index] ?? 0), file, `the packed glyf table's ${what}`);
  const streams: Streams = {
    contours: stream(0, 'contour counts'),
    points: stream(1, 'point counts'),
    flags: stream(2, 'flags'),
    coordinates: stream(3, 'coordinates'),
    composites: stream(4, 'composite glyphs'),
    boxes: stream(5, 'bounding boxes'),
    instructions: stream(6, 'instructions'),
  };
  const boxBitmap = streams.boxes.bytes(4 * Math.floor((glyphCount + 31) / 32));
  const overlaps = (options & 1) !== 0 ? reader.bytes(Math.floor((glyphCount + 7) / 8)) : undefined;
  const isSet = (bitmap: Uint8Array | undefined, i: number) => (((bitmap?.[i >> 3] ?? 0) << (i & 7)) & 0x80) !== 0;

  const glyphs: Uint8Array[] = [];
  const leftEdges = new Int16Array(glyphCount);
  for (let i = 0; i < glyphCount; i++) {
    const glyph = readGlyph(streams, isSet(boxBitmap, i), isSet(overlaps, i));
    if (glyph.length > 0) leftEdges[i] = viewOf(glyph).getInt16(2);
    glyphs.push(glyph);
  }
  return { ...join(glyphs, hasLongOffsets), leftEdges };
}

const MAX_SHORT_OFFSET = 0x1fffe;

/** Runs of equal flags are expanded, so a font that had short offsets may need long ones. */
function join(glyphs: readonly Uint8Array[], hadLongOffsets: boolean) {
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const size = glyphs.reduce((sum, { length }) => sum + padded(length), 0);
  const hasLongOffsets = hadLongOffsets || size > MAX_SHORT_OFFSET;
  const glyf = new Uint8Array(size);
  const loca = new Uint8Array((glyphs.length + 1) * (hasLongOffsets ? 4 : 2));
  const view = viewOf(loca);
  let at = 0;
  for (let i = 0; i <= glyphs.length; i++) {
    if (hasLongOffsets) view.setUint32(i * 4, at);
    else view.setUint16(i * 2, at / 2);
    const glyph = glyphs[i];
    if (glyph === undefined) continue;
    glyf.set(glyph, at);
    at += padded(glyph.length);
  }
  return { glyf, loca, hasLongOffsets };
}

function readGlyph(streams: Streams, hasBox: boolean, overlaps: boolean): Uint8Array {
  const contourCount = streams.contours.u16();
  if (contourCount === 0) {
    if (hasBox) throw streams.boxes.fail('has a box for a glyph without contours');
    return new Uint8Array(0);
  }
  if (contourCount === COMPOSITE) {
    if (!hasBox) throw streams.boxes.fail('lacks the box of a composite glyph');
    return readComposite(streams);
  }
  return readSimple(streams, contourCount, hasBox, overlaps);
}

const ARGS_ARE_WORDS = 0x1;
const HAS_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;
const HAS_INSTRUCTIONS = 0x100;

function readComposite({ composites, boxes, coordinates, instructions }: Streams): Uint8Array {
  const start = composites.at;
  let hasInstructions = false;
  let hasMore = true;
  while (hasMore) {
    const flags = composites.u16();
    const matrix =
      (flags & HAS_SCALE) !== 0 ? 2 : (flags & HAS_TWO_SCALES) !== 0 ? 4 : (flags & HAS_MATRIX) !== 0 ? 8 : 0;
    composites.bytes(2 + ((flags & ARGS_ARE_WORDS) !== 0 ? 4 : 2) + matrix);
    hasInstructions ||= (flags & HAS_INSTRUCTIONS) !== 0;
    hasMore = (flags & MORE_COMPONENTS) !== 0;
  }
  const length = composites.at - start;
  composites.at = start;
  const components = composites.bytes(length);
  const code = hasInstructions ? instructions.bytes(coordinates.packed16()) : undefined;
  const glyph = new Uint8Array(10 + length + (code === undefined ? 0 : 2 + code.length));
  const view = viewOf(glyph);
  view.setInt16(0, -1);
  glyph.set(boxes.bytes(8), 2);
  glyph.set(components, 10);
  if (code !== undefined) {
    view.setUint16(10 + length, code.length);
    glyph.set(code, 12 + length);
  }
  return glyph;
}

function readSimple(streams: Streams, contourCount: number, hasBox: boolean, overlaps: boolean): Uint8Array {
  const ends = new Uint16Array(contourCount);
  let pointCount = 0;
  for (let c = 0; c < contourCount; c++) {
    pointCount += streams.points.packed16();
    if (pointCount > 0xffff) throw streams.points.fail('has a glyph of more than 65535 points');
    ends[c] = pointCount - 1;
  }
  const flags = streams.flags.bytes(pointCount);
  const xs = new Int32Array(pointCount);
  const ys = new Int32Array(pointCount);
  readCoordinates(streams.coordinates, flags, xs, ys);
  const code = streams.instructions.bytes(streams.coordinates.packed16());

  // Coordinates are written as words, without the compact forms of a font on disk: only HarfBuzz reads them.
  const head = 10 + contourCount * 2 + 2 + code.length;
  const glyph = new Uint8Array(head + pointCount * 5);
  const view = viewOf(glyph);
  view.setInt16(0, contourCount);
  if (hasBox) glyph.set(streams.boxes.bytes(8), 2);
  else writeBox(view, xs, ys);
  for (let c = 0; c < contourCount; c++) view.setUint16(10 + c * 2, ends[c] ?? 0);
  view.setUint16(10 + contourCount * 2, code.length);
  glyph.set(code, 12 + contourCount * 2);
  for (let p = 0; p < pointCount; p++) {
    glyph[head + p] = ((flags[p] ?? 0) < 0x80 ? ON_CURVE : 0) | (p === 0 && overlaps ? OVERLAP_SIMPLE : 0);
    view.setInt16(head + pointCount + p * 2, (xs[p] ?? 0) - (xs[p - 1] ?? 0));
    view.setInt16(head + pointCount * 3 + p * 2, (ys[p] ?? 0) - (ys[p - 1] ?? 0));
  }
  return glyph;
}

function writeBox(view: DataView, xs: Int32Array, ys: Int32Array): void {
  if (xs.length === 0) return;
  const min = (values: Int32Array) => values.reduce((a, b) => Math.min(a, b));
  const max = (values: Int32Array) => values.reduce((a, b) => Math.max(a, b));
  for (const [i, value] of [min(xs), min(ys), max(xs), max(ys)].entries()) view.setInt16(2 + i * 2, value);
}

/** A flag's low seven bits encode how many bytes follow and how they form the step from the previous point. */
function readCoordinates(stream: FontBytes, flags: Uint8Array, xs: Int32Array, ys: Int32Array): void {
  const signed = (flag: number, size: number) => ((flag & 1) !== 0 ? size : -size);
  let [x, y] = [0, 0];
  for (let p = 0; p < flags.length; p++) {
    const flag = (flags[p] ?? 0) & 0x7f;
    const first = stream.u8();
    if (flag < 10) {
      y += signed(flag, ((flag & 14) << 7) + first);
    } else if (flag < 20) {
      x += signed(flag, (((flag - 10) & 14) << 7) + first);
    } else if (flag < 84) {
      const part = flag - 20;
      x += signed(flag, 1 + (part & 0x30) + (first >> 4));
      y += signed(flag >> 1, 1 + ((part & 0x0c) << 2) + (first & 0x0f));
    } else if (flag < 120) {
      const part = flag - 84;
      x += signed(flag, 1 + (Math.floor(part / 12) << 8) + first);
      y += signed(flag >> 1, 1 + (((part % 12) >> 2) << 8) + stream.u8());
    } else if (flag < 124) {
      const second = stream.u8();
      x += signed(flag, (first << 4) + (second >> 4));
      y += signed(flag >> 1, ((second & 0x0f) << 8) + stream.u8());
    } else {
      x += signed(flag, (first << 8) + stream.u8());
      y += signed(flag >> 1, stream.u16());
    }
    xs[p] = x;
    ys[p] = y;
  }
}
