// The bits that describe a track of a segment. One fixed head gives the lengths of all numbers that follow, so that a reader finds them
// without reading one after another.
//
// Rotation: form 3 (0 to 3: the component that is left out, 4: none is, 5: raw), exponent 5.
// Others:   form 1 (1: raw), exponent 6 (plus 20), baseBits 5 (minus 1).
// Both:     hasSlope 1, slopeBits 5 (minus 1; only with slopes), width 5 per component; bases, slopes. Raw tracks have only their form.

import { readBits } from './bits.js';

/** The form of a track that is stored as floats. */
export const RAW_FORM = { rotation: 5, other: 1 };
export const ALL_FOUR = 4;
export const MAX_ROTATION_EXPONENT = 24;
/** Exponents of other tracks are stored plus this: grids from 2^20 to 2^-43. */
export const EXPONENT_BIAS = 20;
export const MAX_WIDTH = 24;

/** The head of a track, reused for every track of a pose. */
export interface TrackHead {
  /** Undefined if the form does not exist. */
  isValid: boolean;
  isRaw: boolean;
  /** Of rotations: 0 to 3, or ALL_FOUR. */
  omitted: number;
  /** Stored components. */
  components: number;
  /** 2^-exponent. */
  step: number;
  baseBits: number;
  /** 0 without slopes. */
  slopeBits: number;
  widths: Uint8Array;
  /** Bits of one sample. */
  sampleBits: number;
  /** Where bases start; slopes follow them. */
  bases: number;
  /** Bits of all of it, with bases and slopes. */
  end: number;
}

export const newTrackHead = (): TrackHead => ({
  isValid: false,
  isRaw: false,
  omitted: ALL_FOUR,
  components: 0,
  step: 1,
  baseBits: 0,
  slopeBits: 0,
  widths: new Uint8Array(4),
  sampleBits: 0,
  bases: 0,
  end: 0,
});

/** 2^-43 to 2^24, exact. */
const POWERS = Float64Array.from({ length: 68 }, (_, i) => 2 ** (i - 43));

/** Reads the head at bit `at` into `head`. `components`: of a value. With `isConstant`, there is one sample and neither width nor slope. */
export function readTrackHead(
  bytes: Uint8Array,
  at: number,
  components: number,
  isConstant: boolean,
  head: TrackHead,
): void {
  const isRotation = components === 4;
  let next = at;
  const form = readBits(bytes, next, isRotation ? 3 : 1);
  next += isRotation ? 3 : 1;
  head.isRaw = form === (isRotation ? RAW_FORM.rotation : RAW_FORM.other);
  head.isValid = !isRotation || form <= RAW_FORM.rotation;
  head.omitted = isRotation && form < ALL_FOUR ? form : ALL_FOUR;
  head.components = head.omitted === ALL_FOUR ? components : components - 1;
  if (head.isRaw || !head.isValid) {
    head.sampleBits = isConstant ? 0 : components * 32;
    head.bases = next;
    head.end = next + (isConstant ? components * 32 : 0);
    return;
  }
  const stored = readBits(bytes, next, isRotation ? 5 : 6);
  next += isRotation ? 5 : 6;
  if (isRotation) {
    head.isValid = stored <= MAX_ROTATION_EXPONENT;
    head.step = POWERS[43 - stored] ?? 1;
    head.baseBits = stored + 2;
  } else {
    head.step = POWERS[43 + EXPONENT_BIAS - stored] ?? 1;
    head.baseBits = readBits(bytes, next, 5) + 1;
    next += 5;
  }
  head.slopeBits = 0;
  head.sampleBits = 0;
  if (!isConstant) next = readWidths(bytes, next, head);
  head.bases = next;
  head.end = next + head.components * (head.baseBits + head.slopeBits);
}

function readWidths(bytes: Uint8Array, at: number, head: TrackHead): number {
  let next = at + 1;
  if (readBits(bytes, at, 1) === 1) {
    head.slopeBits = readBits(bytes, next, 5) + 1;
    next += 5;
  }
  for (let c = 0; c < head.components; c++, next += 5) {
    const width = readBits(bytes, next, 5);
    head.widths[c] = width;
    head.sampleBits += width;
    if (width > MAX_WIDTH) head.isValid = false;
  }
  return next;
}
