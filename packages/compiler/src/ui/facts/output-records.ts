// The records in an output folder, by output. Read again after a build has written them.

import { join } from 'node:path';
import type { UiAsset } from '@assetc/viewer/api';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import { loadCache } from '../../pipeline/cache/cache-log.js';
import { CACHE_FILE, type CacheState } from '../../pipeline/cache/cache-state.js';
import { type AssetRecord, assetId, splitAssetKey } from '../../pipeline/cache/record.js';
import { outputPathOf, outputPathsOf } from '../../pipeline/commit/output-path.js';
import { MANIFEST_FILE } from '../../pipeline/finish/manifest.js';
import type { Host } from '../../pipeline/host/host.js';
import { versionOf } from '../served-output.js';
import { describeDiagnostic } from './describe-diagnostic.js';
import { sourceShares } from './source-shares.js';

interface RecordedAsset {
  readonly key: string;
  readonly id: string;
  /** Changes with every build that changed something. */
  readonly version: string;
  readonly record: AssetRecord;
  /** How long compiling took, if known. `isLast`: in the last build that compiled anything. */
  readonly time: { readonly ms: number; readonly reasons: readonly string[]; readonly isLast: boolean } | undefined;
  /** Its share of its sources, divided among the outputs by their size. */
  sourceBytes(path: string): number;
  report(): Pick<UiAsset, 'why' | 'milliseconds' | 'diagnostics' | 'sources'>;
}

interface Problem {
  readonly diagnostic: Diagnostic;
  /** Id of the asset. */
  readonly asset: string;
  /** Its files, also of an earlier build. */
  readonly outputs: readonly string[];
}

/** Whether it is a texture, by the settings that the asset was built with. */
export function isPicture({ settings }: AssetRecord, path: string): boolean {
  const values: ResolvedSettings = JSON.parse(settings);
  return path.toLowerCase().endsWith('.ktx2') && values.texture?.compress !== undefined;
}

interface Read {
  readonly version: string;
  readonly cache: CacheState;
  /** Keys of assets by output path. */
  readonly keys: ReadonlyMap<string, string>;
  readonly lastBuild: number;
  /** Bytes of sources by key. */
  readonly sources: () => ReadonlyMap<string, number>;
}

export class OutputRecords {
  readonly #host: Host;
  readonly #output: string;
  #read: Read | undefined;

  constructor(host: Host, output: string) {
    this.#host = host;
    this.#output = output;
  }

  ofOutput(path: string): RecordedAsset | undefined {
    const { cache, keys, version, lastBuild } = this.#fresh();
    const key = keys.get(path);
    const record = key === undefined ? undefined : cache.records.get(key);
    if (key === undefined || record === undefined) return undefined;
    const { source, name } = splitAssetKey(key);
    const id = assetId(source, name);
    const time = cache.times.get(key);
    return {
      key,
      id,
      version,
      record,
      time: time && { ...time, isLast: time.build === lastBuild },
      sourceBytes: (output) => Math.round(shareOf(record, output) * (this.#fresh().sources().get(key) ?? 0)),
      report: () => ({
        why: time?.reasons ?? [],
        ...(time === undefined ? {} : { milliseconds: time.ms }),
        diagnostics: [...(cache.failures.get(key)?.diagnostics ?? []), ...record.diagnostics].map(describeDiagnostic),
        sources: isPicture(record, path) ? [id] : [],
      }),
    };
  }

  /** Whether the last build failed, or was ended before it wrote the manifest. */
  get isFailed(): boolean {
    const { cache } = this.#fresh();
    if (cache.failures.size > 0) return true;
    return cache.records.size > 0 && this.#host.stat(join(this.#output, MANIFEST_FILE)) === undefined;
  }

  /** All diagnostics of the last build, failed assets first. */
  problems(): readonly Problem[] {
    const { cache } = this.#fresh();
    const problemsOf = ([key, { diagnostics }]: readonly [string, { readonly diagnostics: readonly Diagnostic[] }]) => {
      const { source, name } = splitAssetKey(key);
      const record = cache.records.get(key);
      const outputs = record === undefined ? [] : [...outputPathsOf(record)].sort();
      return diagnostics.map((diagnostic) => ({ diagnostic, asset: assetId(source, name), outputs }));
    };
    return [...cache.failures, ...cache.records.entries()].flatMap(problemsOf);
  }

  #fresh(): Read {
    const stat = this.#host.stat(join(this.#output, CACHE_FILE));
    const version = stat === undefined ? '' : versionOf(stat);
    if (this.#read?.version === version) return this.#read;
    const cache = loadCache(this.#host, this.#output);
    const keys = new Map<string, string>();
    // If several share an output, the first.
    for (const [key, record] of cache.records.entries())
      for (const path of outputPathsOf(record)) if (!keys.has(path)) keys.set(path, key);
    let shares: ReadonlyMap<string, number> | undefined;
    const sources = (): ReadonlyMap<string, number> => {
      shares ??= sourceShares(cache);
      return shares;
    };
    this.#read = { version, cache, keys, lastBuild: cache.builds, sources };
    return this.#read;
  }
}

function shareOf(record: AssetRecord, path: string): number {
  const total = record.outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const own = record.outputs.find((output) => outputPathOf(record, output) === path)?.sizeBytes ?? 0;
  return total === 0 ? 1 / record.outputs.length : own / total;
}
