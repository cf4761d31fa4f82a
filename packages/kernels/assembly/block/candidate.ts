// A candidate for the loaded block: one way to encode it, with its error. BC7 and UASTC have the same layout.

export const C_ERROR: usize = 0;
export const C_MODE: usize = 4;
/** UASTC: the partition pattern. BC7: the slot of its partition. */
export const C_PARTITION: usize = 8;
/** UASTC: the channel of the second plane. BC7: the rotation, + 4 if mode 4 gives color the longer indices. */
export const C_PLANE: usize = 12;
/** The weight index of each texel, a byte each, of both planes. */
export const C_INDICES: usize = 16;
export const C_INDICES2: usize = 32;
/** 32 bytes for the endpoints of up to three subsets. */
export const C_ENDPOINTS: usize = 48;
export const CANDIDATE_BYTES: i32 = 80;

export const BEST: usize = memory.data(80, 16);
export const TRIAL: usize = memory.data(80, 16);
export const OTHER: usize = memory.data(80, 16);

/** Endpoints of up to three subsets before they are quantized: low and high as f32x4 each. */
export const ENDPOINTS: usize = memory.data(96, 16);

export function copyCandidate(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  v128.store(to, v128.load(from, 64), 64);
}

export function clearCandidate(c: usize): void {
  for (let i: usize = 0; i < 80; i += 16) v128.store(c + i, i8x16.splat(0));
}
