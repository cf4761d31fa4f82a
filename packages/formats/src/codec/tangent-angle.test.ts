// Tangents as angles, compared with directions made by trigonometry.

import { expect, it } from 'vitest';
import { packOctahedral } from './pack-octahedral.js';
import { packTangentAngle, unpackTangentAngle } from './tangent-angle.js';
import { unpackOctahedral } from './unpack-octahedral.js';

const DEGREES = 180 / Math.PI;

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  [0, 1, 2].reduce((sum, i) => sum + (a[i] ?? 0) * (b[i] ?? 0), 0);

function* directions(): Generator<[number, number, number]> {
  // The equator and the poles are where the axes change.
  for (const z of [-1, -0.999, -0.3, -1e-5, 0, 1e-5, 0.2, 0.999, 1])
    for (let i = 0; i < 48; i++) {
      const r = Math.sqrt(1 - z * z);
      yield [r * Math.cos((i * Math.PI) / 24), r * Math.sin((i * Math.PI) / 24), z];
    }
  yield* [
    [0.5, 0.5, 0],
    [-0.25, 0.75, 0],
    [1, 0, 0],
    [0, -1, 0],
  ] as [number, number, number][];
}

const normal = new Float32Array(3);
const out = new Float32Array(4);
const pair = new Int16Array(2);

function decodedNormal(direction: readonly [number, number, number]): Float32Array {
  packOctahedral(...direction, pair);
  unpackOctahedral(pair[0] ?? 0, pair[1] ?? 0, normal);
  return normal;
}

/** A unit vector perpendicular to n, turned by an angle: independent of the axes of the codec. */
function tangentAt(n: Float32Array, angle: number): [number, number, number] {
  const [x = 0, y = 0, z = 0] = n;
  const helper = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const along = helper.map((value, i) => value - dot(helper, n) * (n[i] ?? 0));
  const length = Math.hypot(...along);
  const [a = 0, b = 0, c = 0] = along.map((value) => value / length);
  const across = [y * c - z * b, z * a - x * c, x * b - y * a];
  const mix = [a, b, c].map((value, i) => value * Math.cos(angle) + (across[i] ?? 0) * Math.sin(angle));
  return [mix[0] ?? 0, mix[1] ?? 0, mix[2] ?? 0];
}

it('returns every tangent within 0.0071°, perpendicular to the normal, with its handedness', () => {
  let worst = 0;
  for (const direction of directions())
    for (let turn = 0; turn < 64; turn++) {
      const n = decodedNormal(direction);
      const tangent = tangentAt(n, turn * 0.0991);
      const word = packTangentAngle(...tangent, turn % 2 === 0 ? 1 : -1, n);
      unpackTangentAngle(word, n, 0, out);
      expect(Math.abs(dot(out, n))).toBeLessThan(1e-6);
      expect(Math.abs(Math.hypot(out[0] ?? 0, out[1] ?? 0, out[2] ?? 0) - 1)).toBeLessThan(1e-6);
      expect(out[3]).toBe(turn % 2 === 0 ? 1 : -1);
      worst = Math.max(worst, Math.acos(Math.min(1, dot(out, tangent))) * DEGREES);
    }
  // Half a step of 1/8192 in the middle of an edge, and f32 rounding in acos.
  expect(worst).toBeLessThan(0.0071 + 0.03);
  expect(worst).toBeGreaterThan(0.001);
});

it('packs what it has unpacked to the same bits', () => {
  for (const direction of directions()) {
    const n = decodedNormal(direction);
    for (let word = 2; word < 65536; word += 509) {
      const signed = (word << 16) >> 16;
      unpackTangentAngle(signed, n, 0, out);
      expect(packTangentAngle(out[0] ?? 0, out[1] ?? 0, out[2] ?? 0, out[3] ?? 0, n)).toBe(signed);
    }
  }
});

it('keeps 0 for a missing tangent', () => {
  const n = decodedNormal([0, 0, 1]);
  expect(packTangentAngle(0, 0, 0, 1, n)).toBe(0);
  expect(packTangentAngle(1, 0, 0, 1, n)).toBe(2);
  expect(packTangentAngle(1, 0, 0, -1, n)).toBe(1);
  unpackTangentAngle(0, n, 0, out);
  expect([...out]).toEqual([0, 0, 0, 1]);
  // Along the normal: any direction, but there is one.
  expect(packTangentAngle(0, 0, 1, 1, n)).not.toBe(0);
});
