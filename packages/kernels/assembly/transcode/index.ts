// UASTC LDR 4×4 to GPU formats: the entry points for the host. Blocks are independent of each other.

import { toAstc } from './astc';
import { flatBc1, toBc1 } from './bc1';
import { toBc4 } from './bc4';
import { toBc7 } from './bc7';
import { hintedEac, searchedEac } from './eac';
import { magentaEtc1, toEtc1 } from './etc1';
import {
  channelOf,
  decodeBlock,
  decodeChannel,
  decodedHigh,
  decodedLow,
  decodedSteps,
  decodeTexels,
  fill,
  isCoded,
  MAGENTA,
  readWeights,
  TEXELS,
} from './texels';
import { mode, SOLID, solidColor, unpackBlock, unpackFields } from './unpack';

export function heapBase(): usize {
  return __heap_base;
}

export function astc(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    toAstc(src, out);
    src += 16;
    out += 16;
  }
}

export function bc7(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    toBc7(src, out);
    src += 16;
    out += 16;
  }
}

/** Rows of blocks to RGBA8, `stride` bytes between texel rows. */
export function rgba(src: usize, columns: i32, rows: i32, out: usize, stride: usize): void {
  for (let y = 0; y < rows; y++) {
    let to = out + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      decodeBlock(src, to, stride);
      src += 16;
      to += 16;
    }
  }
}

let flatColor: u32 = 0;
let isFlat: bool = false;

/* @inline */ function setFlat(valid: bool): void {
  isFlat = !valid || mode === SOLID;
  flatColor = valid ? solidColor : MAGENTA;
}

/** Unpacks a block and its texels. Returns false if it is not valid; its texels are then magenta. */
function open(src: usize): bool {
  const valid = unpackBlock(src);
  setFlat(valid);
  if (isFlat) fill(flatColor, TEXELS, 16);
  else decodeTexels(TEXELS, 16);
  return valid;
}

/** Unpacks a block of which only single channels are needed. */
function openChannels(src: usize): void {
  setFlat(unpackFields(src));
  if (!isFlat) readWeights();
}

function channelBc4(channel: i32): u64 {
  if (isFlat) return u64((flatColor >> (channel << 3)) & 255) * 0x101;
  return isCoded(channel) ? toBc4(decodeChannel(channel), decodedLow, decodedHigh, decodedSteps) : 0xffff;
}

/* @inline */ function valuesOf(channel: i32): v128 {
  return isFlat ? i8x16.splat(i8(flatColor >> (channel << 3))) : decodeChannel(channel);
}

export function bc1(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    const valid = open(src);
    store<u64>(out, valid ? toBc1() : flatBc1(MAGENTA));
    src += 16;
    out += 8;
  }
}

export function bc3(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    const valid = open(src);
    store<u64>(out, channelBc4(3));
    store<u64>(out, valid ? toBc1() : flatBc1(MAGENTA), 8);
    src += 16;
    out += 16;
  }
}

/** Red only. */
export function bc4(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    openChannels(src);
    store<u64>(out, channelBc4(0));
    src += 16;
    out += 8;
  }
}

/** Red, and the channel of the second value: green, or alpha for textures that store it there. */
export function bc5(src: usize, count: i32, out: usize, second: i32): void {
  for (let i = 0; i < count; i++) {
    openChannels(src);
    store<u64>(out, channelBc4(0));
    store<u64>(out, channelBc4(second), 8);
    src += 16;
    out += 16;
  }
}

/** ETC1, which every ETC2 decoder can decode. */
export function etc1(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    const valid = open(src);
    store<u64>(out, valid ? toEtc1() : magentaEtc1());
    src += 16;
    out += 8;
  }
}

export function etc2(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    const valid = open(src);
    store<u64>(out, hintedEac(channelOf(3)));
    store<u64>(out, valid ? toEtc1() : magentaEtc1(), 8);
    src += 16;
    out += 16;
  }
}

export function eacR(src: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    openChannels(src);
    store<u64>(out, searchedEac(valuesOf(0)));
    src += 16;
    out += 8;
  }
}

export function eacRg(src: usize, count: i32, out: usize, second: i32): void {
  for (let i = 0; i < count; i++) {
    openChannels(src);
    store<u64>(out, searchedEac(valuesOf(0)));
    store<u64>(out, searchedEac(valuesOf(second)), 8);
    src += 16;
    out += 16;
  }
}
