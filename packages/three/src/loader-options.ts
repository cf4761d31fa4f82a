// Options of a loader, and its report about a reload.

import type { Texture } from 'three';
import type { LevelSettings } from './model/draws.js';
import type { AssetcModel } from './model/model.js';
import type { RequestSettings } from './source/asset-files.js';
import type { RendererLike } from './texture/device-formats.js';
import type { WorkerSource } from './texture/transcoder.js';

/** Options of an AssetcLoader. */
export interface AssetcLoaderOptions extends RequestSettings {
  /**
   * The renderer: determines which texture formats the device supports, and renders environments. If absent, textures become RGBA8. A
   * WebGPURenderer must be initialized.
   */
  readonly renderer?: RendererLike | undefined;
  /** Path of the manifest in the source. Default: `assets.hman`. */
  readonly manifest?: string | undefined;
  /**
   * How levels of detail are used. `screen` (default): each draw uses the coarsest level whose error stays below `lodPixels` on the screen.
   * `objects`: a `THREE.LOD` for every draw without skin and morph targets. `off`: never.
   */
  readonly lods?: LevelSettings['lods'] | undefined;
  /** Largest error of a level of detail, in pixels of the drawing buffer. Default: 1. */
  readonly lodPixels?: number | undefined;
  /**
   * Maximum number of workers that transcode textures; 0 transcodes on the calling thread. Default: the number of processors minus two,
   * between 1 and 4.
   */
  readonly workers?: number | undefined;
  /**
   * The address of the worker script, or a function that starts a worker. By default workers start from text inside the package, which a
   * content security policy without `worker-src blob:` forbids. In that case serve `@assetc/three/worker`, one file without imports, and
   * pass its address.
   */
  readonly worker?: WorkerSource | undefined;
  /** Anisotropy of every texture. Default: 1. */
  readonly anisotropy?: number | undefined;
  /**
   * If a texture of a model cannot be loaded. `reject` (default): the model's load rejects. `omit`: the model is drawn without it, and its
   * `problems` name it.
   */
  readonly missingTextures?: 'reject' | 'omit' | undefined;
}

/** Options of a single load. */
export interface LoadOptions {
  /** Aborts the load. Requests that nothing else waits for are aborted too. */
  readonly signal?: AbortSignal | undefined;
}

/** The changes of a reload. */
export interface ReloadReport {
  /** Changed paths that were in use. */
  readonly changed: readonly string[];
  /** Models whose objects below `scene` were replaced: fetch clips and references to objects again. */
  readonly models: readonly AssetcModel[];
  /** Textures whose object cannot show the new file, for example because it is no longer compressed: load them again. */
  readonly stale: readonly Texture[];
}
