import { describe, expect, it } from 'vitest';
import { MemoryHost } from '../testing/memory-host.js';
import { acquireLock } from './lock.js';

const never = new AbortController().signal;
const FILE = '/out/.assetc-lock';

function locked(content: string): MemoryHost {
  const host = new MemoryHost();
  host.put(FILE, content);
  return host;
}

describe('a lock without a known holder', () => {
  it.each([
    ['its holder got no CPU before it wrote its name', ''],
    ['its holder is on another machine', JSON.stringify({ pid: 7, host: 'elsewhere', token: 'x' })],
  ])('is respected for a minute if %s', async (_, content) => {
    const host = locked(content);
    host.clock += 59_000;
    const waiting = new AbortController();
    const lock = acquireLock(host, '/out', waiting.signal, () => waiting.abort(new Error('it waits')));
    await expect(lock).rejects.toThrow('it waits');
    expect(host.text(FILE)).toBe(content);
    host.clock += 2_000;
    await (await acquireLock(host, '/out', never, () => {})).release();
    expect(host.text(FILE)).toBeUndefined();
  });

  it('is taken over at once if its holder has ended', async () => {
    const host = locked(JSON.stringify({ pid: 7, host: 'memory', token: 'x' }));
    const lock = await acquireLock(host, '/out', never, () => expect.fail('it waits'));
    expect(JSON.parse(host.text(FILE) ?? '')).toMatchObject({ pid: 4242, host: 'memory' });
    await lock.release();
  });

  it('leaves nothing behind if the build that takes it over is killed', async () => {
    const host = locked(JSON.stringify({ pid: 7, host: 'memory', token: 'x' }));
    let isMoved = false;
    host.onOperation = (operation) => {
      if (isMoved) throw new Error('killed');
      isMoved = operation === 'rename';
    };
    await expect(acquireLock(host, '/out', never, () => {})).rejects.toThrow('killed');
    expect(Object.keys(host.tree('/out'))).toHaveLength(1);
    host.onOperation = undefined;
    await (await acquireLock(host, '/out', never, () => {})).release();
    expect(host.tree('/out')).toEqual({});
  });
});
