import {
  DEFAULT_MATERIAL,
  encodeHanim,
  encodeHman,
  encodeHmat,
  encodeHmesh,
  encodeHpack,
  manifestHash,
} from '@assetc/formats';
import { LoadingManager } from 'three';
import { expect, it } from 'vitest';
import { sampleMesh } from '../../formats/src/testing/sample-mesh.js';
import { AssetcLoader } from './loader.js';
import { AssetcModelLoader, type LoadedModel } from './model-loader.js';

const MESH = { kind: 'mesh', path: 'models/fox.hmesh' } as const;
const CLIPS = { kind: 'animation', path: 'models/fox.hanim' } as const;

/** A pack with a quad that walks. */
function foxPack(): Uint8Array {
  const step = { joint: 0, path: 'translation', interpolation: 'LINEAR', times: Float32Array.of(0, 1) } as const;
  const walk = { name: 'Walk', channels: [{ ...step, values: Float32Array.of(0, 0, 0, 1, 0, 0) }] };
  return encodeHpack([
    {
      path: 'assets.hman',
      bytes: encodeHman(
        [MESH, CLIPS].map(({ kind, path }) => ({ hash: manifestHash(kind, path), kind, colorspace: 'linear', path })),
      ),
    },
    { path: MESH.path, bytes: encodeHmesh(sampleMesh()) },
    { path: 'models/fox.hmat', bytes: encodeHmat([DEFAULT_MATERIAL, DEFAULT_MATERIAL]) },
    { path: CLIPS.path, bytes: encodeHanim([walk]) },
  ]);
}

const source = new AssetcLoader(foxPack(), { workers: 0 });

it('loads as useLoader of React-three-fiber does', async () => {
  const seen: string[] = [];
  const manager = new LoadingManager(
    () => seen.push('all'),
    (url, done, total) => seen.push(`${url} ${done}/${total}`),
  );
  const loader = new AssetcModelLoader(manager).setSource(source);
  const data = await new Promise<LoadedModel>((resolve, reject) =>
    loader.load('models/fox', resolve, undefined, reject),
  );
  // useLoader adds what it finds in the scene.
  Object.assign(data, { nodes: {}, materials: {}, meshes: {} });
  expect(data.scene).toBe(data.model.scene);
  expect(data.animations.map(({ name }) => name)).toEqual(['Walk']);
  expect((await loader.setPath('models/').loadAsync('fox')).scene.children.length).toBeGreaterThan(0);
  expect(seen).toContain('models/fox 1/1');
  expect(seen).toContain('all');
});

it('reports what cannot be loaded to the caller and the manager', async () => {
  const failed: string[] = [];
  const manager = new LoadingManager(undefined, undefined, (url) => failed.push(url));
  await expect(new AssetcModelLoader(manager).setSource(source).loadAsync('no')).rejects.toThrow('no');
  await expect(new AssetcModelLoader(manager).loadAsync('fox')).rejects.toThrow('setSource');
  await expect.poll(() => failed).toEqual(['no', 'fox']);
});
