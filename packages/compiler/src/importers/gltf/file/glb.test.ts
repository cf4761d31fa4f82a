import { expect, it } from 'vitest';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { glbOf } from '../../../testing/gltf-builder.js';
import { readGlb } from './glb.js';

function refused(change: (view: DataView) => void): unknown {
  const bytes = glbOf({ asset: {} }, Uint8Array.of(1, 2, 3, 4));
  change(new DataView(bytes.buffer));
  try {
    return readGlb('a.glb', bytes);
  } catch (error) {
    return error instanceof AssetError ? error.diagnostic : error;
  }
}

it('splits a file into its JSON and its binary chunk, with its offset', () => {
  const bytes = glbOf({ asset: {} }, Uint8Array.of(1, 2, 3, 4));
  const { json, bin } = readGlb('a.glb', bytes);
  expect(JSON.parse(new TextDecoder().decode(json))).toEqual({ asset: {} });
  expect([...(bin?.bytes ?? [])]).toEqual([1, 2, 3, 4]);
  expect(bin?.offset).toBe(bytes.length - 4);
});

it('distinguishes another version from a damaged container, with the offset', () => {
  expect(refused((view) => view.setUint32(4, 1, true))).toMatchObject({
    code: 'gltf/version',
    file: 'a.glb',
    where: { offset: 4 },
  });
  expect(refused((view) => view.setUint32(12, 4000, true))).toMatchObject({
    code: 'gltf/bad-glb',
    file: 'a.glb',
    where: { offset: 12 },
  });
});
