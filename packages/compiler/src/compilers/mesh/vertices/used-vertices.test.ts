import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usedVertices } from './used-vertices.js';

describe('usedVertices', () => {
  it('numbers the used vertices in ascending order, for small and large ranges', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(30), fc.nat(0xfffffffe)), { maxLength: 200 }), (list) => {
        const indices = Uint32Array.from(list);
        const used = usedVertices(indices);
        expect([...used.vertices]).toEqual([...new Set(list)].sort((a, b) => a - b));
        expect([...used.indices].map((i) => used.vertices[i])).toEqual(list);
      }),
    );
  });

  it('does not allocate for the range between a few distant indices', () => {
    expect([...usedVertices(Uint32Array.of(0xfffffff0, 0, 7)).vertices]).toEqual([0, 7, 0xfffffff0]);
  });
});
