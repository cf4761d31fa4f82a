// The end of a narrow build. The manifest and the list of outputs are as they were, so only the record is updated, and the caller learns
// what the next build has to expect.

import { join } from 'node:path';
import { CACHE_FILE } from '../cache/cache-log.js';
import { type AssetRecord, type Dependency, isRacy, type KnownFile } from '../cache/record.js';
import { addTimes, encodeTimes } from '../cache/times.js';
import { outputPathOf } from '../commit/output-path.js';
import type { FinishRequest } from '../finish/finish.js';
import { provenOutputs } from '../finish/write-cache.js';
import type { FileStat } from '../host/host.js';
import type { Facts } from '../plan/staleness.js';
import { isUnchanged } from '../plan/stat-unchanged.js';
import { type Ending, NO_ENDING } from '../report/build-ending.js';
import type { NarrowProject } from './narrow-project.js';
import type { NarrowEnd, Since } from './since.js';

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
): Promise<Ending> {
  const { services, execution } = request;
  const { cache, state, outputs } = project;
  const { counts } = since;
  const before = checkedSizes(request, project);
  const isWritten = execution.made.size > 0 || outputs.renewed.size > 0 || hasNewFiles(project);
  for (const [path, file] of state.seenFiles()) cache.files.set(path, file);
  const records = provenRecords(request, project);
  const after = checkedSizes(request, project);
  const record = isWritten ? await writeEnd(request, records) : cache.identity;
  await services.writer.close();
  since.onNarrowEnd({ files: filesAfter(project, records, isWritten ? undefined : start), record });
  const { made, kept } = execution;
  return {
    ...NO_ENDING,
    status: 'ok',
    sourceBytes: counts.sourceBytes + after.inputs - before.inputs,
    outputBytes: counts.outputBytes + after.outputs - before.outputs,
    manifest: 'unchanged',
    unchecked: {
      cached: counts.cached - made.size - kept.size,
      warnings: counts.warnings,
      silenced: counts.silenced,
    },
  };
}

/** Whether the record has other stat data or another digest of an input file. */
function hasNewFiles({ state, cache }: NarrowProject): boolean {
  for (const [path, file] of state.seenFiles()) {
    const known = cache.files.get(path);
    if (known === undefined || known.digest !== file.digest || !isUnchanged(file, known)) return true;
  }
  return false;
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

async function writeEnd({ project: { cache }, services, log }: FinishRequest, records: readonly AssetRecord[]) {
  addTimes(cache.times, log.compiled, () => true);
  const compiled = [...cache.times].filter(([key]) => log.compiled.has(key));
  return await services.writer.end(cache, records, encodeTimes(new Map(compiled)));
}

/** Bytes of what may have changed, by the record: input files, and outputs, which derived assets may share. */
function checkedSizes({ execution: { made, kept } }: FinishRequest, { changed, cache }: NarrowProject) {
  const outputs = new Map<string, number>();
  for (const key of [...kept.keys(), ...made.keys()]) {
    const record = cache.records.get(key);
    if (record === undefined) continue;
    for (const output of record.outputs) outputs.set(outputPathOf(record, output), output.sizeBytes);
  }
  return {
    inputs: [...changed.inputs].reduce((sum, path) => sum + (cache.files.get(path)?.sizeBytes ?? 0), 0),
    outputs: [...outputs.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0),
  };
}

/** `unwritten`: the start of a build that did not write the record. */
function filesAfter(
  { changed, cache, config, state }: NarrowProject,
  records: readonly AssetRecord[],
  unwritten: NarrowStart | undefined,
): NarrowEnd['files'] {
  const files = new Map<string, Omit<KnownFile, 'digest'> | undefined>();
  const stat = unwritten?.recordStat;
  const isProven = stat !== undefined && !isRacy(stat.mtimeMs, stat.ctimeMs, unwritten?.ms ?? 0);
  files.set(join(config.output, CACHE_FILE), isProven ? stat : undefined);
  for (const path of changed.inputs) {
    const file = cache.files.get(path);
    const isSame = file !== undefined && records.every((record) => readsOnly(record, path, file.digest));
    files.set(state.input.absolute(path), isSame && file.mtimeMs >= 0 ? file : undefined);
  }
  for (const record of records)
    for (const output of record.outputs)
      files.set(`${config.output}/${outputPathOf(record, output)}`, output.mtimeMs >= 0 ? output : undefined);
  return files;
}

/** Whether a record is about this content of a file. A file that changes while it is compiled may have been read twice. */
function readsOnly({ dependencies }: AssetRecord, path: string, digest: string): boolean {
  return dependencies.every((dependency) => {
    if (dependency.type === 'bytes') return dependency.path !== path || dependency.digest === digest;
    return dependency.type !== 'part' || dependency.ref.file !== path || dependency.fileDigest === digest;
  });
}
