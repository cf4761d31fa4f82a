import { expect, it } from 'vitest';
import { randomHclip } from '../testing/random-hclip.js';
import { longHclipModel, sampleHclipModel } from '../testing/sample-hclip.js';
import { encodeHclip } from './encode.js';
import { bytesByJoint } from './joint-bytes.js';
import { decodeHclip } from './read.js';

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

it('adds up to the body of a clip, without its name, its table of segments, its times and padding', () => {
  const models = [sampleHclipModel(), longHclipModel(), ...Array.from({ length: 30 }, (_, i) => randomHclip(900 + i))];
  for (const model of models)
    for (const clip of decodeHclip(encodeHclip(model))) {
      const { joints, targets } = bytesByJoint(clip);
      const { stepped, name, data } = clip.parts;
      const rest = clip.sizeBytes - (stepped - clip.offset) - (data - name) - sum(joints) - sum(targets);
      // Kinds and constants are padded once, segments twice, each by less than a byte.
      expect(rest).toBeGreaterThanOrEqual(-1e-9);
      expect(rest).toBeLessThan(2 + 2 * clip.segmentCount);
    }
});

it('gives a joint what its samples take', () => {
  const [clip] = decodeHclip(encodeHclip(longHclipModel()));
  if (clip === undefined) throw new Error('there is one clip');
  // 20 segments of 16 samples of 3 × 12 bits, each described by 3 + 5 + 1 + 15 + 3 × 18 bits; 2 bits of its kind.
  expect([...bytesByJoint(clip).joints]).toEqual([(20 * (16 * 36 + 78) + 2) / 8]);
});
