// What the host has laid out for a segment. Rows have one f64 per sample and a whole number of vectors: if the number of samples is odd, the
// last one is repeated, so that it changes no maximum.

export let jointCount: i32 = 0;
export let trackCount: i32 = 0;
export let sampleCount: i32 = 0;
export let rowBytes: usize = 0;
/** i32 per joint: −1 for a root. */
export let parents: usize = 0;
/** i32 per joint: one after the last joint below it. */
export let ends: usize = 0;
/** f64 per joint. */
export let shells: usize = 0;
export let limits: usize = 0;
/** Ten rows per joint. */
export let sourceLocals: usize = 0;
export let locals: usize = 0;
/** Twelve rows per joint. */
export let sourceMatrices: usize = 0;
export let matrices: usize = 0;
/** Of a change that is being tried. */
export let triedMatrices: usize = 0;
/** f64 per joint. */
export let errors: usize = 0;
export let triedErrors: usize = 0;
/** i32 per joint. */
export let path: usize = 0;
export let changed: usize = 0;
export let isHopeless: usize = 0;
/** i32 per joint: its first track, or −1. */
export let firstTracks: usize = 0;
/** TRACK_BYTES per track. */
export let tracks: usize = 0;
/** u64 per track. */
export let sortKeys: usize = 0;
/** Four times twelve rows. */
export let spare: usize = 0;
/** Twice four rows, and twice eight f64. */
export let codeRows: usize = 0;
export let codeNumbers: usize = 0;

/** `words`: the addresses and counts in the order above. */
export function openSegment(words: usize): void {
  jointCount = load<i32>(words);
  trackCount = load<i32>(words, 4);
  sampleCount = load<i32>(words, 8);
  rowBytes = ((usize(sampleCount) + 1) >> 1) << 4;
  parents = load<u32>(words, 12);
  ends = load<u32>(words, 16);
  shells = load<u32>(words, 20);
  limits = load<u32>(words, 24);
  sourceLocals = load<u32>(words, 28);
  locals = load<u32>(words, 32);
  sourceMatrices = load<u32>(words, 36);
  matrices = load<u32>(words, 40);
  triedMatrices = load<u32>(words, 44);
  errors = load<u32>(words, 48);
  triedErrors = load<u32>(words, 52);
  path = load<u32>(words, 56);
  changed = load<u32>(words, 60);
  isHopeless = load<u32>(words, 64);
  firstTracks = load<u32>(words, 68);
  tracks = load<u32>(words, 72);
  sortKeys = load<u32>(words, 76);
  spare = load<u32>(words, 80);
  codeRows = load<u32>(words, 84);
  codeNumbers = load<u32>(words, 88);
}

// A track. The host fills in all but the slots, which hold what coding gave for four exponents.
export const JOINT: usize = 0;
export const PLACE: usize = 4;
export const COMPONENTS: usize = 8;
export const OMITTED: usize = 12;
export const MIN: usize = 16;
export const MAX: usize = 20;
export const EXPONENT: usize = 24;
export const BITS: usize = 28;
/** A row per stored component, with the signs that suit the segment. */
export const SERIES: usize = 32;
/** A row per component, as in the source. */
export const VALUES: usize = 36;
/** What differences are applied to: four f64; 0 if values are no differences. */
export const REFERENCE: usize = 40;
export const SLOTS: usize = 44;
export const SLOT_EXPONENTS: usize = 48;
export const SLOT_BITS: usize = 64;
/** f64 per stored component. */
export const SLOPES: usize = 80;
export const SUSPECT: usize = 112;
export const FAILED_AT: usize = 116;
/** The next track of the same joint, or −1. */
export const NEXT: usize = 120;
export const TRACK_BYTES: usize = 128;

/* @inline */ export function trackAt(index: i32): usize {
  return tracks + usize(index) * TRACK_BYTES;
}

/* @inline */ export function jointWord(list: usize, joint: i32): i32 {
  return load<i32>(list + (usize(joint) << 2));
}

/* @inline */ export function jointNumber(list: usize, joint: i32): f64 {
  return load<f64>(list + (usize(joint) << 3));
}

/* @inline */ export function matricesOf(list: usize, joint: i32): usize {
  return list + usize(joint) * 12 * rowBytes;
}

/* @inline */ export function localsOf(list: usize, joint: i32): usize {
  return list + usize(joint) * 10 * rowBytes;
}
