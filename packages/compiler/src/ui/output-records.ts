// The record that builds left in an output folder, by output. Read again when a build has written it anew.

import { join } from 'node:path';
import type { UiAsset } from '@assetc/viewer/api';
import type { ResolvedSettings } from '../model/setting.js';
import { CACHE_FILE, type CacheState, loadCache } from '../pipeline/cache/cache-log.js';
import { type AssetRecord, assetId, splitAssetKey } from '../pipeline/cache/record.js';
import type { Host } from '../pipeline/host.js';
import { outputPathsOf } from '../pipeline/output-path.js';
import { describeDiagnostic } from './describe-diagnostic.js';
import { versionOf } from './served-output.js';

interface RecordedAsset {
  readonly key: string;
  readonly id: string;
  /** Of the whole record: changes with every build that changed something. */
  readonly version: string;
  readonly record: AssetRecord;
  report(): Pick<UiAsset, 'why' | 'milliseconds' | 'diagnostics' | 'sources'>;
}

/** Whether it is a texture, by the settings that the asset was made with. */
export function isPicture({ settings }: AssetRecord, path: string): boolean {
  const values: ResolvedSettings = JSON.parse(settings);
  return path.toLowerCase().endsWith('.ktx2') && values.texture?.compress !== undefined;
}

interface Read {
  readonly version: string;
  readonly cache: CacheState;
  /** Keys of assets by output path. */
  readonly keys: ReadonlyMap<string, string>;
}

export class OutputRecords {
  readonly #host: Host;
  readonly #output: string;
  #read: Read | undefined;

  constructor(host: Host, output: string) {
    this.#host = host;
    this.#output = output;
  }

  get cache(): CacheState {
    return this.#fresh().cache;
  }

  ofOutput(path: string): RecordedAsset | undefined {
    const { cache, keys, version } = this.#fresh();
    const key = keys.get(path);
    const record = key === undefined ? undefined : cache.records.get(key);
    if (key === undefined || record === undefined) return undefined;
    const { source, name } = splitAssetKey(key);
    return {
      key,
      id: assetId(source, name),
      version,
      record,
      report: () => ({
        why: [],
        diagnostics: [...(cache.failures.get(key) ?? []), ...record.diagnostics].map(describeDiagnostic),
        sources: isPicture(record, path) ? [assetId(source, name)] : [],
      }),
    };
  }

  #fresh(): Read {
    const stat = this.#host.stat(join(this.#output, CACHE_FILE));
    const version = stat === undefined ? '' : versionOf(stat);
    if (this.#read?.version === version) return this.#read;
    const cache = loadCache(this.#host, this.#output);
    const keys = new Map<string, string>();
    // Of several that share an output, the first.
    for (const [key, record] of cache.records.entries())
      for (const path of outputPathsOf(record)) if (!keys.has(path)) keys.set(path, key);
    this.#read = { version, cache, keys };
    return this.#read;
  }
}
