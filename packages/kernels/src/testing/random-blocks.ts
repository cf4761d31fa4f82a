// Random valid UASTC blocks: every mode, every pattern, every hint.

import { hasBias, hasEac, RANGES, UASTC_MODES, UASTC_PATTERNS } from '../reference/uastc/modes.js';

/** Numbers 0 … 2³² − 1 that depend on the seed only (xorshift). */
function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function put(block: Uint8Array, at: number, bits: number, value: number): void {
  for (let i = 0; i < bits; i++) {
    const [byte, bit] = [(at + i) >> 3, (at + i) & 7];
    block[byte] = ((block[byte] ?? 0) & ~(1 << bit)) | (((value >> i) & 1) << bit);
  }
}

function groupsBits(count: number, digit: number): number {
  if (digit === 1) return 0;
  const [size, bits] = digit === 3 ? [5, [0, 2, 4, 5, 7]] : [3, [0, 3, 5]];
  return Math.floor(count / size) * (digit === 3 ? 8 : 7) + (bits[count % size] ?? 0);
}

/** Bits of a mode that have a meaning. */
function usedBits(number: number, fieldsAt: number): number {
  const mode = UASTC_MODES[number];
  if (mode === undefined || number === 8) return 58;
  const count = mode.components * 2 * mode.subsets;
  const { digit, bits } = RANGES[mode.levels];
  const pattern = mode.subsets === 1 ? 0 : number === 3 ? 4 : 5;
  const channel = mode.planes === 2 && number !== 17 ? 2 : 0;
  const weights = mode.weightBits * 16 * mode.planes - mode.planes * mode.subsets;
  return fieldsAt + pattern + channel + groupsBits(count, digit) + count * bits + weights;
}

/** `count` blocks, the modes in turn. */
export function randomBlocks(count: number, seed: number): Uint8Array {
  const next = randomNumbers(seed);
  const blocks = new Uint8Array(count * 16);
  for (let i = 0; i < count; i++) {
    const block = blocks.subarray(i * 16, i * 16 + 16);
    for (let j = 0; j < 16; j++) block[j] = next() >>> 13;
    const number = i % UASTC_MODES.length;
    const mode = UASTC_MODES[number];
    if (mode === undefined) throw new Error(`there is no mode ${number}`);
    put(block, 0, mode.codeBits, mode.code);
    let at = mode.codeBits + 9 + (hasBias(number) ? 6 : 0);
    if (hasEac(number)) {
      put(block, at + 4, 4, 1 + (next() % 15));
      at += 8;
    }
    if (mode.subsets > 1) put(block, at, number === 3 ? 4 : 5, next() % UASTC_PATTERNS[mode.patterns].length);
    // A solid block whose ETC1 colors have four bits does not use their top bits.
    if (number === 8 && ((block[4] ?? 0) & 32) === 0) for (const top of [47, 52, 57]) put(block, top, 1, 0);
    const used = usedBits(number, at);
    for (let bit = used; bit < 128; bit++) put(block, bit, 1, 0);
  }
  return blocks;
}
