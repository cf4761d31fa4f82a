// Models and textures of one source, each made once and shared until the last user releases it.

import type { AssetLibrary, AssetRef } from '@assetc/formats';
import { MaterialSet } from '../material/material-set.js';
import { rejectVersion1 } from '../model/model.js';
import { ModelAsset } from '../model/model-asset.js';
import type { SharedTexture, TextureRequest, TextureStore } from '../texture/texture-store.js';
import { type Catalog, textureFile } from './catalog.js';
import { type Lease, SharedAssets } from './shared-assets.js';

interface MaterialTable {
  readonly rows: Awaited<ReturnType<AssetLibrary['loadMaterials']>>;
  readonly extras: Awaited<ReturnType<AssetLibrary['loadMaterialExtras']>>;
  readonly names: readonly string[];
}

interface LeaseSettings {
  /** Levels of detail of models are used. */
  readonly hasLevels: boolean;
  /** Models are loaded without textures that cannot be loaded. */
  readonly omitsTextures: boolean;
}

export class AssetLeases {
  readonly #catalog: Catalog;
  readonly #textures: TextureStore;
  readonly #settings: LeaseSettings;
  readonly #models = new SharedAssets<ModelAsset>((asset) => asset.dispose());

  constructor(catalog: Catalog, textures: TextureStore, settings: LeaseSettings) {
    this.#catalog = catalog;
    this.#textures = textures;
    this.#settings = settings;
  }

  texture(request: TextureRequest, signal: AbortSignal | undefined): Promise<Lease<SharedTexture>> {
    return this.#textures.lease(request, this.#catalog.signal(signal));
  }

  async model(ref: AssetRef, signal: AbortSignal | undefined): Promise<Lease<ModelAsset>> {
    const path = await this.#catalog.pathOf(ref, ['mesh'], '.hmesh', signal);
    return this.#models.lease(path, (own) => this.#makeModel(path, own), this.#catalog.signal(signal));
  }

  /** The next request gets a new one. */
  forgetModel(path: string): void {
    this.#models.forget(path);
  }

  materials(table: MaterialTable, library: AssetLibrary, signal: AbortSignal | undefined): Promise<MaterialSet> {
    return MaterialSet.load({
      ...table,
      pathOf: (texture) => textureFile(library, texture),
      lease: (request) => this.texture(request, signal),
      mayOmit: () => this.#settings.omitsTextures && !this.#catalog.signal(signal).aborted,
    });
  }

  async #makeModel(path: string, signal: AbortSignal): Promise<ModelAsset> {
    const library = await this.#catalog.library(signal);
    const model = await library.loadModel(path);
    const { mesh, materials: rows, materialExtras: extras } = model;
    if (mesh.version === 1) return rejectVersion1(path);
    const set = await this.materials({ rows, extras, names: mesh.names?.materials ?? [] }, library, signal);
    return new ModelAsset(model, mesh, set, this.#settings.hasLevels);
  }
}
