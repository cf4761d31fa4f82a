import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChange, emittedFiles, imported, packedFiles, servedFiles } from './client.js';

const content = new Uint8Array(64).map((_, i) => i);
const asked: string[] = [];
/** A server with one file, which answers ranges or does not. */
function serve(answersRanges: boolean): void {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const range = new Headers(init?.headers).get('range') ?? '';
    asked.push(`${url} ${range}`.trim());
    if (!url.endsWith('.bin')) return new Response(null, { status: 404, statusText: 'Not Found' });
    const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
    return answersRanges && range !== ''
      ? new Response(content.slice(Number(from), Number(to) + 1), { status: 206 })
      : new Response(content);
  });
}

beforeEach(() => {
  asked.length = 0;
  vi.stubEnv('SSR', false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('files in production', () => {
  it('are found by their paths', async () => {
    serve(true);
    const files = emittedFiles([
      ['__proto__', '/a.bin'],
      ['lost.ktx2', '/lost'],
    ]);
    expect(files.paths).toEqual(['__proto__', 'lost.ktx2']);
    expect(files.url('__proto__')).toBe('/a.bin');
    expect(await files.read('__proto__')).toEqual(content);
    expect(await files.read('toString')).toBeUndefined();
    expect(() => files.url('nothing')).toThrow('nothing is not in the output of assetc');
    await expect(files.read('lost.ktx2')).rejects.toThrow('/lost: the server answered 404 Not Found');
  });

  it.each([
    [true, ['/p.bin bytes=8-11', '/p.bin bytes=60-63']],
    [false, ['/p.bin bytes=8-11']],
  ])('are cut out of a pack, where ranges are answered: %s', async (answersRanges, requests) => {
    serve(answersRanges);
    const files = packedFiles('/p.bin', [
      ['a', 8, 4],
      ['b', 60, 4],
      ['empty', 64, 0],
    ]);
    expect(await files.read('a')).toEqual(Uint8Array.of(8, 9, 10, 11));
    expect(await files.read('b')).toEqual(Uint8Array.of(60, 61, 62, 63));
    expect(await files.read('empty')).toEqual(new Uint8Array(0));
    expect(await files.read('c')).toBeUndefined();
    expect(asked).toEqual(requests);
    expect(() => files.url('a')).toThrow('a is in a pack and has no URL');
  });

  it('of a pack shorter than its directory are an error', async () => {
    serve(true);
    await expect(packedFiles('/p.bin', [['a', 60, 10]]).read('a')).rejects.toThrow('4 bytes of 10');
  });

  it('are not fetched on a server', async () => {
    serve(true);
    vi.stubEnv('SSR', true);
    await expect(emittedFiles([['a', '/a.bin']]).read('a')).rejects.toThrow('is fetched in the browser');
  });
});

describe('files in dev', () => {
  it('appear and disappear with events', async () => {
    serve(true);
    const files = servedFiles('/@assetc/', ['a b.bin'], false);
    expect(files.url('a b.bin')).toBe('/@assetc/a%20b.bin');
    expect(await files.read('new.bin')).toBeUndefined();
    applyChange({ changed: ['new.bin'], removed: ['a b.bin'], reload: false });
    expect(files.paths).toEqual(['new.bin']);
    expect(await files.read('new.bin')).toEqual(content);
    expect(() => files.url('a b.bin')).toThrow('is not in the output');
  });

  it('have no URL if production ships a pack', () => {
    expect(() => servedFiles('/', ['a.bin'], true).url('a.bin')).toThrow('is in a pack');
  });

  it('reload the page if a used file changed and nothing listens', () => {
    const reload = vi.fn();
    vi.stubGlobal('document', {});
    vi.stubGlobal('location', { reload });
    imported('used.ktx2', '/used.ktx2');
    applyChange({ changed: ['other.ktx2'], removed: [], reload: true });
    applyChange({ changed: ['used.ktx2'], removed: [], reload: false });
    expect(reload).not.toHaveBeenCalled();
    applyChange({ changed: ['used.ktx2'], removed: [], reload: true });
    expect(reload).toHaveBeenCalledTimes(1);

    const heard: unknown[] = [];
    const wrong = vi.fn();
    vi.stubGlobal('reportError', wrong);
    const files = servedFiles('/', [], false);
    const stops = [
      files.onChange(() => {
        throw new Error('a listener fails');
      }),
      files.onChange((change) => heard.push(change)),
    ];
    applyChange({ changed: ['used.ktx2'], removed: ['x'], reload: true });
    expect(heard).toEqual([{ changed: ['used.ktx2'], removed: ['x'] }]);
    expect(wrong).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
    for (const stop of stops) stop();
    applyChange({ changed: ['used.ktx2'], removed: [], reload: true });
    expect(heard).toHaveLength(1);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
