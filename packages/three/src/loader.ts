// The loader: one source, one device, and everything that was loaded from it, shared until the last user lets go.

import { AssetLibrary, type AssetRef, hashToHex, LibraryError, type Manifest } from '@assetc/formats';
import { type AnimationClip, Data3DTexture, type Material, type Texture } from 'three';
import { clipsForSkeleton } from './animation/skeleton-clips.js';
import { AssetcEnvironment } from './environment/environment.js';
import { MaterialSet } from './material/material-set.js';
import type { LevelSettings } from './model/draws.js';
import { AssetcModel, refuseOlder } from './model/model.js';
import { ModelAsset } from './model/model-asset.js';
import {
  type AssetcSource,
  type AssetFiles,
  nameOfSource,
  openFiles,
  type RequestSettings,
} from './source/asset-files.js';
import { type Lease, orAborted, SharedAssets } from './source/shared-assets.js';
import { AssetcFont } from './text/font.js';
import { deviceFormatsOf, type RendererLike } from './texture/device-formats.js';
import { TextureStore, type TextureWish } from './texture/texture-store.js';
import { Transcoder } from './texture/transcoder.js';

/** How a loader works. */
export interface AssetcLoaderOptions extends RequestSettings {
  /** Says which texture formats the device samples, and draws environments. Without it textures become RGBA8. A WebGPURenderer must be initialised. */
  readonly renderer?: RendererLike | undefined;
  /** Path of the manifest below the source; `assets.hman` unless given. */
  readonly manifest?: string | undefined;
  /**
   * How reduced levels are used. `screen` (default): each draw takes the coarsest level whose error stays below `lodPixels` on the screen. `objects`: a
   * `THREE.LOD` for every draw that neither moves by joints nor morphs. `off`: never.
   */
  readonly lods?: LevelSettings['lods'] | undefined;
  /** Pixels of the drawing buffer that a reduced level may be off; 1 unless given. */
  readonly lodPixels?: number | undefined;
  /** Workers that transcode textures, at most; 0 does it in the thread. Two less than the processors unless given, between 1 and 4. */
  readonly workers?: number | undefined;
  /** Of every texture; 1 unless given. */
  readonly anisotropy?: number | undefined;
}

/** How one thing is loaded. */
export interface LoadOptions {
  /** Gives the load up; requests that nobody else waits for are cut. */
  readonly signal?: AbortSignal | undefined;
}

/** What a reload has changed. */
export interface ReloadReport {
  /** Paths that something in use was made of. */
  readonly changed: readonly string[];
  /** Models whose objects were replaced below their `scene`: clips and references into them are new. */
  readonly models: readonly AssetcModel[];
  /** Textures whose object could not take what the file holds now, such as one that ceased to be compressed: load them again. */
  readonly stale: readonly Texture[];
}

/** Files that a model is made of. */
const MODEL_FILES = /\.(?:hmesh|hmat|hmatx|hanim|hanimx|hscene)$/;

const usualWorkers = (): number => {
  const cores = typeof navigator === 'undefined' ? 1 : (navigator.hardwareConcurrency ?? 1);
  return Math.min(4, Math.max(1, cores - 2));
};

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
  readonly #source: AssetcSource;
  readonly #options: AssetcLoaderOptions;
  readonly #files: AssetFiles;
  readonly #transcoder: Transcoder;
  readonly #textures: TextureStore;
  readonly #assets = new SharedAssets<ModelAsset>((asset) => asset.dispose());
  readonly #models = new Set<AssetcModel>();
  readonly #held = new Map<object, () => void>();
  readonly #fonts = new Set<AssetcFont>();
  readonly #environments = new Set<AssetcEnvironment>();
  #manifest: Promise<Manifest> | undefined;
  #life = new AbortController();

  constructor(source: AssetcSource, options: AssetcLoaderOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.lodPixels = options.lodPixels ?? 1;
    this.#files = openFiles(source, options);
    this.#transcoder = new Transcoder(options.workers ?? usualWorkers());
    this.#textures = new TextureStore({
      device: deviceFormatsOf(options.renderer),
      transcoder: this.#transcoder,
      anisotropy: options.anisotropy ?? 1,
      read: async (path, signal) =>
        (await this.#library(signal)).read(path, 'texture', 'lut').then(({ bytes }) => bytes),
    });
  }

  /** What there is, without loading any of it: hashes, kinds and paths. */
  async manifest(options: LoadOptions = {}): Promise<Manifest> {
    return (await this.#library(options.signal)).manifest;
  }

  /** Any file as it is: what was embedded, say. */
  async read(path: string, { signal }: LoadOptions = {}): Promise<Uint8Array> {
    const bytes = await orAborted(this.#files.read(path, signal), signal);
    if (bytes === undefined) throw new LibraryError(`${path} is not in ${nameOfSource(this.#source)}`);
    return bytes;
  }

  /** A model with its materials, textures, clips, cameras and lights: `models/chair`, or its hash. */
  async loadModel(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcModel> {
    const lease = await this.#leaseModel(ref, signal);
    const levels = { lods: this.#options.lods ?? ('screen' as const), pixels: () => this.lodPixels };
    try {
      this.#life.signal.throwIfAborted();
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
    const path = await this.#pathOf(ref, ['texture', 'lut'], '.ktx2', signal);
    return this.#hold(await this.#leaseTexture({ path }, signal), ({ texture }) => texture);
  }

  /** A lookup table for colour grading: red along x. Give it back by `release`. */
  async loadLut(ref: AssetRef, { signal }: LoadOptions = {}): Promise<Data3DTexture> {
    const path = await this.#pathOf(ref, ['lut', 'texture'], '.ktx2', signal);
    const lease = await this.#leaseTexture({ path }, signal);
    const { texture } = lease.value;
    if (texture instanceof Data3DTexture) return this.#hold(lease, () => texture);
    lease.release();
    throw new LibraryError(`${path} is not a lookup table`);
  }

  /** The rows of a table of materials that was written by hand (`*.mat`), for meshes without tangents. Give them back by `release` of the list. */
  async loadMaterials(name: string, { signal }: LoadOptions = {}): Promise<readonly Material[]> {
    const library = await this.#library(signal);
    const [rows, extras] = await Promise.all([library.loadMaterials(name), library.loadMaterialExtras(name)]);
    const set = await this.#materials(rows, extras, [], library, signal);
    const shape = { kind: 'triangles', hasColors: false, hasTangents: false, isFlat: false } as const;
    const list = rows.map((_, row) => set.get(row, shape));
    this.#held.set(list, () => set.dispose());
    return list;
  }

  /** Clips of a file of its own (`animation.skeleton`), for a mixer on a model that has the skeleton. */
  async loadClips(name: string, model: AssetcModel, { signal }: LoadOptions = {}): Promise<readonly AnimationClip[]> {
    return clipsForSkeleton(await (await this.#library(signal)).loadAnimation(name), model.boneNames);
  }

  /** A cube map as light and background of a scene; needs the renderer. */
  async loadEnvironment(ref: AssetRef, { signal }: LoadOptions = {}): Promise<AssetcEnvironment> {
    const path = await this.#pathOf(ref, ['texture'], '.ktx2', signal);
    const lease = await this.#leaseTexture({ path }, signal);
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
    const library = await this.#library(signal);
    const path = await this.#pathOf(ref, ['font'], '.hfont', signal);
    const font = await library.loadFont(path);
    const atlas = await this.#leaseTexture({ path: this.#textureFile(library, font.atlasTex) }, signal);
    const made = new AssetcFont(path, font, atlas, (each) => this.#fonts.delete(each));
    this.#fonts.add(made);
    return made;
  }

  /** Gives back what `loadTexture`, `loadLut` or `loadMaterials` gave; the last holder's frees the GPU's memory. */
  release(asset: Texture | readonly Material[]): void {
    const free = this.#held.get(asset);
    this.#held.delete(asset);
    free?.();
  }

  /**
   * Reads files again that a build has changed and puts them where they are in use: textures into their objects, models below their `scene`, fonts
   * into their texts. Paths are those of outputs, below the source: `models/chair.hmesh`, `models/chair/tex_0.ktx2`.
   */
  async reload(paths: string | readonly string[]): Promise<ReloadReport> {
    const list = typeof paths === 'string' ? [paths] : paths;
    await this.#files.refresh();
    this.#manifest = undefined;
    const changed: string[] = [];
    const stale = new Set<Texture>();
    const dirty = new Set<AssetcModel>();
    for (const path of list.filter((each) => each.endsWith('.ktx2'))) {
      if (this.#textures.inUse(path).length === 0) continue;
      changed.push(path);
      const stuck = await this.#textures.reload(path);
      for (const { texture } of stuck) stale.add(texture);
      if (stuck.length > 0) for (const model of this.#models) if (model.texturePaths.includes(path)) dirty.add(model);
      for (const environment of this.#environments)
        if (environment.path === path)
          environment.update(stuck.length > 0 ? await this.#leaseTexture({ path }, undefined) : undefined);
    }
    for (const path of list.filter((each) => MODEL_FILES.test(each))) {
      const mesh = path.replace(MODEL_FILES, '.hmesh');
      const models = [...this.#models].filter((each) => each.path === mesh);
      if (models.length > 0) changed.push(path);
      for (const model of models) dirty.add(model);
    }
    for (const path of list.filter((each) => each.endsWith('.hfont')))
      for (const font of this.#fonts)
        if (font.path === path) {
          changed.push(path);
          font.replace(await (await this.#library(undefined)).loadFont(path));
        }
    await this.#replace(dirty);
    const held = [...stale].filter((texture) => this.#held.has(texture));
    return { changed: [...new Set(changed)], models: [...dirty], stale: held };
  }

  /** Frees everything that this loader made, whoever holds it, and gives up what is under way. */
  dispose(): void {
    this.#life.abort(new LibraryError('the loader is disposed'));
    for (const each of [...this.#models, ...this.#fonts, ...this.#environments]) each.dispose();
    for (const free of this.#held.values()) free();
    this.#held.clear();
    this.#transcoder.dispose();
    this.#files.close();
  }

  async #replace(models: ReadonlySet<AssetcModel>): Promise<void> {
    for (const path of new Set([...models].map((model) => model.path))) this.#assets.forget(path);
    for (const model of models) model.replace(await this.#leaseModel(model.path, undefined));
  }

  async #leaseModel(ref: AssetRef, signal: AbortSignal | undefined): Promise<Lease<ModelAsset>> {
    const path = await this.#pathOf(ref, ['mesh'], '.hmesh', signal);
    return this.#assets.lease(
      path,
      async (own) => {
        const library = await this.#library(own);
        const model = await library.loadModel(path);
        const { mesh } = model;
        if (mesh.version === 1) return refuseOlder(path);
        const names = mesh.names?.materials ?? [];
        const set = await this.#materials(model.materials, model.materialExtras, names, library, own);
        return new ModelAsset(model, mesh, set, this.#options.lods !== 'off');
      },
      this.#signal(signal),
    );
  }

  #materials(
    rows: Awaited<ReturnType<AssetLibrary['loadMaterials']>>,
    extras: Awaited<ReturnType<AssetLibrary['loadMaterialExtras']>>,
    names: readonly string[],
    library: AssetLibrary,
    signal: AbortSignal | undefined,
  ): Promise<MaterialSet> {
    return MaterialSet.load({
      rows,
      extras,
      names,
      pathOf: (texture) => this.#textureFile(library, texture),
      lease: (wish) => this.#leaseTexture(wish, signal),
    });
  }

  #textureFile(library: AssetLibrary, texture: bigint): string {
    const entry = library.find(texture);
    if (entry === undefined) throw new LibraryError(`texture ${hashToHex(texture)} is not in the manifest`);
    return entry.path;
  }

  #leaseTexture(wish: TextureWish, signal: AbortSignal | undefined) {
    return this.#textures.lease(wish, this.#signal(signal));
  }

  #hold<T, V extends object>(lease: Lease<T>, pick: (value: T) => V): V {
    const value = pick(lease.value);
    const earlier = this.#held.get(value);
    this.#held.set(value, () => {
      // Loaded twice, released twice: what is left is the earlier hold.
      if (earlier !== undefined) this.#held.set(value, earlier);
      lease.release();
    });
    return value;
  }

  #signal(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#life.signal : AbortSignal.any([this.#life.signal, signal]);
  }

  /** The files, read under a signal. The manifest is read once. */
  async #library(signal: AbortSignal | undefined): Promise<AssetLibrary> {
    const life = this.#signal(signal);
    life.throwIfAborted();
    this.#manifest ??= this.#openManifest();
    const manifest = await orAborted(this.#manifest, life);
    return new AssetLibrary({ read: (path) => orAborted(this.#files.read(path, life), life) }, manifest);
  }

  async #openManifest(): Promise<Manifest> {
    const { manifest } = this.#options;
    try {
      return (await AssetLibrary.open(this.#files, manifest === undefined ? {} : { manifest })).manifest;
    } catch (cause) {
      this.#manifest = undefined;
      if (!(cause instanceof LibraryError)) throw cause;
      throw new LibraryError(`${nameOfSource(this.#source)}: ${cause.message}`, { cause });
    }
  }

  async #pathOf(
    ref: AssetRef,
    kinds: readonly ('mesh' | 'texture' | 'lut' | 'font')[],
    extension: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    if (typeof ref === 'string') return ref.endsWith(extension) ? ref : ref + extension;
    const entry = (await this.#library(signal)).find(ref);
    if (entry === undefined) throw new LibraryError(`${hashToHex(ref)} is not in the manifest`);
    const isWanted = kinds.some((kind) => kind === entry.kind);
    if (!isWanted) throw new LibraryError(`${entry.path} is of kind ${entry.kind}, not ${kinds.join(' or ')}`);
    return entry.path;
  }
}
