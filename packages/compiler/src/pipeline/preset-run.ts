// Builds of several presets in one run. If a later preset only encodes an asset differently, the job writes that output too while its
// intermediate data is in memory. The result is kept in the content store, or, without one, in memory up to a limit.

import type { Config } from '../config/config.js';
import type { Registry } from '../model/kind/registry.js';
import { type Asset, derivedNames } from './asset.js';
import type { ContentStore } from './cache/content-store.js';
import { type KindSettings, SettingsResolver } from './discover/settings-resolver.js';
import { defaultMemory } from './host/machine-memory.js';
import { contentKey } from './plan/content-key.js';
import type { Facts } from './plan/staleness.js';

/** Share of the build's memory for outputs of later presets if there is no content store. */
const MEMORY_SHARE = 1 / 4;

/**
 * The presets of one run, in the order in which they are built. Pass the same object to each build.
 *
 * @example
 * const run = new PresetRun([desktop, mobile]);
 * for (const config of [desktop, mobile]) await build({ config, run });
 */
export class PresetRun {
  readonly #configs: readonly Config[];
  readonly #memory: MemoryStore;
  /** A worker made something wrong: no later preset uses the farm. */
  hasDistrustedFarm = false;

  constructor(configs: readonly Config[]) {
    this.#configs = configs;
    const memory = configs[0]?.memoryBytes ?? defaultMemory();
    this.#memory = new MemoryStore(Math.floor(memory * MEMORY_SHARE));
  }

  /** For the build of one of the presets. `store` is undefined if none is used. */
  for(config: Config, registry: Registry, store: ContentStore | undefined): PresetSharing {
    const at = this.#configs.indexOf(config);
    const later = at < 0 ? [] : this.#configs.slice(at + 1).filter(({ input }) => input === config.input);
    return new PresetSharing(
      later.map((other) => new SettingsResolver(other, registry)),
      store ?? this.#memory,
    );
  }
}

/** The same asset with the settings of a later preset. */
export interface LaterAsset {
  readonly key: string;
  readonly asset: Asset;
}

export class PresetSharing {
  readonly store: ContentStore;
  readonly #later: readonly SettingsResolver[];

  constructor(later: readonly SettingsResolver[], store: ContentStore) {
    this.#later = later;
    this.store = store;
  }

  /** The asset in later presets, without those that equal this one or are already in the store. */
  async inLaterPresets(asset: Asset, facts: Facts): Promise<readonly LaterAsset[]> {
    const { source, name, kind } = asset;
    const found = new Map<string, LaterAsset>();
    for (const resolver of this.#later) {
      const settings: KindSettings = resolver.resolve(kind, name === undefined ? [source] : derivedNames(source, name));
      if (settings.json === asset.settings.json || found.has(settings.json)) continue;
      const other = { ...asset, settings };
      const key = contentKey(other, facts);
      if (key !== undefined && !(await this.store.has('trace', key))) found.set(settings.json, { key, asset: other });
    }
    return [...found.values()];
  }
}

/** Keeps everything until the run ends. What does not fit is not stored. */
class MemoryStore implements ContentStore {
  readonly #files = new Map<string, Uint8Array>();
  #freeBytes: number;

  constructor(maxBytes: number) {
    this.#freeBytes = maxBytes;
  }

  async has(space: string, key: string): Promise<boolean> {
    return this.#files.has(`${space} ${key}`);
  }

  async get(space: string, key: string): Promise<Uint8Array | undefined> {
    return this.#files.get(`${space} ${key}`);
  }

  async put(space: string, key: string, bytes: Uint8Array): Promise<void> {
    const name = `${space} ${key}`;
    const more = bytes.length - (this.#files.get(name)?.length ?? 0);
    if (more > this.#freeBytes) return;
    this.#freeBytes -= more;
    this.#files.set(name, bytes);
  }
}
