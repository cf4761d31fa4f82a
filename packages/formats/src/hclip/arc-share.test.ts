// The share of a chord against its definition by tangents.

import { describe, expect, it } from 'vitest';
import { arcShare } from './arc-share.js';

const shares = Array.from({ length: 41 }, (_, i) => i / 40);

describe('the share of a chord', () => {
  it.each([0, 0.001, 1, 10, 30, 45])('leads to the right angle of an arc of %s degrees', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    for (const share of shares) {
      const chord = arcShare(Math.cos(angle), share);
      const [x, y] = [1 - chord + chord * Math.cos(angle), chord * Math.sin(angle)];
      expect(Math.abs(Math.atan2(y, x) - share * angle) * (180 / Math.PI)).toBeLessThan(0.001);
    }
  });

  it.each([-0.5, 0, 0.3, 0.5, 1, 1.5, 1e30])(
    'keeps both ends and never turns back, also for a cosine of %s',
    (cosine) => {
      const chords = shares.map((share) => arcShare(cosine, share));
      expect(chords[0]).toBe(0);
      expect(chords.at(-1)).toBe(1);
      for (const [i, chord] of chords.slice(1).entries()) expect(chord).toBeGreaterThan(chords[i] ?? 0);
    },
  );
});
