import { AnimationClip, Group, LoadingManager, Mesh } from 'three';
import { expect, it } from 'vitest';
import type { AssetcLoader } from './loader.js';
import { AssetcModelLoader, type LoadedModel } from './model-loader.js';

/** Like AssetcModel: `nodes` has no setter. */
class Model {
  readonly scene = new Group().add(new Mesh());
  readonly animations = [new AnimationClip('Walk', 1, [])];
  readonly cameras = [];
  get nodes() {
    return [];
  }
}

const source = {
  async loadModel(name: unknown) {
    if (name !== 'models/fox') throw new Error(`${name} is not there`);
    return new Model();
  },
} as unknown as Pick<AssetcLoader, 'loadModel'>;

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
  expect((await loader.setPath('models/').loadAsync('fox')).scene.children).toHaveLength(1);
  expect(seen).toContain('models/fox 1/1');
  expect(seen).toContain('all');
});

it('reports what cannot be loaded to the caller and the manager', async () => {
  const failed: string[] = [];
  const manager = new LoadingManager(undefined, undefined, (url) => failed.push(url));
  await expect(new AssetcModelLoader(manager).setSource(source).loadAsync('no')).rejects.toThrow('no is not there');
  await expect(new AssetcModelLoader(manager).loadAsync('fox')).rejects.toThrow('setSource');
  await expect.poll(() => failed).toEqual(['no', 'fox']);
});
