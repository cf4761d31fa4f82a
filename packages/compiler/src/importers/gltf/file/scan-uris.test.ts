import { describe, expect, it } from 'vitest';
import { TestContext } from '../../../testing/test-context.js';
import { scanUris } from './scan-uris.js';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** What a scan accessed, as the context recorded it. */
async function accessesOf(gltf: unknown): Promise<readonly string[]> {
  const bytes = encode(gltf);
  const input = { 'm/a.gltf': bytes, 'm/a b.bin': '1', 'tex/c.png': '2', 'm/50%.png': '3' };
  const context = new TestContext({ path: 'm/a.gltf', input });
  await scanUris(context, bytes).catch(() => undefined);
  return context.dependencies.map((one) => {
    if (one.type === 'bytes') return `read ${one.path}`;
    return one.type === 'existence' ? `${one.exists ? 'found' : 'no'} ${one.path}` : one.type;
  });
}

describe('a scan of a glTF file', () => {
  it('finds its buffers and images by the same spellings as the importer', async () => {
    const buffers = [{ uri: 'a%20b.bin' }, { uri: 'data:application/octet-stream;base64,AA==' }, {}];
    const images = [{ uri: '../tex/c.png' }, { uri: '50%.png' }, { uri: 'none.png' }, { bufferView: 0 }];
    expect(await accessesOf({ buffers, images })).toEqual([
      'found m/a b.bin',
      'read m/a b.bin',
      'found tex/c.png',
      'found m/50%.png',
      'no m/none.png',
      'settings-for',
    ]);
  });

  it.each([
    [null],
    [[]],
    [{ buffers: 7, images: [null, { uri: 3 }] }],
    [{ buffers: [{ uri: '../../../etc/passwd' }] }],
  ])('finds nothing in %j', async (gltf) => {
    expect((await accessesOf(gltf)).filter((one) => one !== 'settings-for')).toEqual([]);
  });
});
