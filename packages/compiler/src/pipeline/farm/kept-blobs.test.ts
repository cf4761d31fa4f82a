import { describe, expect, it } from 'vitest';
import { digestBytes } from '../cache/digest.js';
import { MemoryBlobs } from '../testing/memory-farm.js';
import { KeptBlobs } from './kept-blobs.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const blobOf = (text: string) => ({ digest: digestBytes(bytesOf(text)), sizeBytes: bytesOf(text).length });

/** Notes what it is asked for. */
class CountingBlobs extends MemoryBlobs {
  readonly asked: string[] = [];

  override get(blob: Parameters<MemoryBlobs['get']>[0]): Promise<Uint8Array | undefined> {
    this.asked.push(blob.digest);
    return super.get(blob);
  }
}

async function open(maxBytes: number, ...texts: readonly string[]) {
  const shared = new CountingBlobs();
  for (const text of texts) await shared.put(blobOf(text), bytesOf(text));
  const kept = new KeptBlobs(shared, maxBytes);
  const get = async (text: string) => Buffer.from((await kept.get(blobOf(text))) ?? '').toString();
  const fetched = () => shared.asked.splice(0).length;
  return { shared, kept, get, fetched };
}

describe('what a worker keeps of earlier jobs', () => {
  it('is fetched once, by whoever is first', async () => {
    const { get, fetched } = await open(1000, 'a');
    expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['a', 'a', 'a']);
    expect(await get('a')).toBe('a');
    expect(fetched()).toBe(1);
  });

  it('makes room for what is new: what was used longest ago goes first', async () => {
    const { get, fetched } = await open(4, 'a', 'b', 'c', 'd', 'e');
    for (const text of ['a', 'b', 'c', 'd']) await get(text);
    await get('a');
    expect(fetched()).toBe(4);
    await get('e');
    for (const text of ['a', 'c', 'd', 'e']) await get(text);
    expect(fetched()).toBe(1);
    expect(await get('b')).toBe('b');
    expect(fetched()).toBe(1);
  });

  it('is never more than it may be, and never one thing alone', async () => {
    const { get, fetched } = await open(10, 'large!', 'small');
    expect([await get('small'), await get('large!'), await get('large!'), await get('small')]).toEqual([
      'small',
      'large!',
      'large!',
      'small',
    ]);
    expect(fetched()).toBe(3);
  });

  it('is nothing where nothing may be kept', async () => {
    const { get, fetched } = await open(0, 'a');
    expect([await get('a'), await get('a')]).toEqual(['a', 'a']);
    expect(fetched()).toBe(2);
  });

  it('does not remember what was not to be had', async () => {
    const { shared, get } = await open(1000);
    expect(await get('late')).toBe('');
    await shared.put(blobOf('late'), bytesOf('late'));
    expect(await get('late')).toBe('late');
  });
});
