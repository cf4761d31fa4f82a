// The pose of a clip of keys at a time: the readable counterpart of what compressed clips are compared with.

import { type AnimationChannel, POSE_FLOATS } from '@assetc/formats';

const PLACES = { translation: 0, rotation: 3, scale: 7 } as const;

/** The last key that is not later; 0 if all are. */
function keyBefore(times: Float32Array, time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sets what the channels animate; ten floats per joint, as `sampleHclip` writes them. */
export function sampleKeys(channels: readonly AnimationChannel[], time: number, pose: Float32Array): void {
  for (const { joint, path, interpolation, times, values } of channels) {
    const size = path === 'rotation' ? 4 : 3;
    const key = keyBefore(times, time);
    const next = Math.min(key + 1, times.length - 1);
    const start = times[key] ?? 0;
    const length = (times[next] ?? 0) - start;
    const isHeld = interpolation === 'STEP' || length <= 0;
    const share = isHeld ? 0 : Math.max(0, Math.min(1, (time - start) / length));
    const to = joint * POSE_FLOATS + PLACES[path];
    const at = (of: number, c: number): number => values[of * size + c] ?? 0;
    const [near, far] = path === 'rotation' ? arcShares(values, key, next, share) : [1 - share, share];
    for (let c = 0; c < size; c++) pose[to + c] = at(key, c) * near + at(next, c) * far;
  }
}

/** Shares of two rotations on the shorter arc between them. */
function arcShares(values: Float32Array, key: number, next: number, share: number): readonly [number, number] {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += (values[key * 4 + c] ?? 0) * (values[next * 4 + c] ?? 0);
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sine = Math.sin(angle);
  if (sine < 1e-6) return [1 - share, sign * share];
  return [Math.sin((1 - share) * angle) / sine, (sign * Math.sin(share * angle)) / sine];
}
