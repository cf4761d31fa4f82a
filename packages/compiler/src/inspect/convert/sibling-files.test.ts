import { decodeHmesh, encodeHman, hashRef } from '@assetc/formats';
import { expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { nativePath } from '../../testing/posix-paths.js';
import { memoryDisk } from '../testing/memory-disk.js';
import { siblingFilesOf } from './sibling-files.js';

const bytes = Uint8Array.of(1, 2, 3);
const ref = hashRef('models/chair/tex_0');

it.each([
  [
    'by the manifest',
    '/out/other.ktx2',
    { '/out/assets.hman': encodeHman([{ hash: ref, kind: 'texture', colorspace: 'srgb', path: 'other.ktx2' }]) },
  ],
  ['by its name in an output without a manifest', '/out/models/chair/tex_0.ktx2', { '/out/.assetc-cache': bytes }],
  ['by its name next to a model outside of any output', '/out/models/chair/tex_0.ktx2', {}],
] as const)('finds a texture %s', (_, path, more) => {
  const disk = memoryDisk({ '/out/models/chair.hmesh': bytes, [path]: bytes, ...more });
  expect(siblingFilesOf(disk, '/out/models/chair.hmesh').texture(ref)).toEqual({ path: nativePath(path), bytes });
});

it('finds a shared texture by its hash, and undefined if there is none', () => {
  const disk = memoryDisk({ '/out/a.hmesh': bytes, '/out/tex/00000000000000ff.ktx2': bytes });
  const { texture } = siblingFilesOf(disk, '/out/a.hmesh');
  expect(texture(255n)?.path).toBe(nativePath('/out/tex/00000000000000ff.ktx2'));
  expect(texture(254n)).toBeUndefined();
});

it('names the sibling file that does not decode', () => {
  const disk = memoryDisk({ '/out/a.hmesh': bytes, '/out/a.hscene': bytes });
  const { sibling } = siblingFilesOf(disk, '/out/a.hmesh');
  expect(sibling('.hmat', decodeHmesh)).toBeUndefined();
  let error: unknown;
  try {
    sibling('.hscene', decodeHmesh);
  } catch (e) {
    error = e;
  }
  expect(error instanceof AssetError && error.diagnostic).toMatchObject({
    code: 'convert/malformed',
    file: 'a.hscene',
  });
});
