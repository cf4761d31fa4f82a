// The loader: one source, one device, and everything loaded from it, shared until the last user releases it.

import { type AssetRef, LibraryError, type Manifest } from '@assetc/formats';
import { type AnimationClip, Data3DTexture, type Material, type Texture } from 'three';
import { clipsForSkeleton } from './animation/skeleton-clips.js';
import { AssetcEnvironment } from './environment/environment.js';
import { AssetcLight } from './environment/light.js';
import type { AssetcLoaderOptions, LoadOptions, ReloadReport } from './loader-options.js';
import { AssetcModel } from './model/model.js';
import type { AssetcSource } from './source/asset-files.js';
import { AssetLeases } from './source/asset-leases.js';
import { Catalog, textureFile } from './source/catalog.js';
import { HeldAssets } from './source/held-assets.js';
import { AssetcFont } from './text/font.js';
import { deviceFormatsOf } from './texture/device-formats.js';
import { TextureStore } from './texture/texture-store.js';
import { defaultWorkerCount, Transcoder } from './texture/transcoder.js';

/** Files that belong to a model. */
const MODEL_FILES = /\.(?:hmesh|hmat|hmatx|hanim|hanimx|hclip|hscene)$/;

/**
 * Loads compiled assets. Assets that are loaded twice are shared. Release each asset when done; `dispose()` frees everything. A missing or
 * broken file rejects with a `LibraryError` that names it.
 *
 * @example
 * const loader = new AssetcLoader('/runtime', { renderer });
 * const chair = await loader.loadModel('models/chair');
 * scene.add(chair.scene);
 */
export class AssetcLoader {
  /** Largest error of a level of detail, in pixels. Can be changed at any time. */
  lodPixels: number;
  readonly #options: AssetcLoaderOptions;
  readonly #catalog: Catalog;
  readonly #transcoder: Transcoder;
  readonly #textures: TextureStore;
  readonly #leases: AssetLeases;
  readonly #held = new HeldAssets();
  readonly #models = new Set<AssetcModel>();
  readonly #fonts = new Set<AssetcFont>();
  readonly #environments = new Set<AssetcEnvironment | AssetcLight>();

  constructor(source: AssetcSource, options: AssetcLoaderOptions = {}) {
    this.#options = options;
    this.lodPixels = options.lodPixels ?? 1;
    this.#catalog = new Catalog(source, options);
    this.#transcoder = new Transcoder(options.workers ?? defaultWorkerCount(), options.worker);
    this.#textures = new TextureStore({
      device: deviceFormatsOf(options.renderer),
      transcoder: this.#transcoder,
      anisotropy: options.anisotropy ?? 1,
      read: async (path, signal) =>
        (await this.#catalog.library(signal)).read(path, 'texture', 'lut').then(({ bytes }) => bytes),
    });
    this.#leases = new AssetLeases(this.#catalog, this.#textures, {
      hasLevels: options.lods !== 'off',
      omitsTextures: options.missingTextures === 'omit',
    });
  }

  /** The manifest: hashes, kinds and paths of all assets, without loading them. */
  async manifest(options: LoadOptions = {}): Promise<Manifest> {
    return (await this.#catalog.library(options.signal)).manifest;
  }

  /** Reads any file as bytes, for example an embedded one. */
  async read(path: string, { signal }: LoadOptions = {}): Promise<Uint8Array> {
    return this.#catalog.read(path, signal);
  }

  /** Loads a model with its materials, textures, clips, cameras and lights, by name (`models/chair`) or hash. */
  async loadModel(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcModel> {
    const lease = await this.#leases.model(ref, signal);
    const levels = { lods: this.#options.lods ?? ('screen' as const), pixels: () => this.lodPixels };
    try {
      this.#catalog.signal(undefined).throwIfAborted();
      const model = new AssetcModel(lease, levels, (each) => this.#models.delete(each));
      this.#models.add(model);
      return model;
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  /**
   * Loads a texture: 2D, cube, array or 3D, compressed if the device supports the format. Free it with `release`. Wrapping and filtering
   * are three's defaults. Loading one file again returns the same texture.
   */
  async loadTexture(ref: AssetRef, { signal }: LoadOptions = {}): Promise<Texture> {
    const path = await this.#catalog.pathOf(ref, ['texture', 'lut'], '.ktx2', signal);
    return this.#held.holdLease(await this.#leases.texture({ path }, signal), ({ texture }) => texture);
  }

  /** Loads a lookup table for color grading, with red along x. Free it with `release`. */
  async loadLut(ref: AssetRef, { signal }: LoadOptions = {}): Promise<Data3DTexture> {
    const path = await this.#catalog.pathOf(ref, ['lut', 'texture'], '.ktx2', signal);
    const lease = await this.#leases.texture({ path }, signal);
    const { texture } = lease.value;
    if (texture instanceof Data3DTexture) return this.#held.holdLease(lease, () => texture);
    lease.release();
    throw new LibraryError(`${path} is not a lookup table`);
  }

  /** Loads the rows of a hand-written material table (`*.mat`), for meshes without tangents. Free them with `release` of the list. */
  async loadMaterials(name: string, { signal }: LoadOptions = {}): Promise<readonly Material[]> {
    const library = await this.#catalog.library(signal);
    const [rows, extras] = await Promise.all([library.loadMaterials(name), library.loadMaterialExtras(name)]);
    const set = await this.#leases.materials({ rows, extras, names: [] }, library, signal);
    const shape = { kind: 'triangles', hasColors: false, hasTangents: false, isFlat: false } as const;
    const list = rows.map((_, row) => set.get(row, shape));
    return this.#held.hold(list, () => set.dispose());
  }

  /** Loads clips from a separate file (`animation.skeleton`), for a mixer on a model with that skeleton. */
  async loadClips(name: string, model: AssetcModel, { signal }: LoadOptions = {}): Promise<readonly AnimationClip[]> {
    return clipsForSkeleton(await (await this.#catalog.library(signal)).loadAnimation(name), model.boneNames);
  }

  /** Loads a cube map as light and background of a scene. Needs the renderer. */
  async loadEnvironment(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcEnvironment> {
    const path = await this.#catalog.pathOf(ref, ['texture'], '.ktx2', signal);
    const lease = await this.#leases.texture({ path }, signal);
    try {
      const made = new AssetcEnvironment(lease, this.#options.renderer, (each) => this.#environments.delete(each));
      this.#environments.add(made);
      return made;
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  /** Loads the light of an environment (`sky/dusk.ibl`), prefiltered by the compiler: three filters nothing. Needs the renderer. */
  async loadLight(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcLight> {
    const path = await this.#catalog.pathOf(ref, ['texture'], '.ktx2', signal);
    const lease = await this.#leases.texture({ path }, signal);
    try {
      const made = new AssetcLight(lease, this.#options.renderer, (each) => this.#environments.delete(each));
      this.#environments.add(made);
      return made;
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  /** Loads a distance-field font. Its `text` method makes meshes. */
  async loadFont(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcFont> {
    const library = await this.#catalog.library(signal);
    const path = await this.#catalog.pathOf(ref, ['font'], '.hfont', signal);
    const font = await library.loadFont(path);
    const atlas = await this.#leases.texture({ path: textureFile(library, font.atlasTex) }, signal);
    const made = new AssetcFont(path, font, atlas, (each) => this.#fonts.delete(each));
    this.#fonts.add(made);
    return made;
  }

  /** Releases the result of `loadTexture`, `loadLut` or `loadMaterials`. GPU memory is freed with the last user. */
  release(asset: Texture | readonly Material[]): void {
    this.#held.release(asset);
  }

  /**
   * Reloads changed files and updates everything that uses them: textures in their objects, models below their `scene`, fonts in their
   * texts. Paths are those of outputs in the source: `models/chair.hmesh`, `models/chair/tex_0.ktx2`.
   */
  async reload(paths: string | readonly string[]): Promise<ReloadReport> {
    const list = typeof paths === 'string' ? [paths] : paths;
    await this.#catalog.refresh();
    const changed = new Set<string>();
    const stale = new Set<Texture>();
    const dirty = new Set<AssetcModel>();
    for (const path of list.filter((each) => each.endsWith('.ktx2'))) {
      if (this.#textures.inUse(path).length === 0) continue;
      changed.add(path);
      const stuck = await this.#reloadTexture(path);
      for (const texture of stuck) stale.add(texture);
      if (stuck.length > 0) for (const model of this.#models) if (model.texturePaths.includes(path)) dirty.add(model);
    }
    for (const path of list.filter((each) => MODEL_FILES.test(each))) {
      const mesh = path.replace(MODEL_FILES, '.hmesh');
      const models = [...this.#models].filter((each) => each.path === mesh);
      if (models.length > 0) changed.add(path);
      for (const model of models) dirty.add(model);
    }
    // What was missing may exist now.
    for (const model of this.#models) if (model.problems.length > 0) dirty.add(model);
    for (const font of this.#fonts) {
      if (!list.includes(font.path)) continue;
      changed.add(font.path);
      font.replace(await (await this.#catalog.library(undefined)).loadFont(font.path));
    }
    await this.#replace(dirty);
    const held = [...stale].filter((texture) => this.#held.has(texture));
    return { changed: [...changed], models: [...dirty], stale: held };
  }

  /** Frees everything that this loader made, even if it is in use, and aborts running loads. */
  dispose(): void {
    this.#catalog.close();
    for (const each of [...this.#models, ...this.#fonts, ...this.#environments]) each.dispose();
    this.#held.releaseAll();
    this.#transcoder.dispose();
  }

  /** Returns the textures whose objects cannot show the new file. */
  async #reloadTexture(path: string): Promise<readonly Texture[]> {
    const stuck = await this.#textures.reload(path);
    for (const environment of this.#environments)
      if (environment.path === path)
        environment.update(stuck.length > 0 ? await this.#leases.texture({ path }, undefined) : undefined);
    return stuck.map(({ texture }) => texture);
  }

  async #replace(models: ReadonlySet<AssetcModel>): Promise<void> {
    for (const path of new Set([...models].map((model) => model.path))) this.#leases.forgetModel(path);
    for (const model of models) model.replace(await this.#leases.model(model.path, undefined));
  }
}
