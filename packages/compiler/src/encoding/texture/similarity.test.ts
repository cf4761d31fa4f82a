import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compose, multiply } from '../../model/math/matrix.js';
import { foldPose, similarityOf } from './similarity.js';

const number = fc.double({ min: -3, max: 3, noNaN: true });
const rotation = fc.array(number, { minLength: 4, maxLength: 4 }).map((q) => {
  const length = Math.hypot(...q);
  return length < 0.1 ? [0, 0, 0, 1] : q.map((n) => n / length);
});
const point = fc.array(number, { minLength: 3, maxLength: 3 });

it('folds a similarity into any pose like the matrix product', () => {
  fc.assert(
    fc.property(
      point,
      rotation,
      fc.double({ min: 0.01, max: 9, noNaN: true }),
      point,
      rotation,
      point,
      (t, r, s, pt, pr, ps) => {
        const matrix = compose(t, r, [s, s, s]);
        const above = similarityOf(matrix);
        if (above === undefined) throw new Error('a similarity was not recognized');
        const pose = foldPose(above, { translation: pt, rotation: pr, scale: ps });
        const folded = compose(pose.translation, pose.rotation, pose.scale);
        for (const [i, n] of multiply(matrix, compose(pt, pr, ps)).entries()) expect(folded[i]).toBeCloseTo(n, 6);
      },
    ),
  );
});

it.each([
  ['axes with different scales', compose([0, 0, 0], [0, 0, 0, 1], [1, 1.001, 1])],
  ['a mirror', compose([0, 0, 0], [0, 0, 0, 1], [-1, 1, 1])],
  ['a scale of zero', compose([0, 0, 0], [0, 0, 0, 1], [0, 0, 0])],
  ['shear', Float64Array.of(1, 0, 0, 0, 0.1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)],
])('does not take %s for a similarity', (_, matrix) => {
  expect(similarityOf(matrix)).toBeUndefined();
});
