// The value of one track at a time, from the two samples around it. Nothing is allocated. Of a rotation the component that is left out
// is kept last until it is stored.

import { arcShare } from './arc-share.js';
import { readSigned, readWord } from './bits.js';
import type { Samples } from './sample-place.js';
import { ALL_FOUR, newTrackHead, readTrackHead } from './track-bits.js';

// Reused by every call.
const head = newTrackHead();
const from = new Float64Array(4);
const to = new Float64Array(4);
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
  if (components === 4) blendRotation(samples.share, omitted, out, place);
  else
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
  if (omitted !== ALL_FOUR) from[3] = restOfUnit(from);
  storeRotation(from[0] ?? 0, from[1] ?? 0, from[2] ?? 0, from[3] ?? 0, omitted, out, place);
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
      x += rise * index0;
      y += rise * index1;
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
  a[3] = restOfUnit(a);
  b[3] = restOfUnit(b);
}

function readRaw(view: DataView, at: number, components: number, value: Float64Array): void {
  for (let c = 0; c < components; c++) {
    intWord[0] = readWord(view, at + c * 32);
    value[c] = floatWord[0] ?? 0;
  }
}

/** The component that makes the length 1. */
function restOfUnit(v: Float64Array): number {
  const x = v[0] ?? 0;
  const y = v[1] ?? 0;
  const z = v[2] ?? 0;
  const squared = 1 - (x * x + y * y + z * z);
  return squared > 0 ? Math.sqrt(squared) : 0;
}

/** Moves the component that is left out from the end to its place. */
function putInOrder(v: Float64Array, omitted: number): void {
  if (omitted === ALL_FOUR) return;
  const last = v[3] ?? 0;
  v.copyWithin(omitted + 1, omitted, 3);
  v[omitted] = last;
}

/** Along the shorter arc, at an even speed. */
function blendRotation(evenShare: number, omitted: number, out: Float32Array, place: number): void {
  const ax = from[0] ?? 0;
  const ay = from[1] ?? 0;
  const az = from[2] ?? 0;
  const aw = from[3] ?? 0;
  const bx = to[0] ?? 0;
  const by = to[1] ?? 0;
  const bz = to[2] ?? 0;
  const bw = to[3] ?? 0;
  const dot = ax * bx + ay * by + az * bz + aw * bw;
  const share = arcShare(dot < 0 ? -dot : dot, evenShare);
  const rest = 1 - share;
  const t = dot < 0 ? -share : share;
  storeRotation(ax * rest + bx * t, ay * rest + by * t, az * rest + bz * t, aw * rest + bw * t, omitted, out, place);
}

function storeRotation(
  x: number,
  y: number,
  z: number,
  w: number,
  omitted: number,
  out: Float32Array,
  place: number,
): void {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const isZero = !(length > 0);
  const scale = isZero ? 0 : 1 / length;
  out[place + (omitted === 0 ? 1 : 0)] = x * scale;
  out[place + (omitted <= 1 ? 2 : 1)] = y * scale;
  out[place + (omitted <= 2 ? 3 : 2)] = z * scale;
  out[place + (omitted < ALL_FOUR ? omitted : 3)] = w * scale;
  if (isZero) out[place + 3] = 1;
}
