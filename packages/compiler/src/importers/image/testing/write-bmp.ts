// A BMP writer for tests: every header version, with raw pixel data.

export interface BmpSpec {
  readonly width: number;
  /** Negative: top row first. */
  readonly height: number;
  readonly bits: number;
  /** 12, 40, 52, 56, 64, 108 or 124. */
  readonly headerBytes?: number;
  readonly compression?: number;
  readonly masks?: readonly number[];
  /** Blue, green, red triples. */
  readonly palette?: readonly (readonly [number, number, number])[];
  /** As stored in the file, including padding. */
  readonly data: readonly number[];
}

export function writeBmp(spec: BmpSpec): Uint8Array {
  const size = spec.headerBytes ?? 40;
  const core = size === 12;
  const masksInside = size >= 52;
  const masks = spec.masks ?? [];
  const paletteAt = 14 + size + (masksInside ? 0 : masks.length * 4);
  const entry = core ? 3 : 4;
  const dataAt = paletteAt + (spec.palette ?? []).length * entry;
  const out = new Uint8Array(dataAt + spec.data.length);
  const view = new DataView(out.buffer);
  out.set([0x42, 0x4d]);
  view.setUint32(2, out.length, true);
  view.setUint32(10, dataAt, true);
  view.setUint32(14, size, true);
  if (core) {
    view.setUint16(18, spec.width, true);
    view.setUint16(20, spec.height, true);
    view.setUint16(22, 1, true);
    view.setUint16(24, spec.bits, true);
  } else {
    view.setInt32(18, spec.width, true);
    view.setInt32(22, spec.height, true);
    view.setUint16(26, 1, true);
    view.setUint16(28, spec.bits, true);
    view.setUint32(30, spec.compression ?? 0, true);
    view.setUint32(46, (spec.palette ?? []).length, true);
  }
  for (const [i, mask] of masks.entries()) view.setUint32(54 + i * 4, mask, true);
  for (const [i, color] of (spec.palette ?? []).entries()) out.set(color, paletteAt + i * entry);
  out.set(spec.data, dataAt);
  return out;
}
