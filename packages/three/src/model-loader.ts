// Models for code that expects a loader of three: `useLoader` of React-three-fiber, a LoadingManager.

import { type AnimationClip, type Camera, type Group, Loader } from 'three';
import type { AssetcLoader } from './loader.js';
import type { AssetcModel } from './model/model.js';

/** What AssetcModelLoader loads: the fields of a glTF that such code uses, and the model itself. */
export interface LoadedModel {
  readonly scene: Group;
  readonly animations: AnimationClip[];
  readonly cameras: Camera[];
  /** Free it with `dispose()`. */
  readonly model: AssetcModel;
}

/**
 * A `Loader` of three for models of an AssetcLoader, by name. The manager counts them.
 *
 * @example
 * const fox = useLoader(AssetcModelLoader, 'models/fox', (each) => each.setSource(loader));
 * return <primitive object={fox.scene} />;
 */
export class AssetcModelLoader extends Loader<LoadedModel> {
  #source: Pick<AssetcLoader, 'loadModel'> | undefined;

  /** The loader whose models it loads. */
  setSource(source: Pick<AssetcLoader, 'loadModel'>): this {
    this.#source = source;
    return this;
  }

  override load(
    name: string,
    onLoad: (data: LoadedModel) => void,
    _onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const { manager } = this;
    const item = `${this.path}${name}`;
    manager.itemStart(item);
    this.#load(item).then(
      (data) => {
        onLoad(data);
        manager.itemEnd(item);
      },
      (error: unknown) => {
        if (onError === undefined) console.error(error);
        else onError(error);
        manager.itemError(item);
        manager.itemEnd(item);
      },
    );
  }

  async #load(name: string): Promise<LoadedModel> {
    if (this.#source === undefined) throw new Error('AssetcModelLoader: call setSource with an AssetcLoader first');
    const model = await this.#source.loadModel(name);
    // A plain object, because useLoader adds properties to it.
    return { scene: model.scene, animations: [...model.animations], cameras: [...model.cameras], model };
  }
}
