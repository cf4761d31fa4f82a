// For --twice: a job whose content key contains no path is compiled with other names, so that dependencies on names are detected. If the key
// contains the path, or the job read other files next to its source, its names stay.

import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Json } from '../../model/text/json.js';
import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import type { AssetRecord, Dependency } from '../cache/record.js';
import { bindDiagnostics, type ContentPlaces, placesOf } from '../execute/bind-diagnostics.js';
import { isCoveredByKey } from '../plan/content-key.js';
import type { Job, JobResult } from '../workers/job.js';

interface RenamedJob {
  readonly job: Job;
  /** The renamed job. */
  readonly places: ContentPlaces;
}

export function renameInputs(asset: Asset, record: AssetRecord, job: Job): RenamedJob {
  const places = placesOf(asset);
  const unchanged = { job, places };
  if (asset.kind.usesPath || asset.isHooked || record.derived.length > 0) return unchanged;
  if (!record.dependencies.every((dependency) => isCoveredByKey(asset, dependency))) return unchanged;
  const files = [...new Set([asset.source, ...places.inputs.map(({ file }) => file)])];
  const shown = new Map(files.map((file, i) => [file, otherName(asset, file, i)]));
  const rename = (file: string): string => shown.get(file) ?? file;
  const inputs = places.inputs.map((ref) => ({ ...ref, file: rename(ref.file) }));
  const params = asset.params === undefined ? undefined : renamedIn(asset.params, shown);
  if (!isSameContent(asset, params, inputs)) return unchanged;
  return {
    job: {
      ...job,
      source: rename(asset.source),
      params,
      knownFiles: job.knownFiles.map(([path, file]) => [rename(path), file]),
      renamed: [...shown].map(([real, name]) => [name, real]),
    },
    places: { source: rename(asset.source), inputs },
  };
}

/** The result as if the files had had their own names. */
export function seenAt(result: JobResult, from: ContentPlaces, asset: Asset, { renamed = [] }: Job): JobResult {
  const real = new Map(renamed);
  const named = (path: string): string => real.get(path) ?? path;
  return {
    ...result,
    diagnostics: bindDiagnostics(result.diagnostics, from, placesOf(asset)),
    reads: result.reads.map((read) => ({ ...read, path: named(read.path) })),
    dependencies: result.dependencies.map((dependency): Dependency => {
      if (dependency.type === 'bytes') return { ...dependency, path: named(dependency.path) };
      if (dependency.type !== 'part') return dependency;
      return { ...dependency, ref: { ...dependency.ref, file: named(dependency.ref.file) } };
    }),
  };
}

/** Without an extension, unless it is part of the key. */
function otherName({ kind }: Asset, file: string, index: number): string {
  const bare = `renamed/${index}`;
  if (kind.typeByName?.(file) === kind.typeByName?.(bare)) return bare;
  return bare + (/\.[^/]*$/.exec(file)?.[0] ?? '');
}

/** Every `file` of a reference. */
function renamedIn(params: Json, shown: ReadonlyMap<string, string>): Json {
  if (typeof params !== 'object' || params === null) return params;
  if (isList(params)) return params.map((item) => renamedIn(item, shown));
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      key === 'file' && typeof value === 'string' ? (shown.get(value) ?? value) : renamedIn(value, shown),
    ]),
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function isSameContent({ kind, params }: Asset, renamed: Json | undefined, inputs: readonly BytesRef[]): boolean {
  if (params === undefined || renamed === undefined || kind.contentOf === undefined) return params === undefined;
  const [before, after] = [kind.contentOf(params), kind.contentOf(renamed)];
  return canonicalJson([before.identity, inputs]) === canonicalJson([after.identity, after.inputs]);
}
