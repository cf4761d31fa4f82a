import { expect, test } from 'vitest';
import { codeTrackReference } from '../reference/motion/grid-code.js';
import { composeReference, distanceReference, multiplyReference } from '../reference/motion/joint-chain.js';
import { searchSegmentReference } from '../reference/motion/search.js';
import { MotionKernel } from './motion.js';
import { LOCAL_ROWS, type MovingSegment, type MovingTrack, prepareTrack } from './segment.js';

/** Pseudorandom numbers, the same each time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const kernel = new MotionKernel();
const COMPONENTS = [3, 4, 3];
const PLACES = [0, 3, 7];

/** Smooth values with some noise. Rotations are normalized. */
function valuesOf(random: () => number, components: number, count: number, size: number): Float64Array {
  const values = new Float64Array(count * components);
  const [speed, start] = [random() * 0.3, random() * 6];
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < components; c++)
      values[i * components + c] = Math.sin(start + c * 2 + i * speed) * size + random() * size * 0.05;
    if (components !== 4) continue;
    const own = values.subarray(i * 4, i * 4 + 4);
    const length = Math.hypot(...own);
    for (const [c, value] of own.entries()) own[c] = value / length;
  }
  return values;
}

interface Case {
  readonly joints: number;
  readonly count: number;
  readonly limit: number;
  readonly isAdditive?: boolean;
}

function segmentOf(random: () => number, { joints, count, limit, isAdditive = false }: Case): MovingSegment {
  const parents = new Int32Array(joints);
  for (let joint = 0; joint < joints; joint++) {
    // A joint is below the one before it, or below one of those above that.
    let parent = joint - 1;
    while (parent > 0 && random() < 0.3) parent = parents[parent] ?? 0;
    parents[joint] = parent;
  }
  const source = new Float64Array(joints * LOCAL_ROWS * count);
  const row = (joint: number, k: number) => source.subarray((joint * LOCAL_ROWS + k) * count).subarray(0, count);
  const tracks: MovingTrack[] = [];
  for (let joint = 0; joint < joints; joint++) {
    for (const [k, value] of [0.1, 0.3, 0, 0, 0, 0, 1, 1, 1, 1].entries()) row(joint, k).fill(value);
    for (const [group, components] of COMPONENTS.entries()) {
      if (random() < ([0.7, 0.2, 0.9][group] ?? 0)) continue;
      const place = PLACES[group] ?? 0;
      const values = valuesOf(random, components, count, group === 2 ? 1 : 0.2);
      const reference = components === 4 ? valuesOf(random, 4, 1, 1) : Float64Array.of(0.2, 0.1, 0.5);
      tracks.push({ joint, place, components, values, ...(isAdditive ? { reference } : {}) });
      const [ax = 0, ay = 0, az = 0, aw = 0] = reference;
      for (let i = 0; i < count; i++) {
        const [x = 0, y = 0, z = 0, w = 0] = values.subarray(i * components, (i + 1) * components);
        const turned = [
          aw * x + ax * w + ay * z - az * y,
          aw * y + ay * w + az * x - ax * z,
          aw * z + az * w + ax * y - ay * x,
          aw * w - ax * x - ay * y - az * z,
        ];
        const moved = components === 4 ? turned : [x + ax, y + ay, z + az];
        for (let c = 0; c < components; c++)
          row(joint, place + c)[i] = (isAdditive ? moved[c] : values[i * components + c]) ?? 0;
      }
    }
  }
  const kept = source.map((value) => value + 1e-7);
  const shells = Float64Array.from({ length: joints }, () => 0.02 + random() * 0.1);
  const limits = Float64Array.from({ length: joints }, () => limit * (random() < 0.2 ? 0.1 : 1));
  return { parents, shells, limits, count, source, kept, tracks };
}

test.each<Case>([
  { joints: 1, count: 1, limit: 1e-3 },
  { joints: 2, count: 2, limit: 1e-3 },
  { joints: 12, count: 16, limit: 1e-4 },
  { joints: 12, count: 17, limit: 1e-2 },
  { joints: 9, count: 7, limit: 1e-3, isAdditive: true },
  // Nothing holds this: every track becomes floats, and some joints stay off.
  { joints: 6, count: 5, limit: 1e-9 },
])('the search of the kernel equals that of its twin: %o', (each) => {
  for (let seed = 1; seed <= 3; seed++) {
    const segment = segmentOf(randomNumbers(seed * 31 + each.joints), each);
    const found = kernel.search(segment);
    expect(found).toEqual(searchSegmentReference(segment));
    expect(found.codes.length).toBe(segment.tracks.length);
  }
});

test('a track coded by the kernel equals that of its twin, with any exponent', () => {
  const random = randomNumbers(5);
  for (const [components, count] of [
    [1, 9],
    [3, 1],
    [4, 1],
    [4, 12],
  ] as const) {
    const values = valuesOf(random, components, count, 3);
    const prepared = prepareTrack({ values, components });
    for (let exponent = -3; exponent <= 41; exponent++) {
      const { code, bits, decoded } = codeTrackReference(prepared, values, exponent);
      const rows = Float64Array.from(values, (_, i) => decoded[i % components]?.[Math.floor(i / components)] ?? 0);
      expect(kernel.code(values, components, exponent)).toEqual(code && { code, bits, decoded: rows });
    }
  }
});

test('errors measured by the kernel equal those of its twin', () => {
  const { tracks: _, kept, ...segment } = segmentOf(randomNumbers(3), { joints: 20, count: 5, limit: 1e-3 });
  const found = kept.map((value, i) => value + (i % 7) * 1e-4);
  const { parents, shells, limits, count, source } = segment;
  const [a, b] = [source, found].map((locals) => {
    const placed: (readonly Float64Array[])[] = [];
    for (const joint of parents.keys()) {
      const own = composeReference(locals, joint, count);
      const above = placed[parents[joint] ?? -1];
      placed.push(above === undefined ? own : multiplyReference(above, own));
    }
    return placed;
  });
  const wanted = Float64Array.from(
    parents,
    (_, i) => distanceReference(a?.[i] ?? [], b?.[i] ?? [], shells[i] ?? 0) / (limits[i] ?? 1),
  );
  expect(kernel.measure({ ...segment, found })).toEqual(wanted);
});
