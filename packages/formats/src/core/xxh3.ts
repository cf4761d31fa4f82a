// XXH3, 64 bits, default secret, seed 0. Short inputs in BigInt; the loop over long ones in 32-bit halves, which run at
// 300 MB/s where BigInt would allocate for every step.

import { viewOf } from './struct.js';

const SECRET = Uint8Array.from(
  (
    'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248e' +
    'e03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a' +
    '51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8f' +
    'f8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e'
  ).match(/../g) ?? [],
  (hex) => Number.parseInt(hex, 16),
);
const secretView = viewOf(SECRET);
const MASK = 0xffffffffffffffffn;
const PRIME32_1 = 0x9e3779b1;
const PRIME32_2 = 0x85ebca77;
const PRIME32_3 = 0xc2b2ae3d;
const PRIME64_1 = 0x9e3779b185ebca87n;
const PRIME64_2 = 0xc2b2ae3d27d4eb4fn;
const PRIME64_3 = 0x165667b19e3779f9n;
const PRIME64_4 = 0x85ebca77c2b2ae63n;
const PRIME64_5 = 0x27d4eb2f165667c5n;
const STRIPE = 64;
const STRIPES_PER_BLOCK = 16;
const BLOCK = STRIPE * STRIPES_PER_BLOCK;
const SMALLEST_SECRET = 136;

const secret64 = (at: number): bigint => secretView.getBigUint64(at, true);
const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;

function swap64(value: bigint): bigint {
  let out = 0n;
  for (let i = 0n; i < 64n; i += 8n) out = (out << 8n) | ((value >> i) & 255n);
  return out;
}

/** The two halves of the 128-bit product, folded into one. */
function foldProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return (product & MASK) ^ (product >> 64n);
}

function avalanche(value: bigint): bigint {
  let hash = value ^ (value >> 37n);
  hash = (hash * 0x165667919e3779f9n) & MASK;
  return hash ^ (hash >> 32n);
}

function avalanche64(value: bigint): bigint {
  let hash = value ^ (value >> 33n);
  hash = (hash * PRIME64_2) & MASK;
  hash ^= hash >> 29n;
  hash = (hash * PRIME64_3) & MASK;
  return hash ^ (hash >> 32n);
}

/** XXH3 with 64 bits, seed 0. */
export function xxh3(bytes: Uint8Array): bigint {
  const view = viewOf(bytes);
  const size = bytes.length;
  if (size <= 16) return upTo16(bytes, view);
  if (size <= 128) return upTo128(view, size);
  if (size <= 240) return upTo240(view, size);
  return long(view, size);
}

function upTo16(bytes: Uint8Array, view: DataView): bigint {
  const size = bytes.length;
  if (size > 8) {
    const low = view.getBigUint64(0, true) ^ secret64(24) ^ secret64(32);
    const high = view.getBigUint64(size - 8, true) ^ secret64(40) ^ secret64(48);
    return avalanche((BigInt(size) + swap64(low) + high + foldProduct(low, high)) & MASK);
  }
  if (size >= 4) {
    const joined = BigInt(view.getUint32(size - 4, true)) + (BigInt(view.getUint32(0, true)) << 32n);
    let hash = joined ^ secret64(8) ^ secret64(16);
    hash ^= rotate(hash, 49n) ^ rotate(hash, 24n);
    hash = (hash * 0x9fb21c651e98df25n) & MASK;
    hash ^= (hash >> 35n) + BigInt(size);
    hash = (hash * 0x9fb21c651e98df25n) & MASK;
    return hash ^ (hash >> 28n);
  }
  if (size > 0) {
    const [first = 0] = bytes;
    const joined = ((first << 16) | ((bytes[size >> 1] ?? 0) << 24) | (bytes[size - 1] ?? 0) | (size << 8)) >>> 0;
    const flip = (secretView.getUint32(0, true) ^ secretView.getUint32(4, true)) >>> 0;
    return avalanche64(BigInt((joined ^ flip) >>> 0));
  }
  return avalanche64(secret64(56) ^ secret64(64));
}

function mix16(view: DataView, at: number, secretAt: number): bigint {
  const low = view.getBigUint64(at, true) ^ secret64(secretAt);
  return foldProduct(low, view.getBigUint64(at + 8, true) ^ secret64(secretAt + 8));
}

function upTo128(view: DataView, size: number): bigint {
  let sum = BigInt(size) * PRIME64_1;
  for (let pair = Math.floor((size - 1) / 32); pair >= 0; pair--) {
    sum += mix16(view, 16 * pair, 32 * pair) + mix16(view, size - 16 * (pair + 1), 32 * pair + 16);
  }
  return avalanche(sum & MASK);
}

function upTo240(view: DataView, size: number): bigint {
  let sum = BigInt(size) * PRIME64_1;
  for (let i = 0; i < 8; i++) sum += mix16(view, 16 * i, 16 * i);
  sum = avalanche(sum & MASK);
  for (let i = 8; i < Math.floor(size / 16); i++) sum += mix16(view, 16 * i, 16 * (i - 8) + 3);
  sum += mix16(view, size - 16, SMALLEST_SECRET - 17);
  return avalanche(sum & MASK);
}

/** Eight 64-bit lanes as [low, high] pairs. */
function long(view: DataView, size: number): bigint {
  const lanes = new Uint32Array(16);
  const start = [
    BigInt(PRIME32_3),
    PRIME64_1,
    PRIME64_2,
    PRIME64_3,
    PRIME64_4,
    BigInt(PRIME32_2),
    PRIME64_5,
    BigInt(PRIME32_1),
  ];
  for (const [i, value] of start.entries()) {
    lanes[2 * i] = Number(value & 0xffffffffn);
    lanes[2 * i + 1] = Number(value >> 32n);
  }
  const blocks = Math.floor((size - 1) / BLOCK);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < STRIPES_PER_BLOCK; i++) accumulate(lanes, view, block * BLOCK + i * STRIPE, 8 * i);
    scramble(lanes);
  }
  const stripes = Math.floor((size - 1 - blocks * BLOCK) / STRIPE);
  for (let i = 0; i < stripes; i++) accumulate(lanes, view, blocks * BLOCK + i * STRIPE, 8 * i);
  accumulate(lanes, view, size - STRIPE, SECRET.length - STRIPE - 7);
  const lane = (i: number): bigint => (BigInt(lanes[2 * i + 1] ?? 0) << 32n) | BigInt(lanes[2 * i] ?? 0);
  let sum = BigInt(size) * PRIME64_1;
  for (let i = 0; i < 4; i++) {
    sum += foldProduct(lane(2 * i) ^ secret64(11 + 16 * i), lane(2 * i + 1) ^ secret64(19 + 16 * i));
  }
  return avalanche(sum & MASK);
}

function accumulate(lanes: Uint32Array, view: DataView, at: number, secretAt: number): void {
  for (let i = 0; i < 8; i++) {
    const low = view.getUint32(at + 8 * i, true);
    const high = view.getUint32(at + 8 * i + 4, true);
    const other = 2 * (i ^ 1);
    const sumLow = (lanes[other] ?? 0) + low;
    lanes[other] = sumLow;
    lanes[other + 1] = (lanes[other + 1] ?? 0) + high + (sumLow > 0xffffffff ? 1 : 0);
    const a = (low ^ secretView.getUint32(secretAt + 8 * i, true)) >>> 0;
    const b = (high ^ secretView.getUint32(secretAt + 8 * i + 4, true)) >>> 0;
    // 32 × 32 → 64 bits in 16-bit parts; every partial sum stays below 2^53.
    const aLow = a & 0xffff;
    const aHigh = a >>> 16;
    const bLow = b & 0xffff;
    const bHigh = b >>> 16;
    const middle = aLow * bHigh + aHigh * bLow;
    const productLow = aLow * bLow + (middle & 0xffff) * 0x10000;
    const ownLow = (lanes[2 * i] ?? 0) + productLow;
    lanes[2 * i] = ownLow;
    const carry = Math.floor(middle / 0x10000) + Math.floor(ownLow / 0x100000000);
    lanes[2 * i + 1] = (lanes[2 * i + 1] ?? 0) + aHigh * bHigh + carry;
  }
}

function scramble(lanes: Uint32Array): void {
  const secretAt = SECRET.length - STRIPE;
  for (let i = 0; i < 8; i++) {
    let low = lanes[2 * i] ?? 0;
    let high = lanes[2 * i + 1] ?? 0;
    low = (low ^ (high >>> 15) ^ secretView.getUint32(secretAt + 8 * i, true)) >>> 0;
    high = (high ^ secretView.getUint32(secretAt + 8 * i + 4, true)) >>> 0;
    const aLow = low & 0xffff;
    const aHigh = low >>> 16;
    const middle = aLow * (PRIME32_1 >>> 16) + aHigh * (PRIME32_1 & 0xffff);
    const productLow = aLow * (PRIME32_1 & 0xffff) + (middle & 0xffff) * 0x10000;
    const carry = Math.floor(middle / 0x10000) + Math.floor(productLow / 0x100000000);
    lanes[2 * i] = productLow;
    lanes[2 * i + 1] = aHigh * (PRIME32_1 >>> 16) + carry + Math.imul(high, PRIME32_1);
  }
}
