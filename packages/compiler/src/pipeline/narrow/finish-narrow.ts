// The end of a narrow build. Everything that it did not check is as it was, so only the record is updated, and the caller learns what the
// next build has to expect.

import { join, resolve } from 'node:path';
import { CACHE_FILE } from '../cache/cache-state.js';
import { type AssetRecord, type Dependency, isRacy, type KnownFile } from '../cache/record.js';
import { addTimes, encodeTimes } from '../cache/times.js';
import { outputPathOf, outputPathsOf } from '../commit/output-path.js';
import type { FinishRequest } from '../finish/finish.js';
import { MANIFEST_FILE } from '../finish/manifest.js';
import { provenOutputs } from '../finish/write-cache.js';
import type { FileStat } from '../host/host.js';
import type { Facts } from '../plan/staleness.js';
import { isUnchanged } from '../plan/stat-unchanged.js';
import { type Ending, NO_ENDING } from '../report/build-ending.js';
import type { Moved } from './finish-moved.js';
import type { NarrowProject } from './narrow-project.js';
import type { NarrowEnd, Since } from './since.js';

/**
 * Stat data that proves a file to be unchanged is in the note. The record gets it with the next asset that is made: without the note so few
 * files are hashed again. A record that is not written needs no proof by the next build.
 */
const MAX_UNRECORDED = 64;

/** What was known before anything was read. */
interface NarrowStart {
  readonly ms: number;
  readonly recordStat: FileStat | undefined;
}

export async function finishNarrow(
  request: FinishRequest,
  project: NarrowProject,
  since: Since,
  start: NarrowStart,
  moved: Moved,
): Promise<Ending> {
  const { services, execution } = request;
  const { cache, state, outputs, added, removed } = project;
  const { counts } = since;
  const before = checkedSizes(request, project);
  const isWritten =
    execution.made.size + removed.length > 0 ||
    moved.manifest !== undefined ||
    outputs.renewed.size + newFiles(project) > MAX_UNRECORDED;
  for (const [path, file] of state.seenFiles()) cache.files.set(path, file);
  const records = provenRecords(request, project);
  for (const { source } of removed) cache.records.delete(source);
  const after = checkedSizes(request, project);
  const record = isWritten ? await writeEnd(request, records, project, moved) : cache.identity;
  await services.writer.close();
  since.onNarrowEnd({
    files: new Map([
      ...filesAfter(project, records, moved, isWritten ? undefined : start),
      ...configAfter(since, project),
    ]),
    dropped: droppedFiles(project),
    listings: since.listings,
    record,
    gone: removed.map(({ source }) => source),
  });
  const { made, kept } = execution;
  return {
    ...NO_ENDING,
    status: 'ok',
    sourceBytes: counts.sourceBytes + after.inputs - before.inputs,
    outputBytes: counts.outputBytes + after.outputs - before.outputs,
    removed: moved.removed.length,
    manifest: moved.manifest === undefined ? 'unchanged' : 'written',
    unchecked: {
      cached: counts.cached + added.size - removed.length - made.size - kept.size,
      warnings: counts.warnings,
      silenced: counts.silenced,
    },
  };
}

/** How many input files the record knows with other stat data only. Infinite if one has other content: a part of it was read. */
function newFiles({ state, cache }: NarrowProject): number {
  let count = 0;
  for (const [path, file] of state.seenFiles()) {
    const known = cache.files.get(path);
    if (known?.digest !== file.digest) return Number.POSITIVE_INFINITY;
    if (!isUnchanged(file, known)) count++;
  }
  return count;
}

/** Enters what was checked into the record. */
function provenRecords({ execution: { made, kept } }: FinishRequest, { cache, outputs, host, facts }: NarrowProject) {
  const nowMs = host.now();
  return [...kept.keys(), ...made.keys()].map((key): AssetRecord => {
    const record = made.get(key) ?? cache.records.get(key);
    if (record === undefined) throw new Error(`${key} has no record`);
    const dependencies = made.has(key) ? record.dependencies : record.dependencies.map((one) => inNewFile(one, facts));
    const proven = { ...record, dependencies, outputs: provenOutputs(record, made.has(key), nowMs, outputs) };
    cache.records.set(key, proven);
    return proven;
  });
}

/** The part was found to be the same in a file that changed. */
function inNewFile(dependency: Dependency, { digest }: Facts): Dependency {
  return dependency.type === 'part'
    ? { ...dependency, fileDigest: digest(dependency.ref.file) ?? dependency.fileDigest }
    : dependency;
}

async function writeEnd(
  { project: { cache }, services, log }: FinishRequest,
  records: readonly AssetRecord[],
  { removed }: NarrowProject,
  { manifest }: Moved,
): Promise<string> {
  for (const { source } of removed) cache.times.delete(source);
  addTimes(cache, log.compiled, () => true);
  const compiled = [...cache.times].filter(([key]) => log.compiled.has(key));
  return await services.writer.end(cache, records, encodeTimes(new Map(compiled)), {
    ...(removed.length > 0 && { gone: removed.map(({ source }) => source) }),
    ...(manifest !== undefined && { manifest }),
  });
}

/** Bytes of what may have changed, by the record: input files, and outputs, which derived assets may share. */
function checkedSizes({ execution: { made, kept } }: FinishRequest, { changed, cache, added, removed }: NarrowProject) {
  const outputs = new Map<string, number>();
  const isRecorded = (path: string): boolean => cache.records.has(path);
  const moved = [...added.keys(), ...removed.map(({ source }) => source)].filter(isRecorded);
  for (const key of new Set([...kept.keys(), ...made.keys(), ...moved])) {
    const record = cache.records.get(key);
    if (record === undefined) continue;
    for (const output of record.outputs) outputs.set(outputPathOf(record, output), output.sizeBytes);
  }
  return {
    inputs: [...changed.inputs, ...moved].reduce((sum, path) => sum + (cache.files.get(path)?.sizeBytes ?? 0), 0),
    outputs: [...outputs.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0),
  };
}

/** `unwritten`: the start of a build that did not write the record. */
function filesAfter(
  { changed, cache, config, state, added, manifestProof }: NarrowProject,
  records: readonly AssetRecord[],
  { manifest }: Moved,
  unwritten: NarrowStart | undefined,
): NarrowEnd['files'] {
  const files = new Map<string, Omit<KnownFile, 'digest'> | undefined>();
  const stat = unwritten?.recordStat;
  const isProven = stat !== undefined && !isRacy(stat.mtimeMs, stat.ctimeMs, unwritten?.ms ?? 0);
  files.set(join(config.output, CACHE_FILE), isProven ? stat : undefined);
  const manifestFile = join(config.output, MANIFEST_FILE);
  if (manifest !== undefined) files.set(manifestFile, undefined);
  else if (manifestProof !== undefined) files.set(manifestFile, manifestProof.mtimeMs >= 0 ? manifestProof : undefined);
  for (const path of [...changed.inputs, ...added.keys()]) {
    const file = cache.files.get(path);
    const isSame = file !== undefined && records.every((record) => readsOnly(record, path, file.digest));
    files.set(state.input.absolute(path), isSame && file.mtimeMs >= 0 ? file : undefined);
  }
  for (const record of records)
    for (const output of record.outputs)
      files.set(`${config.output}/${outputPathOf(record, output)}`, output.mtimeMs >= 0 ? output : undefined);
  return files;
}

/** The configuration was read after its stat data was taken. */
function configAfter({ settings, changed }: Since, { config: { file } }: NarrowProject): NarrowEnd['files'] {
  if (settings === undefined || file === undefined) return new Map();
  return new Map(changed.filter((path) => resolve(path) === resolve(file)).map((path) => [path, settings.stat]));
}

function droppedFiles({ config, state, removed }: NarrowProject): ReadonlySet<string> {
  const outputs = removed.flatMap(outputPathsOf).map((path) => `${config.output}/${path}`);
  return new Set([...removed.map(({ source }) => state.input.absolute(source)), ...outputs]);
}

/** Whether a record is about this content of a file. A file that changes while it is compiled may have been read twice. */
function readsOnly({ dependencies }: AssetRecord, path: string, digest: string): boolean {
  return dependencies.every((dependency) => {
    if (dependency.type === 'bytes') return dependency.path !== path || dependency.digest === digest;
    return dependency.type !== 'part' || dependency.ref.file !== path || dependency.fileDigest === digest;
  });
}
