// Packs on top of each other: a base, patches, mods. Higher layers replace files of lower ones by path, and remove those that their
// `assetc/pack.json` names. The manifests become one.

import { readPackInfo } from '../hpack/check-pack-info.js';
import { isPackInfoPath, type PackInfo } from '../hpack/pack-info.js';
import { Pack } from '../hpack/read.js';
import type { FileProvider } from './file-provider.js';
import { mergeManifests } from './merge-manifests.js';

/** A path that a layer has and others have or remove. */
export interface LayerConflict {
  readonly path: string;
  /** Ascending: 0 is the lowest layer. The last decides. */
  readonly layers: readonly number[];
  /** Whether the last removes the path. */
  readonly isRemoved: boolean;
}

interface OpenLayer {
  readonly files: FileProvider;
  readonly pack: Pack | undefined;
  readonly info: PackInfo | undefined;
  readonly removed: ReadonlySet<string>;
}

const MANIFEST = 'assets.hman';
const CREDITS: readonly string[] = ['assetc/credits.json', 'assetc/credits.txt'];

/** What a pack says about itself. */
const isAboutPack = (path: string): boolean => isPackInfoPath(path) || CREDITS.includes(path);

/**
 * The files of several layers; the lowest first.
 *
 * @example
 * const layers = await LayeredFiles.open([base, patch, mod]);
 * const library = await AssetLibrary.open(layers);
 */
export class LayeredFiles implements FileProvider {
  readonly #layers: readonly OpenLayer[];
  readonly #manifestPath: string;
  readonly #manifest: Uint8Array | undefined;

  private constructor(layers: readonly OpenLayer[], manifestPath: string, manifest: Uint8Array | undefined) {
    this.#layers = layers;
    this.#manifestPath = manifestPath;
    this.#manifest = manifest;
  }

  /** Reads the lists and manifests of the layers. Throws FormatError if one is malformed. */
  static async open(
    layers: readonly FileProvider[],
    { manifest = MANIFEST, signal }: { readonly manifest?: string; readonly signal?: AbortSignal } = {},
  ): Promise<LayeredFiles> {
    const opened = await Promise.all(layers.map((layer) => openLayer(layer, signal)));
    const manifests = await Promise.all(opened.map(({ files }) => files.read(manifest, signal)));
    const merged = mergeManifests(opened.map(({ removed }, i) => ({ removed, manifest: manifests[i] })));
    return new LayeredFiles(opened, manifest, merged);
  }

  /** The lists of the layers, each undefined without one. */
  get infos(): readonly (PackInfo | undefined)[] {
    return this.#layers.map(({ info }) => info);
  }

  /** Reads from the highest layer that has the path. The list, the signature and the credits of a pack concern it alone: read them from each. */
  async read(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    if (path === this.#manifestPath) return this.#manifest;
    if (isAboutPack(path)) return undefined;
    for (const { files, removed } of this.#layers.toReversed()) {
      const bytes = await files.read(path, signal);
      if (bytes !== undefined) return bytes;
      if (removed.has(path)) return undefined;
    }
    return undefined;
  }

  /** Sorted by path. Of layers that are not packs, only what they remove is known. */
  conflicts(): readonly LayerConflict[] {
    const found = new Map<string, { layers: number[]; isRemoved: boolean; exists: boolean }>();
    const note = (path: string, layer: number, isRemoved: boolean): void => {
      const known = found.get(path) ?? { layers: [], isRemoved, exists: false };
      found.set(path, known);
      if (known.layers.at(-1) !== layer) known.layers.push(layer);
      known.isRemoved = isRemoved;
      known.exists ||= !isRemoved;
    };
    for (const [i, { pack, removed }] of this.#layers.entries()) {
      for (const path of removed) note(path, i, true);
      for (const { path } of pack?.entries() ?? [])
        if (path !== this.#manifestPath && !isAboutPack(path)) note(path, i, false);
    }
    return [...found]
      .filter(([, { layers, exists }]) => exists && layers.length > 1)
      .map(([path, { layers, isRemoved }]) => ({ path, layers, isRemoved }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

async function openLayer(layer: FileProvider, signal: AbortSignal | undefined): Promise<OpenLayer> {
  const pack = layer instanceof Pack ? layer : undefined;
  const info = (await readPackInfo({ read: (path) => layer.read(path, signal) }))?.info;
  return { files: layer, pack, info, removed: new Set(info?.removed) };
}
