// Rounds the values of a track to a grid and counts the bits that they take. Reference: src/reference/motion/grid-code.ts.

import {
  BITS,
  COMPONENTS,
  codeNumbers,
  codeRows,
  EXPONENT,
  JOINT,
  locals,
  localsOf,
  MAX,
  OMITTED,
  PLACE,
  REFERENCE,
  rowBytes,
  SERIES,
  SLOPES,
  SLOT_BITS,
  SLOT_EXPONENTS,
  SLOTS,
  sampleCount,
  VALUES,
} from './memory';

const MAX_RESIDUAL: f64 = 16777215;
const MAX_BASE: f64 = 1073741824;
const SLOPE_STEPS: f64 = 32;
const NONE_OMITTED: i32 = 4;
const RAW: i32 = 0;
const PLAIN: i32 = 1;
const SLOPED: i32 = 2;

/* @inline */ function powerOfTwo(exponent: i32): f64 {
  return reinterpret<f64>(i64(exponent + 1023) << 52);
}

/* @inline */ function round(value: f64): f64 {
  return floor<f64>(value + 0.5);
}

/** Bits of a number in two's complement, at least 1. */
/* @inline */ function signedBits(value: i32): i32 {
  return 33 - clz<i32>(value < 0 ? ~value : value);
}

/** The last sample of an odd number fills both lanes. */
/* @inline */ function padded(pair: v128, at: usize): v128 {
  return (at >> 3) + 1 === usize(sampleCount) ? f64x2.splat(f64x2.extract_lane(pair, 0)) : pair;
}

/** The numbers of two samples. */
/* @inline */ function samplePair(at: usize): v128 {
  return f64x2.add(f64x2.splat(f64(at >> 3)), f64x2(0, 1));
}

/* @inline */ function storedOf(track: usize): i32 {
  const components = load<i32>(track, COMPONENTS);
  return load<i32>(track, OMITTED) === NONE_OMITTED ? components : components - 1;
}

/** Rounds one component into a row of residuals; base and slope into `numbers`. Returns the largest residual. */
function roundSeries(series: usize, scale: f64, slope: f64, residuals: usize, numbers: usize): f64 {
  const scales = f64x2.splat(scale);
  const slopes = f64x2.splat(slope);
  const shares = f64x2.splat(1 / SLOPE_STEPS);
  let least = f64x2.splat(Infinity);
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const line = f64x2.mul(f64x2.mul(slopes, samplePair(at)), shares);
    const value = padded(f64x2.sub(f64x2.mul(v128.load(series + at), scales), line), at);
    v128.store(residuals + at, value);
    least = f64x2.min(least, value);
  }
  const base = round(min<f64>(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1)));
  const bases = f64x2.splat(base);
  const half = f64x2.splat(0.5);
  let most = f64x2.splat(0);
  for (let at: usize = 0; at < rowBytes; at += 16) {
    const value = f64x2.floor(f64x2.add(f64x2.sub(v128.load(residuals + at), bases), half));
    const kept = f64x2.max(f64x2.splat(0), value);
    v128.store(residuals + at, kept);
    most = f64x2.max(most, kept);
  }
  store<f64>(numbers, base);
  store<f64>(numbers, slope, 32);
  return max<f64>(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

/** Returns the bits, or −1 if the numbers would be too large for the format. */
function codeWith(track: usize, exponent: i32, hasSlopes: bool, rows: usize, numbers: usize): i32 {
  const isRotation = load<i32>(track, COMPONENTS) === 4;
  const stored = storedOf(track);
  const scale = powerOfTwo(exponent);
  let widths: i32 = 0;
  let baseBits: i32 = isRotation ? exponent + 2 : 1;
  let slopeBits: i32 = 1;
  for (let c: i32 = 0; c < stored; c++) {
    const slope = hasSlopes ? round(load<f64>(track + (usize(c) << 3), SLOPES) * scale * SLOPE_STEPS) : 0;
    const at = numbers + (usize(c) << 3);
    const series = usize(load<u32>(track, SERIES)) + usize(c) * rowBytes;
    const most = roundSeries(series, scale, slope, rows + usize(c) * rowBytes, at);
    const base = load<f64>(at);
    if (!(abs<f64>(base) <= MAX_BASE && abs<f64>(slope) <= MAX_BASE && most <= MAX_RESIDUAL)) return -1;
    const ownBits = signedBits(i32(base));
    if (isRotation && ownBits > exponent + 2) return -1;
    widths += 32 - clz<i32>(i32(most));
    baseBits = max<i32>(baseBits, ownBits);
    slopeBits = max<i32>(slopeBits, signedBits(i32(slope)));
  }
  const head = (isRotation ? 8 : 12) + 1 + (hasSlopes ? 5 + stored * slopeBits : 0) + 5 * stored;
  return head + stored * baseBits + sampleCount * widths;
}

/** What a reader gets, a row per component. */
function decode(track: usize, exponent: i32, rows: usize, numbers: usize, out: usize): void {
  const omitted = load<i32>(track, OMITTED);
  const stored = storedOf(track);
  const step = f64x2.splat(powerOfTwo(-exponent));
  const shares = f64x2.splat(1 / SLOPE_STEPS);
  for (let at: usize = 0; at < rowBytes; at += 16) {
    let rest = f64x2.splat(1);
    for (let k: i32 = 0; k < stored; k++) {
      const own = numbers + (usize(k) << 3);
      const base = f64x2.add(v128.load64_splat(own), v128.load(rows + usize(k) * rowBytes + at));
      const line = f64x2.mul(f64x2.mul(v128.load64_splat(own, 32), samplePair(at)), shares);
      const value = padded(f64x2.mul(f64x2.add(base, line), step), at);
      v128.store(out + usize(k < omitted ? k : k + 1) * rowBytes + at, value);
      rest = f64x2.sub(rest, f64x2.mul(value, value));
    }
    if (omitted !== NONE_OMITTED)
      v128.store(out + usize(omitted) * rowBytes + at, f64x2.sqrt(f64x2.max(f64x2.splat(0), rest)));
  }
  if (load<i32>(track, COMPONENTS) === 4) normalize(out);
}

/** No rotation if there is no length. */
function normalize(out: usize): void {
  const zero = f64x2.splat(0);
  for (let at = out; at < out + rowBytes; at += 16) {
    const x = v128.load(at);
    const y = v128.load(at + rowBytes);
    const z = v128.load(at + 2 * rowBytes);
    const w = v128.load(at + 3 * rowBytes);
    const squares = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)), f64x2.mul(w, w));
    const length = f64x2.sqrt(squares);
    const isLong = f64x2.gt(length, zero);
    v128.store(at, v128.bitselect(f64x2.div(x, length), zero, isLong));
    v128.store(at + rowBytes, v128.bitselect(f64x2.div(y, length), zero, isLong));
    v128.store(at + 2 * rowBytes, v128.bitselect(f64x2.div(z, length), zero, isLong));
    v128.store(at + 3 * rowBytes, v128.bitselect(f64x2.div(w, length), f64x2.splat(1), isLong));
  }
}

/** Codes a track into `out`, with a grid or as floats. Returns the bits; `codedForm` and `codedAt` are what was chosen. */
let codedForm: i32 = RAW;
let codedAt: usize = 0;
function code(track: usize, exponent: i32, out: usize): i32 {
  const components = usize(load<i32>(track, COMPONENTS));
  let plain: i32 = -1;
  let sloped: i32 = -1;
  if (exponent <= load<i32>(track, MAX)) {
    plain = codeWith(track, exponent, false, codeRows, codeNumbers);
    if (sampleCount > 2) sloped = codeWith(track, exponent, true, codeRows + 4 * rowBytes, codeNumbers + 64);
  }
  if (plain < 0 && sloped < 0) {
    const values = usize(load<u32>(track, VALUES));
    for (let at: usize = 0; at < components * rowBytes; at += 8) store<f64>(out + at, f64(f32(load<f64>(values + at))));
    codedForm = RAW;
    return sampleCount * i32(components) * 32 + 3;
  }
  const isSloped = sloped >= 0 && (plain < 0 || sloped < plain);
  codedForm = isSloped ? SLOPED : PLAIN;
  codedAt = isSloped ? 1 : 0;
  decode(track, exponent, codeRows + codedAt * 4 * rowBytes, codeNumbers + codedAt * 64, out);
  return isSloped ? sloped : plain;
}

/** Moves the joint of a track as rows of its values do. */
export function write(track: usize, rows: usize): void {
  const components = usize(load<i32>(track, COMPONENTS));
  const out = localsOf(locals, load<i32>(track, JOINT)) + usize(load<i32>(track, PLACE)) * rowBytes;
  const reference = usize(load<u32>(track, REFERENCE));
  if (reference === 0) memory.copy(out, rows, components * rowBytes);
  else if (components === 4) turn(reference, rows, out);
  else
    for (let c: usize = 0; c < components; c++) {
      const added = v128.load64_splat(reference + (c << 3));
      for (let at = c * rowBytes; at < (c + 1) * rowBytes; at += 16)
        v128.store(out + at, f64x2.add(v128.load(rows + at), added));
    }
}

/** The products of a reference rotation and others. */
function turn(reference: usize, rows: usize, out: usize): void {
  const ax = v128.load64_splat(reference);
  const ay = v128.load64_splat(reference, 8);
  const az = v128.load64_splat(reference, 16);
  const aw = v128.load64_splat(reference, 24);
  for (let end = rows + rowBytes; rows < end; rows += 16, out += 16) {
    const x = v128.load(rows);
    const y = v128.load(rows + rowBytes);
    const z = v128.load(rows + 2 * rowBytes);
    const w = v128.load(rows + 3 * rowBytes);
    v128.store(out, mixed(f64x2.mul(aw, x), f64x2.mul(ax, w), f64x2.mul(ay, z), f64x2.mul(az, y)));
    v128.store(out + rowBytes, mixed(f64x2.mul(aw, y), f64x2.mul(ay, w), f64x2.mul(az, x), f64x2.mul(ax, z)));
    v128.store(out + 2 * rowBytes, mixed(f64x2.mul(aw, z), f64x2.mul(az, w), f64x2.mul(ax, y), f64x2.mul(ay, x)));
    const most = f64x2.sub(f64x2.sub(f64x2.mul(aw, w), f64x2.mul(ax, x)), f64x2.mul(ay, y));
    v128.store(out + 3 * rowBytes, f64x2.sub(most, f64x2.mul(az, z)));
  }
}

/* @inline */ function mixed(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.add(f64x2.add(a, b), c), d);
}

/** Gives a track another grid. The search comes back to the same grids often, so those of four exponents are kept. */
export function setExponent(track: usize, exponent: i32): void {
  const slot = usize(exponent & 3);
  const rows = usize(load<u32>(track, SLOTS)) + slot * usize(load<i32>(track, COMPONENTS)) * rowBytes;
  const own = track + (slot << 2);
  if (load<i32>(own, SLOT_EXPONENTS) !== exponent) {
    store<i32>(own, code(track, exponent, rows), SLOT_BITS);
    store<i32>(own, exponent, SLOT_EXPONENTS);
  }
  store<i32>(track, exponent, EXPONENT);
  store<i32>(track, load<i32>(own, SLOT_BITS), BITS);
  write(track, rows);
}

/** Writes the numbers of a track: form, bits, exponent, four bases, four slopes, then the residuals sample by sample. Uses its first slot. */
export function writeCode(track: usize, exponent: i32, out: usize): void {
  store<i32>(track, -128, SLOT_EXPONENTS);
  store<i32>(out, code(track, exponent, usize(load<u32>(track, SLOTS))), 4);
  store<i32>(out, codedForm);
  store<i32>(out, exponent, 8);
  if (codedForm === RAW) return;
  const numbers = codeNumbers + codedAt * 64;
  for (let i: usize = 0; i < 8; i++) store<i32>(out + (i << 2), i32(load<f64>(numbers + (i << 3))), 12);
  const stored = storedOf(track);
  let to = out + 44;
  for (let i: i32 = 0; i < sampleCount; i++)
    for (let c: i32 = 0; c < stored; c++, to += 4) {
      const residual = load<f64>(codeRows + (codedAt * 4 + usize(c)) * rowBytes + (usize(i) << 3));
      store<u32>(to, u32(residual));
    }
}
