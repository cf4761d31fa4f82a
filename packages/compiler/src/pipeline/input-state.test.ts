import { describe, expect, it } from 'vitest';
import { InputFolder } from './input-folder.js';
import { InputState } from './input-state.js';
import { MemoryHost } from './testing/memory-host.js';

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
