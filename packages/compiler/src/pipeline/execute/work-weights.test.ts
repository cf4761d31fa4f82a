import { describe, expect, it } from 'vitest';
import { WorkWeights } from './work-weights.js';

describe('the work of a build', () => {
  it('counts expected and finished work, each asset once', () => {
    const work = new WorkWeights();
    work.expect('a', 'texture', 100, true);
    work.expect('a', 'texture', 120, true);
    work.expect('b', 'texture', 30, true);
    expect([work.of('a'), work.of('c'), work.done, work.total]).toEqual([120, 0, 0, 150]);
    work.drop('b');
    work.finish('a');
    work.finish('a');
    expect([work.done, work.total]).toEqual([120, 120]);
  });

  it('expects inside other sources of a kind what was found inside those that are done', () => {
    const work = new WorkWeights();
    for (const key of ['a', 'b', 'c']) work.expect(key, 'mesh', key === 'c' ? 20 : 10, true);
    work.expect('d', 'texture', 7, true);
    work.found('mesh', 40);
    work.expect('a#x', 'texture', 40, false);
    expect(work.total).toBe(87);
    work.finish('a');
    // Four times as much inside: 40 in b, 80 in c.
    expect([work.done, work.total]).toEqual([10, 207]);
    work.finish('b');
    work.finish('c');
    expect(work.total).toBe(87);
  });
});
