// The value of one track at a time, from the two samples around it. Nothing is allocated. Of a rotation the component that is left out
// is kept last until it is stored. Fractions stay in arrays, since engines may allocate one that is passed or returned.

import { walkArc } from './arc-share.js';
import { readSigned, readWord } from './bits.js';
import { SLOPE_STEPS } from './layout.js';
import type { Samples } from './sample-place.js';
import { ALL_FOUR, newTrackHead, readTrackHead } from './track-bits.js';

// Reused by every call.
const head = newTrackHead();
const from = new Float64Array(4);
const to = new Float64Array(4);
const arc = new Float64Array(2);
const unused = new Float64Array(4);
const floatWord = new Float32Array(1);
const intWord = new Int32Array(floatWord.buffer);

/** Writes the next animated track at `place`, or passes over it if that is negative. */
export function sampleAnimated(
  view: DataView,
  samples: Samples,
  components: number,
  out: Float32Array,
  place: number,
): void {
  readTrackHead(view, samples.track0, components, false, head);
  samples.track0 = head.end;
  let omitted = head.omitted;
  const { at0, at1, index0, index1 } = samples;
  samples.at0 = at0 + head.sampleBits;
  if (samples.isOneSegment) {
    samples.at1 = at1 + head.sampleBits;
    if (place < 0) return;
    readTwo(view, components, at0, at1, index0, index1, from, to);
  } else {
    if (place >= 0) readTwo(view, components, at0, at0, index0, index0, from, unused);
    readTrackHead(view, samples.track1, components, false, head);
    samples.track1 = head.end;
    samples.at1 = at1 + head.sampleBits;
    if (place < 0) return;
    readTwo(view, components, at1, at1, index1, index1, to, unused);
    if (components === 4) {
      putInOrder(from, omitted);
      putInOrder(to, head.omitted);
      omitted = ALL_FOUR;
    }
  }
  if (components === 4) {
    mixRotation(samples);
    storeRotation(normalize() ? omitted : ALL_FOUR, out, place);
  } else
    for (let c = 0; c < components; c++)
      out[place + c] = (from[c] ?? 0) * (1 - samples.share) + (to[c] ?? 0) * samples.share;
}

/** Writes the next constant track at `place`, or passes over it if that is negative. */
export function sampleConstant(
  view: DataView,
  samples: Samples,
  components: number,
  out: Float32Array,
  place: number,
): void {
  readTrackHead(view, samples.constant, components, true, head);
  samples.constant = head.end;
  if (place < 0) return;
  const { bases, baseBits, step, omitted } = head;
  if (head.isRaw) readRaw(view, bases, components, from);
  else for (let c = 0; c < head.components; c++) from[c] = readSigned(view, bases + c * baseBits, baseBits) * step;
  if (components !== 4) {
    for (let c = 0; c < components; c++) out[place + c] = from[c] ?? 0;
    return;
  }
  if (omitted !== ALL_FOUR) addLast(from);
  // With a component left out, the length is 1 unless the root of a negative number was 0.
  const isUnit = (omitted !== ALL_FOUR && from[3] !== 0) || normalize();
  storeRotation(isUnit ? omitted : ALL_FOUR, out, place);
}

/** A track of two samples that `head` describes. */
function readTwo(
  view: DataView,
  components: number,
  start0: number,
  start1: number,
  index0: number,
  index1: number,
  a: Float64Array,
  b: Float64Array,
): void {
  if (head.isRaw) {
    readRaw(view, start0, components, a);
    readRaw(view, start1, components, b);
    return;
  }
  const { components: stored, baseBits, slopeBits, step } = head;
  let widths = head.widths;
  let base = head.bases;
  let slope = base + stored * baseBits;
  let at0 = start0;
  let at1 = start1;
  for (let c = 0; c < stored; c++) {
    const width = widths & 31;
    const mask = (1 << width) - 1;
    const lowest = readSigned(view, base, baseBits);
    let x = lowest + ((view.getInt32(at0 >>> 3, true) >>> (at0 & 7)) & mask);
    let y = lowest + ((view.getInt32(at1 >>> 3, true) >>> (at1 & 7)) & mask);
    if (slopeBits > 0) {
      const rise = readSigned(view, slope, slopeBits);
      x += rise * (index0 / SLOPE_STEPS);
      y += rise * (index1 / SLOPE_STEPS);
      slope += slopeBits;
    }
    a[c] = x * step;
    b[c] = y * step;
    widths >>>= 5;
    base += baseBits;
    at0 += width;
    at1 += width;
  }
  if (head.omitted === ALL_FOUR) return;
  addLast(a);
  addLast(b);
}

function readRaw(view: DataView, at: number, components: number, value: Float64Array): void {
  for (let c = 0; c < components; c++) {
    intWord[0] = readWord(view, at + c * 32);
    value[c] = floatWord[0] ?? 0;
  }
}

/** The component that makes the length 1. */
function addLast(v: Float64Array): void {
  const x = v[0] ?? 0;
  const y = v[1] ?? 0;
  const z = v[2] ?? 0;
  const squared = 1 - (x * x + y * y + z * z);
  v[3] = squared > 0 ? Math.sqrt(squared) : 0;
}

/** Moves the component that is left out from the end to its place. */
function putInOrder(v: Float64Array, omitted: number): void {
  if (omitted === ALL_FOUR) return;
  const last = v[3] ?? 0;
  v.copyWithin(omitted + 1, omitted, 3);
  v[omitted] = last;
}

/** Makes `from` the rotation between `from` and `to`, along the shorter arc, at an even speed. */
function mixRotation(samples: Samples): void {
  const ax = from[0] ?? 0;
  const ay = from[1] ?? 0;
  const az = from[2] ?? 0;
  const aw = from[3] ?? 0;
  const bx = to[0] ?? 0;
  const by = to[1] ?? 0;
  const bz = to[2] ?? 0;
  const bw = to[3] ?? 0;
  const dot = ax * bx + ay * by + az * bz + aw * bw;
  arc[0] = dot < 0 ? -dot : dot;
  arc[1] = samples.share;
  walkArc(arc);
  const share = arc[1] ?? 0;
  const rest = 1 - share;
  const t = dot < 0 ? -share : share;
  from[0] = ax * rest + bx * t;
  from[1] = ay * rest + by * t;
  from[2] = az * rest + bz * t;
  from[3] = aw * rest + bw * t;
}

/** Makes the length of `from` 1. If it is 0, makes it the identity with its components in order, and returns false. */
function normalize(): boolean {
  const x = from[0] ?? 0;
  const y = from[1] ?? 0;
  const z = from[2] ?? 0;
  const w = from[3] ?? 0;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 0)) {
    from.fill(0);
    from[3] = 1;
    return false;
  }
  const scale = 1 / length;
  from[0] = x * scale;
  from[1] = y * scale;
  from[2] = z * scale;
  from[3] = w * scale;
  return true;
}

/** Stores `from`, whose last component is the one that is left out. */
function storeRotation(omitted: number, out: Float32Array, place: number): void {
  out[place + (omitted === 0 ? 1 : 0)] = from[0] ?? 0;
  out[place + (omitted <= 1 ? 2 : 1)] = from[1] ?? 0;
  out[place + (omitted <= 2 ? 3 : 2)] = from[2] ?? 0;
  out[place + (omitted < ALL_FOUR ? omitted : 3)] = from[3] ?? 0;
}
