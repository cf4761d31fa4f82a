import { describe, expect, it } from 'vitest';
import { MemoryHost } from '../testing/memory-host.js';
import { openSeal, prepareSeal, SEAL_DIGITS, Seal } from './seal.js';

const KEY_FILE = '/home/cache/record-key';
const bytes = new TextEncoder().encode('what was written');

describe('a seal', () => {
  const seal = new Seal(new Uint8Array(32).fill(7));

  it('holds for the same bytes, purpose and subject, and for nothing else', () => {
    const text = seal.of('trace', bytes, 'a');
    expect(text).toMatch(new RegExp(`^[0-9a-f]{${SEAL_DIGITS}}$`));
    expect(seal.holds(text, 'trace', bytes, 'a')).toBe(true);
    expect(seal.holds(text, 'trace', bytes, 'b')).toBe(false);
    expect(seal.holds(text, 'record', bytes, 'a')).toBe(false);
    expect(seal.holds(text, 'trace', bytes.subarray(1), 'a')).toBe(false);
    expect(seal.holds(text.slice(1), 'trace', bytes, 'a')).toBe(false);
    expect(new Seal(new Uint8Array(32).fill(8)).holds(text, 'trace', bytes, 'a')).toBe(false);
  });
});

describe('the key', () => {
  it('is made once, and all later builds of the user have it', () => {
    const host = new MemoryHost();
    expect(prepareSeal(host)).toEqual([]);
    const key = host.text(KEY_FILE);
    expect(key).toMatch(/^[0-9a-f]{64}\n$/);
    expect(prepareSeal(host)).toEqual([]);
    expect(host.text(KEY_FILE)).toBe(key);
    expect(openSeal(host).holds(openSeal(host).of('record', bytes), 'record', bytes)).toBe(true);
  });

  it('differs between users', () => {
    const [mine, theirs] = [new MemoryHost(), new MemoryHost()];
    for (const host of [mine, theirs]) prepareSeal(host);
    expect(openSeal(theirs).holds(openSeal(mine).of('record', bytes), 'record', bytes)).toBe(false);
  });

  it.each([
    ['others may read it', { mine: true, othersMayRead: true, othersMayWrite: false }],
    ['others may change it', { mine: true, othersMayRead: false, othersMayWrite: true }],
    ['it belongs to another user', { mine: false, othersMayRead: false, othersMayWrite: false }],
  ])('is not used where %s, and the build says so', (_, ownership) => {
    const host = new MemoryHost();
    prepareSeal(host);
    const before = openSeal(host).of('record', bytes);
    host.owned.set(KEY_FILE, ownership);
    expect(prepareSeal(host)).toMatchObject([{ code: 'build/no-record-key', severity: 'notice' }]);
    expect(openSeal(host).holds(before, 'record', bytes)).toBe(false);
  });

  it('is not used where it is damaged', () => {
    const host = new MemoryHost();
    prepareSeal(host);
    host.put(KEY_FILE, 'short');
    expect(prepareSeal(host)).toMatchObject([{ code: 'build/no-record-key' }]);
  });

  it('that cannot be written leaves one for as long as the process runs', () => {
    const host = new MemoryHost();
    host.onOperation = () => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    };
    expect(prepareSeal(host)).toMatchObject([{ code: 'build/no-record-key' }]);
    expect(openSeal(host).holds(openSeal(host).of('record', bytes), 'record', bytes)).toBe(true);
  });
});
