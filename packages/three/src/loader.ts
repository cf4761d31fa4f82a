// The loader: one source, one device, and everything that was loaded from it, shared until the last user lets go.

import { type AssetRef, LibraryError, type Manifest } from '@assetc/formats';
import { type AnimationClip, Data3DTexture, type Material, type Texture } from 'three';
import { clipsForSkeleton } from './animation/skeleton-clips.js';
import { AssetcEnvironment } from './environment/environment.js';
import type { AssetcLoaderOptions, LoadOptions, ReloadReport } from './loader-options.js';
import { AssetcModel } from './model/model.js';
import type { AssetcSource } from './source/asset-files.js';
import { AssetLeases } from './source/asset-leases.js';
import { Catalog, textureFile } from './source/catalog.js';
import { HeldAssets } from './source/held-assets.js';
import { AssetcFont } from './text/font.js';
import { deviceFormatsOf } from './texture/device-formats.js';
import { TextureStore } from './texture/texture-store.js';
import { Transcoder, usualWorkers } from './texture/transcoder.js';

/** Files that a model is made of. */
const MODEL_FILES = /\.(?:hmesh|hmat|hmatx|hanim|hanimx|hscene)$/;

/**
 * Loads what assetc compiled. What is loaded twice is shared; everything that is loaded has a way to be given back, and `dispose()` frees all.
 * A file that is missing or broken is a `LibraryError` that names it.
 *
 * @example
 * const loader = new AssetcLoader('/runtime', { renderer });
 * const chair = await loader.loadModel('models/chair');
 * scene.add(chair.scene);
 */
export class AssetcLoader {
  /** Pixels that a reduced level may be off; can be changed at any time. */
  lodPixels: number;
  readonly #options: AssetcLoaderOptions;
  readonly #catalog: Catalog;
  readonly #transcoder: Transcoder;
  readonly #textures: TextureStore;
  readonly #leases: AssetLeases;
  readonly #held = new HeldAssets();
  readonly #models = new Set<AssetcModel>();
  readonly #fonts = new Set<AssetcFont>();
  readonly #environments = new Set<AssetcEnvironment>();

  constructor(source: AssetcSource, options: AssetcLoaderOptions = {}) {
    this.#options = options;
    this.lodPixels = options.lodPixels ?? 1;
    this.#catalog = new Catalog(source, options);
    this.#transcoder = new Transcoder(options.workers ?? usualWorkers(), options.worker);
    this.#textures = new TextureStore({
      device: deviceFormatsOf(options.renderer),
      transcoder: this.#transcoder,
      anisotropy: options.anisotropy ?? 1,
      read: async (path, signal) =>
        (await this.#catalog.library(signal)).read(path, 'texture', 'lut').then(({ bytes }) => bytes),
    });
    this.#leases = new AssetLeases(this.#catalog, this.#textures, options.lods !== 'off');
  }

  /** What there is, without loading any of it: hashes, kinds and paths. */
  async manifest(options: LoadOptions = {}): Promise<Manifest> {
    return (await this.#catalog.library(options.signal)).manifest;
  }

  /** Any file as it is: what was embedded, say. */
  async read(path: string, { signal }: LoadOptions = {}): Promise<Uint8Array> {
    return this.#catalog.read(path, signal);
  }

  /** A model with its materials, textures, clips, cameras and lights: `models/chair`, or its hash. */
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
   * A texture as its file says: 2D, cube, array or 3D, compressed where the device samples that. Give it back by `release`. A texture repeats
   * and is filtered as three has it by default; of one file there is one.
   */
  async loadTexture(ref: AssetRef, { signal }: LoadOptions = {}): Promise<Texture> {
    const path = await this.#catalog.pathOf(ref, ['texture', 'lut'], '.ktx2', signal);
    return this.#held.holdLease(await this.#leases.texture({ path }, signal), ({ texture }) => texture);
  }

  /** A lookup table for color grading: red along x. Give it back by `release`. */
  async loadLut(ref: AssetRef, { signal }: LoadOptions = {}): Promise<Data3DTexture> {
    const path = await this.#catalog.pathOf(ref, ['lut', 'texture'], '.ktx2', signal);
    const lease = await this.#leases.texture({ path }, signal);
    const { texture } = lease.value;
    if (texture instanceof Data3DTexture) return this.#held.holdLease(lease, () => texture);
    lease.release();
    throw new LibraryError(`${path} is not a lookup table`);
  }

  /** The rows of a table of materials that was written by hand (`*.mat`), for meshes without tangents. Give them back by `release` of the list. */
  async loadMaterials(name: string, { signal }: LoadOptions = {}): Promise<readonly Material[]> {
    const library = await this.#catalog.library(signal);
    const [rows, extras] = await Promise.all([library.loadMaterials(name), library.loadMaterialExtras(name)]);
    const set = await this.#leases.materials({ rows, extras, names: [] }, library, signal);
    const shape = { kind: 'triangles', hasColors: false, hasTangents: false, isFlat: false } as const;
    const list = rows.map((_, row) => set.get(row, shape));
    return this.#held.hold(list, () => set.dispose());
  }

  /** Clips of a file of its own (`animation.skeleton`), for a mixer on a model that has the skeleton. */
  async loadClips(name: string, model: AssetcModel, { signal }: LoadOptions = {}): Promise<readonly AnimationClip[]> {
    return clipsForSkeleton(await (await this.#catalog.library(signal)).loadAnimation(name), model.boneNames);
  }

  /** A cube map as light and background of a scene; needs the renderer. */
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

  /** A font of distance fields; its `text` makes meshes. */
  async loadFont(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcFont> {
    const library = await this.#catalog.library(signal);
    const path = await this.#catalog.pathOf(ref, ['font'], '.hfont', signal);
    const font = await library.loadFont(path);
    const atlas = await this.#leases.texture({ path: textureFile(library, font.atlasTex) }, signal);
    const made = new AssetcFont(path, font, atlas, (each) => this.#fonts.delete(each));
    this.#fonts.add(made);
    return made;
  }

  /** Gives back what `loadTexture`, `loadLut` or `loadMaterials` gave; the last holder's frees the GPU's memory. */
  release(asset: Texture | readonly Material[]): void {
    this.#held.release(asset);
  }

  /**
   * Reads files again that a build has changed and puts them where they are in use: textures into their objects, models below their `scene`, fonts
   * into their texts. Paths are those of outputs, below the source: `models/chair.hmesh`, `models/chair/tex_0.ktx2`.
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
    for (const font of this.#fonts) {
      if (!list.includes(font.path)) continue;
      changed.add(font.path);
      font.replace(await (await this.#catalog.library(undefined)).loadFont(font.path));
    }
    await this.#replace(dirty);
    const held = [...stale].filter((texture) => this.#held.has(texture));
    return { changed: [...changed], models: [...dirty], stale: held };
  }

  /** Frees everything that this loader made, whoever holds it, and gives up what is under way. */
  dispose(): void {
    this.#catalog.close();
    for (const each of [...this.#models, ...this.#fonts, ...this.#environments]) each.dispose();
    this.#held.releaseAll();
    this.#transcoder.dispose();
  }

  /** The textures whose objects cannot take what the file holds now. */
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
