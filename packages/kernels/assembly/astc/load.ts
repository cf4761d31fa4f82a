// Loads a block: its texels by channel, and how much each counts.

import {
  blockHeight,
  blockWidth,
  COUNTS,
  channelCount,
  HDR_MIDDLE,
  isOpaque,
  isWeighted,
  MAX_HDR,
  PLANE,
  paddedCount,
  setKind,
  TEXELS,
  texelCount,
} from './state';

/** What the channels of a texel are: all four; red and green with blue 0 and full alpha; red in all colors with full alpha. */
const CHANNELS_RG: i32 = 1;
const CHANNELS_R: i32 = 2;

export let isSolid: bool = false;
/** The first texel, RGBA. */
export let firstTexel: u32 = 0;

/* @inline */ function asChannels(texel: u32, channels: i32): u32 {
  if (channels === CHANNELS_RG) return (texel & 0xffff) | 0xff000000;
  if (channels === CHANNELS_R) return ((texel & 0xff) * 0x010101) | 0xff000000;
  return texel;
}

export function loadBlock(src: usize, stride: usize, channels: i32): void {
  firstTexel = asChannels(load<u32>(src), channels);
  let differs: u32 = 0;
  let alphas: u32 = 0xff000000;
  let colors: u32 = 0;
  let at = TEXELS;
  for (let y = 0; y < blockHeight; y++) {
    let from = src + usize(y) * stride;
    for (let x = 0; x < blockWidth; x++) {
      const texel = asChannels(load<u32>(from), channels);
      differs |= texel ^ firstTexel;
      alphas &= texel;
      colors |= texel ^ (texel >> 8);
      store<u16>(at, u16(texel & 255));
      store<u16>(at, u16((texel >> 8) & 255), 288);
      store<u16>(at, u16((texel >> 16) & 255), 576);
      store<u16>(at, u16(texel >> 24), 864);
      at += 2;
      from += 4;
    }
  }
  isSolid = differs === 0;
  setKind(alphas === 0xff000000, isWeighted, (colors & 0xffff) === 0);
}

/** The logarithm of a half that is finite and not negative, in 12 bits. */
function logOf(half: i32): i32 {
  const fraction = (half & 1023) << 3;
  const mantissa = fraction < 1536 ? fraction / 3 : fraction < 5632 ? (fraction + 512) >> 2 : (fraction + 2048) / 5;
  return min((((half >> 10) << 11) + mantissa + 8) >> 4, MAX_HDR);
}

/** The first texel of halfs, R to B, with alpha 1. */
export let firstHalfs: u64 = 0;

/** Texels of half floats; alpha is ignored. Negative and NaN values must have been removed. */
export function loadHdrBlock(src: usize, stride: usize): void {
  firstHalfs = (load<u64>(src) & 0xffffffffffff) | 0x3c00000000000000;
  let differs: u64 = 0;
  let at = TEXELS;
  for (let y = 0; y < blockHeight; y++) {
    let from = src + usize(y) * stride;
    for (let x = 0; x < blockWidth; x++) {
      const texel = (load<u64>(from) & 0xffffffffffff) | 0x3c00000000000000;
      differs |= texel ^ firstHalfs;
      for (let c: usize = 0; c < 3; c++) {
        const half = min(i32(texel >> (u64(c) << 4)) & 0xffff, 0x7bff);
        store<i16>(at + c * PLANE, i16(logOf(half) - HDR_MIDDLE));
      }
      at += 2;
      from += 8;
    }
  }
  isSolid = differs === 0;
  setKind(true, false, false);
}

/** Prepares arrays for a block size: padding counts nothing. */
export function clearPadding(): void {
  memory.fill(TEXELS, 0, 4 * PLANE);
  memory.fill(COUNTS, 0, 2 * PLANE);
  for (let i = 0; i < texelCount; i++) {
    store<i16>(COUNTS + (usize(i) << 1), 1);
    store<i16>(COUNTS + PLANE + (usize(i) << 1), 1);
  }
  setKind(true, false, false);
}

/** Color counts by alpha in sixteenths, at least one of 16; alpha counts 16 everywhere. Without alpha, all count 1. */
export function weighTexels(alphaWeighted: bool): void {
  const weighted = alphaWeighted && !isOpaque;
  if (!weighted && !isWeighted) return;
  setKind(isOpaque, weighted, channelCount === 1);
  for (let i = 0; i < paddedCount; i++) {
    const offset = usize(i) << 1;
    const isThere = i < texelCount;
    const alpha: i32 = load<u16>(TEXELS + 3 * PLANE + offset);
    store<i16>(COUNTS + offset, isThere ? (weighted ? i16(max((alpha + 8) >> 4, 1)) : 1) : 0);
    store<i16>(COUNTS + PLANE + offset, isThere ? (weighted ? 16 : 1) : 0);
  }
}
