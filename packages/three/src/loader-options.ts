// What a loader is told, and what it tells of a reload.

import type { Texture } from 'three';
import type { LevelSettings } from './model/draws.js';
import type { AssetcModel } from './model/model.js';
import type { RequestSettings } from './source/asset-files.js';
import type { RendererLike } from './texture/device-formats.js';
import type { WorkerSource } from './texture/transcoder.js';

/** How a loader works. */
export interface AssetcLoaderOptions extends RequestSettings {
  /** Says which texture formats the device samples, and draws environments. Without it textures become RGBA8. A WebGPURenderer must be initialized. */
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
  /**
   * Where the script of these workers lies, or what starts one. By default they are made of text that lies in the package, which a content security
   * policy without `worker-src blob:` forbids: then serve `@assetc/three/worker`, one file that imports nothing, and give its address.
   */
  readonly worker?: WorkerSource | undefined;
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
