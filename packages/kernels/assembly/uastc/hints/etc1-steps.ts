// The biases of ETC1 bases: the steps of each, and a half's bases at every step.

/** Per bias, the offsets of its stepped bases: 32 × (R0 G0 B0 R1 G1 B1 key0 key1). A key identifies a step triple. */
export const STEPS: usize = memory.data(32 * 8);
export const KEY_0: usize = 6;
export const KEY_1: usize = 7;
/** Number of keys of a half. */
export const KEYS: i32 = 28;
export const EVERY_BIAS: i32 = 32;
/** Biases, the most useful first. The first eight need only three distinct bases per half. */
export const ORDER: usize = memory.data<u8>([
  13, 0, 26, 29, 27, 30, 31, 28, 22, 12, 9, 8, 10, 25, 2, 23, 5, 15, 7, 3, 11, 6, 17, 18, 1, 19, 20, 21, 24, 4, 14, 16,
]);

/** The index of a step. */
/* @inline */ function stepIndex(step: i32): i32 {
  return step === -2 ? 3 : step + 1;
}

function setSteps(bias: i32, half: i32, r: i32, g: i32, b: i32): void {
  const at = STEPS + (bias << 3);
  const from = half * HALF_BASES;
  store<u8>(at + half * 3, from + stepIndex(r));
  store<u8>(at + half * 3, from + 4 + stepIndex(g), 1);
  store<u8>(at + half * 3, from + 8 + stepIndex(b), 2);
  store<u8>(at + half, r === -2 ? 27 : r + 1 + (g + 1) * 3 + (b + 1) * 9, KEY_0);
}

function setOne(bias: i32, half: i32, channel: i32, step: i32): void {
  setSteps(bias, half, channel === 0 ? step : 0, channel === 1 ? step : 0, channel === 2 ? step : 0);
  setSteps(bias, 1 - half, 0, 0, 0);
}

function setBoth(bias: i32, first: i32, second: i32): void {
  setSteps(bias, 0, first, first, first);
  setSteps(bias, 1, second, second, second);
}

export function buildSteps(): void {
  buildStepped(15);
  buildStepped(31);
  for (let bias = 0; bias < 32; bias++) {
    setSteps(bias, 0, (bias % 3) - 1, ((bias / 3) % 3) - 1, ((bias / 9) % 3) - 1);
    setSteps(bias, 1, (bias % 3) - 1, ((bias / 3) % 3) - 1, ((bias / 9) % 3) - 1);
  }
  setOne(2, 0, 0, -1);
  setOne(5, 0, 1, -1);
  setOne(6, 0, 2, -1);
  setOne(7, 0, 0, 1);
  setOne(11, 0, 1, 1);
  setOne(15, 0, 2, 1);
  setOne(18, 1, 0, -1);
  setOne(19, 1, 1, -1);
  setOne(20, 1, 2, -1);
  setOne(21, 1, 0, 1);
  setOne(24, 1, 1, 1);
  setOne(8, 1, 2, 1);
  setBoth(10, -2, -2);
  setBoth(27, -1, 0);
  setBoth(28, 1, -1);
  setBoth(29, 0, 1);
  setBoth(30, 0, -1);
  setBoth(31, 1, 0);
}

/** A base of 0…limit after a bias step, by the transcoder's rules. */
/* @inline */ export function stepped(v: i32, step: i32, limit: i32): i32 {
  if (v === 0) return step === -2 ? 3 : step + 1;
  if (v === limit) return limit + step - 1;
  const w = v + step;
  return w < 0 || w > limit ? v - step : w;
}

/* @inline */ export function rounded(total: i32, limit: i32): i32 {
  return (total * limit + 1020) / 2040;
}

/** Bytes of a half's bases: R, G and B at each of the four steps. After both halves come the bases without a step, R0 G0 B0 R1 G1 B1. */
const HALF_BASES: i32 = 12;
export const PLAIN_BASES: usize = 24;
/** A base with each step, a byte each: for sixteen levels from word 16, for thirty-two from word 32. */
const STEPPED: usize = memory.data(64 * 4);

function buildStepped(limit: i32): void {
  for (let v = 0; v <= limit; v++)
    store<u32>(
      STEPPED + ((limit + 1 + v) << 2),
      stepped(v, -1, limit) |
        (stepped(v, 0, limit) << 8) |
        (stepped(v, 1, limit) << 16) |
        (stepped(v, -2, limit) << 24),
    );
}

/** Writes the bases of a half, a byte each; `sums` are the sums of R, G and B over its texels. Without a bias field all steps are 0. */
export function stepBases(sums: usize, half: i32, limit: i32, hasBias: bool, to: usize): void {
  const plain = to + half * 3;
  to += half * HALF_BASES;
  for (let c = 0; c < 3; c++) {
    const v = rounded(load<i32>(sums + (c << 2)), limit);
    store<u8>(plain + c, v, PLAIN_BASES);
    store<u32>(to + (c << 2), hasBias ? load<u32>(STEPPED + ((limit + 1 + v) << 2)) : v * 0x01010101);
  }
}
