// What a narrow build does about files that came or went, in the order of every build: the manifest, then removals. The manifest is edited:
// all other entries are as they were.

import { join } from 'node:path';
import { editHman, FormatError, type ManifestEntry, manifestHash, openHman } from '@assetc/formats';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord, ProductRecord } from '../cache/record.js';
import { outputPathOf, outputPathsOf } from '../commit/output-path.js';
import type { FinishRequest } from '../finish/finish.js';
import { MANIFEST_FILE } from '../finish/manifest.js';
import { errorCode } from '../host/host.js';
import { productRecord } from '../plan/facts.js';
import { isAlone, writesAsDeclared } from './come-and-go.js';
import type { NarrowProject } from './narrow-project.js';

export interface Moved {
  readonly removed: readonly string[];
  /** The manifest, if it was written. */
  readonly manifest: ProductRecord | undefined;
}

interface NewManifest extends Pick<ProductRecord, 'entries'> {
  readonly bytes: Uint8Array;
}

/** Undefined if everything has to be checked after all. */
export async function finishMoved(request: FinishRequest, project: NarrowProject): Promise<Moved | undefined> {
  const { services, execution, log } = request;
  const { cache, host, config, added, removed } = project;
  const made: AssetRecord[] = [];
  for (const asset of added.values()) {
    const record = execution.made.get(asset.key);
    if (record === undefined || !isAlone(record) || !writesAsDeclared(asset, record)) return undefined;
    made.push(record);
  }
  const edited = editManifest(project, made);
  if (edited === undefined) return undefined;
  const { folder } = services.committer;
  if (edited !== 'unchanged') {
    const { bytes, entries } = edited;
    await folder.write(MANIFEST_FILE, [bytes]);
    const written = { sizeBytes: bytes.length, digest: digestBytes(bytes), entries, madeOf: config.manifest };
    cache.manifest = productRecord(host, join(config.output, MANIFEST_FILE), written);
  }
  const entries = cache.manifest?.entries ?? 0;
  log.emit({ type: 'manifest', path: MANIFEST_FILE, entries, written: edited !== 'unchanged' });
  const removal = await services.committer.removeAll(removed.flatMap(outputPathsOf), () => {});
  if (removal.failed.length + removal.problems.length > 0) return undefined;
  const sources = new Map(removed.flatMap((record) => outputPathsOf(record).map((path) => [path, record.source])));
  for (const path of removal.removed)
    log.emit({ type: 'removed', path, reason: `${sources.get(path)} is gone`, keptBy: null });
  return { removed: removal.removed, manifest: edited === 'unchanged' ? undefined : cache.manifest };
}

/** Undefined if it is not the one that the last build left, or if a change may concern other entries. */
function editManifest(
  { cache, host, config, removed }: NarrowProject,
  made: readonly AssetRecord[],
): NewManifest | 'unchanged' | undefined {
  const [come, gone] = [made.flatMap(listedOutputs), removed.flatMap(listedOutputs)];
  if (come.length + gone.length === 0) return 'unchanged';
  // Only what others refer to is listed.
  if (config.manifest !== 'all' || cache.manifest?.madeOf !== config.manifest) return undefined;
  const hashes = new Set(gone.map(({ hash }) => hash));
  try {
    const bytes = host.readFile(join(config.output, MANIFEST_FILE));
    if (digestBytes(bytes) !== cache.manifest.digest) return undefined;
    const manifest = openHman(bytes);
    const isClash = come.some(({ hash }) => manifest.has(hash) && !hashes.has(hash));
    const isUnique = new Set(come.map(({ hash }) => hash)).size === come.length && hashes.size === gone.length;
    if (isClash || !isUnique || !gone.every(({ hash, path }) => manifest.find(hash)?.path === path)) return undefined;
    const edited = editHman(bytes, { removed: hashes, added: come });
    return { bytes: edited, entries: cache.manifest.entries + come.length - gone.length };
  } catch (error) {
    // A build of everything will report it.
    if (error instanceof FormatError || errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function listedOutputs(record: AssetRecord): readonly ManifestEntry[] {
  return record.outputs.flatMap((output) => {
    if (output.asset === undefined) return [];
    const path = outputPathOf(record, output);
    return { ...output.asset, hash: manifestHash(output.asset.kind, path), path };
  });
}
