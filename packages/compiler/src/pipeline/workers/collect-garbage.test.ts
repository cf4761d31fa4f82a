import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { bytesIn, collectAfter, lendCollector } from './collect-garbage.js';

const LARGE_BYTES = 1 << 26;

describe('collectAfter', () => {
  it('frees at once what a large job has left behind', async () => {
    const left = (() => new WeakRef(new Uint8Array(new SharedArrayBuffer(1 << 20))))();
    // A reference that was just made is held until the turn ends.
    await setImmediate();
    collectAfter(LARGE_BYTES);
    expect(left.deref()).toBeUndefined();
  });
});

describe('lendCollector', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'gc'));

  it('lends one to this thread, and leaves one alone that is there', () => {
    lendCollector();
    expect(typeof Reflect.get(globalThis, 'gc')).toBe('function');
    // As in a thread that starts after another has asked for its collector; there it cannot be replaced.
    const own = () => {};
    Object.defineProperty(globalThis, 'gc', { configurable: true, value: own });
    lendCollector();
    expect(Reflect.get(globalThis, 'gc')).toBe(own);
  });
});

describe('bytesIn', () => {
  it('counts the arrays of a payload, however they are put together', () => {
    const texels = new Uint8Array(new SharedArrayBuffer(1000));
    expect(
      bytesIn({ texels, levels: [new Float32Array(10), { rows: new Uint16Array(5) }], name: 'a', none: null }),
    ).toBe(1050);
  });

  it('ends, where a payload leads back to itself', () => {
    const loop: { self?: unknown; data: Uint8Array } = { data: new Uint8Array(3) };
    loop.self = loop;
    expect(bytesIn(loop)).toBe(3);
  });
});
