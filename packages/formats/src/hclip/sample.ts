// Samples a compressed clip in place: decodes the two samples around a time, allocates nothing, and needs no state, so that time may go in any
// direction. Twin of assetc_hclip_sample in C.

import { readBits, readSigned } from './bits.js';
import { segmentStart, tracksOf } from './clip-parts.js';
import {
  CLIP_HAS_TIMES,
  groupFlag,
  HclipSegment,
  HclipStepped,
  SLOPE_STEPS,
  TRACK_GROUPS,
  TRACK_KINDS,
} from './layout.js';
import type { CompressedClip } from './model.js';
import { ALL_FOUR, newTrackHead, readTrackHead, type TrackHead } from './track-bits.js';

/** Floats of a joint in a pose: translation x y z, rotation x y z w, scale x y z. */
export const POSE_FLOATS = 10;
/** By group: the place of its value among the floats of a joint. */
export const PLACES: readonly number[] = [3, 0, 7, 0];

const REST = TRACK_KINDS.indexOf('rest');
const CONSTANT = TRACK_KINDS.indexOf('constant');
const ANIMATED = TRACK_KINDS.indexOf('animated');
const WEIGHT = TRACK_GROUPS.length - 1;

/** One of the two samples around a time. */
interface Sample {
  /** Bit of the next track's values. */
  at: number;
  /** Bit of the next track's description. */
  track: number;
  /** Number of the sample within its segment, divided by SLOPE_STEPS. */
  index: number;
}

// Reused by every call: sampling must not allocate.
const before: Sample = { at: 0, track: 0, index: 0 };
const after: Sample = { at: 0, track: 0, index: 0 };
const head = newTrackHead();
const from = new Float64Array(4);
const to = new Float64Array(4);
const floatWord = new Float32Array(1);
const intWord = new Uint32Array(floatWord.buffer);

/**
 * Sets the properties that the clip animates in `pose`, and leaves the others unchanged. Both arrays have ten floats per joint: translation,
 * rotation x y z w, scale. `bind`: the bind pose, for properties that keep it during the whole clip. Times are clamped to the clip.
 */
export function sampleHclip(clip: CompressedClip, time: number, bind: Float32Array, pose: Float32Array): void {
  sampleGroups(clip, time, bind, pose, 0, WEIGHT);
}

/** Sets the weights of morph targets that the clip animates. `defaults`: the default weight of each target. */
export function sampleHclipWeights(
  clip: CompressedClip,
  time: number,
  defaults: Float32Array,
  weights: Float32Array,
): void {
  sampleGroups(clip, time, defaults, weights, WEIGHT, WEIGHT + 1);
}

function sampleGroups(
  clip: CompressedClip,
  time: number,
  rest: Float32Array,
  out: Float32Array,
  first: number,
  end: number,
): void {
  const clamped = time > 0 ? Math.min(time, clip.duration) : 0;
  const t = locate(clip, clamped);
  let constant = clip.parts.constants * 8;
  let track = 0;
  for (let group = 0; group < TRACK_GROUPS.length; group++) {
    if ((clip.flags & groupFlag(group)) === 0) continue;
    const components = TRACK_GROUPS[group]?.components ?? 0;
    const stride = group === WEIGHT ? 1 : POSE_FLOATS;
    const isWanted = group >= first && group < end;
    const count = tracksOf(group, clip);
    for (let i = 0; i < count; i++, track++) {
      const kind = readBits(clip.bytes, clip.parts.kinds * 8 + track * 2, 2);
      const place = i * stride + (PLACES[group] ?? 0);
      if (kind === REST) {
        if (isWanted) for (let c = 0; c < components; c++) out[place + c] = rest[place + c] ?? 0;
      } else if (kind === CONSTANT) {
        constant = readConstant(clip.bytes, constant, components);
        if (isWanted) store(from, components, out, place);
      } else if (kind === ANIMATED) {
        readSample(clip.bytes, before, components, from);
        readSample(clip.bytes, after, components, to);
        if (isWanted) blend(components, t, out, place);
      }
    }
  }
  sampleStepped(clip, clamped, out, first, end);
}

/** Places `before` and `after`; returns the share of `after`. */
function locate(clip: CompressedClip, time: number): number {
  const { sampleCount, segmentCount, isLoop } = clip;
  if (segmentCount === 0) return 0;
  const spans = isLoop ? sampleCount : sampleCount - 1;
  const position = (clip.flags & CLIP_HAS_TIMES) === 0 ? time * clip.rate : positionAmong(clip, time, spans);
  const index = Math.min(Math.floor(position), Math.max(0, spans - 1));
  placeAt(clip, index, before);
  placeAt(clip, spans === 0 ? index : index + 1 === sampleCount ? 0 : index + 1, after);
  return Math.min(position, spans) - index;
}

/** The position of a time among listed ones. After the last of a loop comes its end. */
function positionAmong({ view, parts, sampleCount, duration }: CompressedClip, time: number, spans: number): number {
  let low = 0;
  for (let high = sampleCount; low + 1 < high; ) {
    const middle = (low + high) >>> 1;
    if (view.getFloat32(parts.times + middle * 4, true) <= time) low = middle;
    else high = middle;
  }
  if (low >= spans) return spans;
  const start = view.getFloat32(parts.times + low * 4, true);
  const end = low + 1 < sampleCount ? view.getFloat32(parts.times + low * 4 + 4, true) : duration;
  return end > start ? low + (time - start) / (end - start) : low;
}

function placeAt({ bytes, offset, segmentCount, sampleCount }: CompressedClip, index: number, sample: Sample): void {
  // The inverse of segmentStart, which rounds down: one of two neighbors.
  let segment = Math.floor((index * segmentCount) / sampleCount);
  if (segmentStart(segment + 1, segmentCount, sampleCount) <= index) segment++;
  const start = segmentStart(segment, segmentCount, sampleCount);
  const length = segmentStart(segment + 1, segmentCount, sampleCount) - start;
  const row = (offset + segment * HclipSegment.size) * 8;
  const data = offset + readBits(bytes, row, 32);
  const poseBits = readBits(bytes, row + 32, 32);
  sample.at = data * 8 + (index - start) * poseBits;
  sample.track = (data + Math.ceil((length * poseBits) / 8)) * 8;
  sample.index = (index - start) / SLOPE_STEPS;
}

/** Reads the next track of a sample into `value`. */
function readSample(bytes: Uint8Array, sample: Sample, components: number, value: Float64Array): void {
  readTrackHead(bytes, sample.track, components, false, head);
  sample.track = head.end;
  if (head.isRaw) {
    readRaw(bytes, sample.at, components, value);
    sample.at += head.sampleBits;
    return;
  }
  const { baseBits, slopeBits, step, omitted } = head;
  let base = head.bases;
  let slope = base + head.components * baseBits;
  for (let c = 0; c < head.components; c++) {
    const width = head.widths[c] ?? 0;
    let steps = readSigned(bytes, base, baseBits) + readBits(bytes, sample.at, width);
    if (slopeBits > 0) steps += readSigned(bytes, slope, slopeBits) * sample.index;
    value[c < omitted ? c : c + 1] = steps * step;
    sample.at += width;
    base += baseBits;
    slope += slopeBits;
  }
  if (omitted !== ALL_FOUR) value[omitted] = restOfUnit(value, omitted);
}

function readConstant(bytes: Uint8Array, at: number, components: number): number {
  readTrackHead(bytes, at, components, true, head);
  const { omitted, isRaw, bases, baseBits, step, end }: TrackHead = head;
  if (isRaw) readRaw(bytes, bases, components, from);
  else
    for (let c = 0; c < head.components; c++)
      from[c < omitted ? c : c + 1] = readSigned(bytes, bases + c * baseBits, baseBits) * step;
  if (!isRaw && omitted !== ALL_FOUR) from[omitted] = restOfUnit(from, omitted);
  if (components === 4) normalize(from);
  return end;
}

function readRaw(bytes: Uint8Array, at: number, components: number, value: Float64Array): void {
  for (let c = 0; c < components; c++) {
    intWord[0] = readBits(bytes, at + c * 32, 32);
    value[c] = floatWord[0] ?? 0;
  }
}

/** The component that makes the length 1. */
function restOfUnit(q: Float64Array, omitted: number): number {
  q[omitted] = 0;
  const [x = 0, y = 0, z = 0, w = 0] = q;
  const squared = 1 - (x * x + y * y + z * z + w * w);
  return squared > 0 ? Math.sqrt(squared) : 0;
}

/** Rotations along the shorter arc, normalized. */
function blend(components: number, t: number, out: Float32Array, place: number): void {
  let share = t;
  if (components === 4) {
    const [ax = 0, ay = 0, az = 0, aw = 0] = from;
    const [bx = 0, by = 0, bz = 0, bw = 0] = to;
    if (ax * bx + ay * by + az * bz + aw * bw < 0) share = -t;
  }
  for (let c = 0; c < components; c++) from[c] = (from[c] ?? 0) * (1 - t) + (to[c] ?? 0) * share;
  if (components === 4) normalize(from);
  store(from, components, out, place);
}

function normalize(q: Float64Array): void {
  const [x = 0, y = 0, z = 0, w = 0] = q;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > 0) for (let c = 0; c < 4; c++) q[c] = (q[c] ?? 0) / length;
  else q[3] = 1;
}

function store(value: Float64Array, components: number, out: Float32Array, place: number): void {
  for (let c = 0; c < components; c++) out[place + c] = value[c] ?? 0;
}

function sampleStepped(clip: CompressedClip, time: number, out: Float32Array, first: number, end: number): void {
  const { view, parts, steppedCount } = clip;
  if (steppedCount === 0) return;
  let keys = parts.keys;
  for (let i = 0; i < steppedCount; i++) {
    const row = parts.stepped + i * HclipStepped.size;
    let track = view.getUint32(row, true);
    const keyCount = view.getUint32(row + 4, true);
    let group = 0;
    for (; group < WEIGHT; group++) {
      if ((clip.flags & groupFlag(group)) === 0) continue;
      if (track < tracksOf(group, clip)) break;
      track -= tracksOf(group, clip);
    }
    const components = TRACK_GROUPS[group]?.components ?? 0;
    const size = (components + 1) * 4;
    let key = 0;
    for (let high = keyCount; key + 1 < high; ) {
      const middle = (key + high) >>> 1;
      if (view.getFloat32(keys + middle * size, true) <= time) key = middle;
      else high = middle;
    }
    const place = track * (group === WEIGHT ? 1 : POSE_FLOATS) + (PLACES[group] ?? 0);
    if (group >= first && group < end)
      for (let c = 0; c < components; c++) out[place + c] = view.getFloat32(keys + key * size + 4 + c * 4, true);
    keys += keyCount * size;
  }
}
