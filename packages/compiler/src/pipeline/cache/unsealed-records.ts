// A record without our seal: it came with an archive, a checkout or a pack, or the key is gone. After checking every hash it can show
// what is up to date, but it never permits deleting. So its stat data is ignored, all its paths are foreign, and it is used only if it
// is consistent with itself and with the existing manifest.

import { join } from 'node:path';
import { outputPathsOf } from '../commit/output-path.js';
import { MANIFEST_FILE, makeManifest } from '../finish/manifest.js';
import { errorCode, type Host } from '../host/host.js';
import type { CacheState } from './cache-state.js';
import { canonicalJson } from './canonical-json.js';
import { digestBytes } from './digest.js';
import { type AssetRecord, assetKey, NO_TIMES, type ProductRecord } from './record.js';
import { RecordTable } from './record-table.js';

/** The usable part of `loaded`: the same state, untrusted. `empty` is filled and returned. */
export function adoptUnsealedRecords(loaded: CacheState, empty: CacheState, host: Host, output: string): CacheState {
  const { tables } = loaded.records;
  const byKey = new Map(loaded.records.entries());
  const records = new RecordTable({ ...tables, files: [], assets: [] });
  const believed = agreesWithManifest([...byKey.values()], loaded.manifest, host, output);
  const torn = sourcesWithOrphans([...byKey.values()]);
  const foreign = new Set(loaded.leftovers);
  const leftovers = new Set(loaded.leftovers);
  for (const [key, record] of byKey) {
    for (const path of outputPathsOf(record)) foreign.add(path);
    if (believed && !torn.has(record.source) && isWhole(record, byKey))
      records.set(key, { ...record, outputs: record.outputs.map((one) => ({ ...one, ...NO_TIMES })) });
    else for (const path of outputPathsOf(record)) leftovers.add(path);
  }
  for (const [path] of records.outputs()) leftovers.delete(path);
  const cold = believed ? undefined : 'foreign';
  // Only for reports, as the times are.
  const { times, builds } = believed ? loaded : empty;
  const reported = { toldFiles: loaded.files, times, builds };
  return { ...empty, records, foreign, leftovers, cold, sealed: false, ...reported };
}

/** Whether its derived assets have records that agree. */
function isWhole(record: AssetRecord, byKey: ReadonlyMap<string, AssetRecord>): boolean {
  return record.derived.every(({ name, kind, base, params }) => {
    const child = byKey.get(assetKey(record.source, name));
    if (child === undefined || child.kind !== kind || child.base !== base) return false;
    return canonicalJson(child.params) === canonicalJson(params);
  });
}

/** Sources whose records do not list all of their derived assets. */
function sourcesWithOrphans(records: readonly AssetRecord[]): ReadonlySet<string> {
  const said = new Set(records.flatMap(({ source, derived }) => derived.map(({ name }) => assetKey(source, name))));
  const orphans = records.filter(({ source, name }) => name !== undefined && !said.has(assetKey(source, name)));
  return new Set(orphans.map(({ source }) => source));
}

/** The manifest is the only independent evidence: built again from these records, it must equal the existing one. */
function agreesWithManifest(
  records: readonly AssetRecord[],
  manifest: ProductRecord | undefined,
  host: Host,
  output: string,
): boolean {
  if (manifest?.madeOf !== 'all' && manifest?.madeOf !== 'textures') return false;
  const made = makeManifest(records, manifest.madeOf);
  if ('problems' in made) return false;
  try {
    const stands = host.readFile(join(output, MANIFEST_FILE));
    return digestBytes(stands) === manifest.digest && digestBytes(made.bytes) === manifest.digest;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
