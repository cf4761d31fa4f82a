import { describe, expect, it } from 'vitest';
import { MemoryHost } from '../testing/memory-host.js';
import { InputFolder } from './input-folder.js';
import { InputState } from './input-state.js';

const NOTHING = { get: () => undefined };

describe('the first bytes of a file', () => {
  it('are kept when it is hashed, and given for as long as it is as it was', () => {
    const host = new MemoryHost();
    host.put('/input/a.bin', 'x'.repeat(100));
    host.put('/input/b.bin', 'short');
    const state = new InputState(new InputFolder(host, { root: '/input', exclude: [] }), NOTHING);
    expect(state.headOf('a.bin')).toBeUndefined();
    state.file('a.bin');
    state.file('b.bin');
    expect(Buffer.from(state.headOf('a.bin') ?? []).toString()).toBe('x'.repeat(64));
    expect(Buffer.from(state.headOf('b.bin') ?? []).toString()).toBe('short');
    host.clock += 10;
    host.put('/input/a.bin', 'y'.repeat(100));
    host.files.delete('/input/b.bin');
    expect(state.headOf('a.bin')).toBeUndefined();
    expect(state.headOf('b.bin')).toBeUndefined();
  });
});

describe('a small file that was hashed', () => {
  const stateOf = (host: MemoryHost) => new InputState(new InputFolder(host, { root: '/input', exclude: [] }), NOTHING);

  it('is given to the first who asks for it, as it was', () => {
    const host = new MemoryHost();
    host.put('/input/a.bin', 'abc');
    const state = stateOf(host);
    expect(state.take('a.bin')).toBeUndefined();
    const digest = state.file('a.bin')?.digest;
    host.put('/input/a.bin', 'later');
    const kept = state.take('a.bin');
    expect(kept).toMatchObject({ path: 'a.bin', digest, stat: { sizeBytes: 3 } });
    expect(Buffer.from(kept?.bytes ?? []).toString()).toBe('abc');
    expect(state.take('a.bin')).toBeUndefined();
  });

  it('is not kept where it is large, or so young that its stat data vouch for nothing', () => {
    const host = new MemoryHost();
    host.put('/input/large.bin', 'x'.repeat((1 << 14) + 1));
    host.put('/input/most.bin', 'x'.repeat(1 << 14));
    const state = stateOf(host);
    host.put('/input/young.bin', 'abc');
    for (const path of ['large.bin', 'most.bin', 'young.bin']) expect(state.file(path)?.digest).toHaveLength(64);
    expect(state.take('large.bin')).toBeUndefined();
    expect(state.take('young.bin')).toBeUndefined();
    expect(state.take('most.bin')?.bytes).toHaveLength(1 << 14);
  });

  it('is kept as long as all of them are 16 MiB, and again when some were taken', () => {
    const host = new MemoryHost();
    const paths = Array.from({ length: 1026 }, (_, i) => `${i}.bin`);
    for (const [i, path] of paths.entries()) host.put(`/input/${path}`, new Uint8Array(1 << 14).fill(i));
    const state = stateOf(host);
    const [last = '', ...others] = paths.reverse();
    for (const path of others) state.file(path);
    expect(others.filter((path) => state.take(path) !== undefined)).toEqual(others.slice(0, 1024));
    state.file(last);
    expect(state.take(last)).toBeDefined();
  });
});
