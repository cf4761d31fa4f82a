// The bits that describe a track of a segment. One fixed head gives the lengths of all numbers that follow, so that a reader finds them
// without reading one after another.
//
// Rotation: form 3 (0 to 3: the component that is left out, 4: none is, 5: raw), exponent 5.
// Others:   form 1 (1: raw), exponent 6 (plus 20), baseBits 5 (minus 1).
// Both:     hasSlope 1, slopeBits 5 (minus 1; only with slopes), width 5 per component; bases, slopes. Raw tracks have only their form.

import { readWord } from './bits.js';

/** The form of a track that is stored as floats. */
export const RAW_FORM = { rotation: 5, other: 1 };
export const ALL_FOUR = 4;
export const MAX_ROTATION_EXPONENT = 24;
/** Exponents of other tracks are stored plus this: grids from 2^20 to 2^-43. */
export const EXPONENT_BIAS = 20;
export const MAX_WIDTH = 24;

/** The head of a track, reused for every track of a pose. */
interface TrackHead {
  /** False if the form, the exponent or a width does not exist. */
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
  /** Five bits for each stored component, the first one lowest. */
  widths: number;
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
  step: 0.5,
  baseBits: 0,
  slopeBits: 0,
  widths: 0,
  sampleBits: 0,
  bases: 0,
  end: 0,
});

/** 2^-43 to 2^24, exact. */
const POWERS = Float64Array.from({ length: 68 }, (_, i) => 2 ** (i - 43));

/**
 * Reads the head at bit `at` into `head`; 8 more bytes must follow. `components`: of a value. With `isConstant`, there is one sample and
 * neither width nor slope.
 */
export function readTrackHead(
  view: DataView,
  at: number,
  components: number,
  isConstant: boolean,
  head: TrackHead,
): void {
  const isRotation = components === 4;
  const word = readWord(view, at);
  const form = word & (isRotation ? 7 : 1);
  head.isRaw = form === (isRotation ? RAW_FORM.rotation : RAW_FORM.other);
  head.isValid = !isRotation || form <= RAW_FORM.rotation;
  head.omitted = isRotation && form < ALL_FOUR ? form : ALL_FOUR;
  head.components = head.omitted === ALL_FOUR ? components : components - 1;
  if (head.isRaw || !head.isValid) {
    head.sampleBits = isConstant ? 0 : components * 32;
    head.bases = at + (isRotation ? 3 : 1);
    head.end = head.bases + (isConstant ? components * 32 : 0);
    return;
  }
  if (isRotation) {
    const exponent = (word >>> 3) & 31;
    head.isValid = exponent <= MAX_ROTATION_EXPONENT;
    head.step = POWERS[43 - exponent] ?? 1;
    head.baseBits = exponent + 2;
  } else {
    head.step = POWERS[43 + EXPONENT_BIAS - ((word >>> 1) & 63)] ?? 1;
    head.baseBits = ((word >>> 7) & 31) + 1;
  }
  head.slopeBits = 0;
  head.sampleBits = 0;
  head.bases = at + (isRotation ? 8 : 12);
  if (!isConstant) readWidths(view, word >>> (isRotation ? 8 : 12), head);
  head.end = head.bases + head.components * (head.baseBits + head.slopeBits);
}

/** `bits` start with hasSlope, and contain the widths unless there are slopes. */
function readWidths(view: DataView, bits: number, head: TrackHead): void {
  let widths = bits >>> 1;
  head.bases += 1;
  if ((bits & 1) === 1) {
    head.slopeBits = (widths & 31) + 1;
    head.bases += 5;
    widths = readWord(view, head.bases);
  }
  head.widths = widths;
  for (let c = 0; c < head.components; c++, widths >>>= 5) {
    const width = widths & 31;
    head.sampleBits += width;
    if (width > MAX_WIDTH) head.isValid = false;
  }
  head.bases += head.components * 5;
}
