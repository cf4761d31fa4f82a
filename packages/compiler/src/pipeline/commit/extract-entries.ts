// Unpacks entries of a pack into a folder. Entries are rejected, by their names and by existing files, before anything is written. Files
// are written like outputs (see output-folder.ts), under the same lock as a build of that folder.

import { join } from 'node:path';
import { FormatError } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { errorCode, type Host } from '../host/host.js';
import { acquireLock, type Lock, type LockHolder } from './lock.js';
import { LockLost } from './lock-lost.js';
import { makeOutputFolder } from './make-output-folder.js';
import { OutputFolder } from './output-folder.js';
import { clashingPaths, entryProblem } from './pack-entry-names.js';

interface Entry {
  readonly path: string;
  readonly size: number;
}

interface Extraction<E extends Entry> {
  /** Absolute; created with its parent folders if it does not exist. */
  readonly output: string;
  readonly entries: readonly E[];
  /** The entry's bytes in pieces. */
  readonly read: (entry: E) => AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  readonly onWaiting?: (holder: LockHolder) => void;
  readonly onExtracted?: (entry: E) => void;
}

/**
 * Entries that were rejected or could not be written; empty if all were. Files in the diagnostics are entries' paths. Rejects with
 * FormatError if the pack is truncated, and with the signal's reason.
 */
export async function extractEntries<E extends Entry>(host: Host, job: Extraction<E>): Promise<readonly Diagnostic[]> {
  const refused = [...refuseNames(job.entries), ...refuseObstacles(host, job)];
  if (refused.length > 0 || job.entries.length === 0) return refused;
  try {
    makeOutputFolder(host, job.output);
    const lock = await acquireLock(host, job.output, job.signal, job.onWaiting ?? (() => {}));
    try {
      return await writeEntries(host, job, lock);
    } catch (error) {
      if (error instanceof LockLost) return [error.diagnostic];
      throw error;
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (!isDiskError(error)) throw error;
    return [cannotWrite(undefined, messageOf(error))];
  }
}

async function writeEntries<E extends Entry>(
  host: Host,
  job: Extraction<E>,
  { check }: Lock,
): Promise<readonly Diagnostic[]> {
  const folder = new OutputFolder(host, job.output, { links: 'no links', check });
  // Temporary files of a killed extraction. A running build has none while we hold the lock.
  for (const { path } of job.entries) await folder.removeTemporary(path).catch(() => false);
  const problems: Diagnostic[] = [];
  for (const entry of job.entries) {
    job.signal.throwIfAborted();
    try {
      await folder.write(entry.path, job.read(entry));
      job.onExtracted?.(entry);
    } catch (error) {
      if (error instanceof AssetError) problems.push(cannotWrite(entry.path, LINK_APPEARED));
      else if (isDiskError(error)) problems.push(cannotWrite(entry.path, messageOf(error)));
      else throw error;
    }
  }
  return problems;
}

const LINK_APPEARED = 'a folder above it has become a link, which is not followed';

function refuseNames(entries: readonly Entry[]): readonly Diagnostic[] {
  const clashes = clashingPaths(entries.map(({ path }) => path));
  return entries.flatMap(({ path }) => {
    const other = clashes.get(path);
    const clash =
      other === undefined ? undefined : `it and ${JSON.stringify(other)} are the same file on some file systems`;
    const message = entryProblem(path) ?? clash;
    return message === undefined ? [] : [{ code: 'cli/unsafe-entry', severity: 'error', file: path, message }];
  });
}

/** No folder above may be a link; only a file may be replaced. */
function refuseObstacles<E extends Entry>(host: Host, { output, entries }: Extraction<E>): readonly Diagnostic[] {
  const known = new Map<string, ReturnType<Host['entryType']>>();
  const lookAt = (path: string) => {
    if (!known.has(path)) known.set(path, host.entryType(join(output, path)));
    return known.get(path);
  };
  return entries.flatMap(({ path }) => {
    if (entryProblem(path) !== undefined) return [];
    const message = obstacle(path, lookAt);
    return message === undefined ? [] : [cannotWrite(path, message)];
  });
}

function obstacle(path: string, lookAt: (path: string) => ReturnType<Host['entryType']>): string | undefined {
  const parts = path.split('/');
  for (let i = 1; i <= parts.length; i++) {
    const part = parts.slice(0, i).join('/');
    const found = lookAt(part);
    if (found === undefined) return undefined;
    if (found === 'link') return `${part} is a link, which is not followed`;
    if (i < parts.length && found !== 'folder') return `${part} is a file, not a folder`;
    if (i === parts.length && found !== 'file') return 'something that is not a file has this name';
  }
  return undefined;
}

function cannotWrite(file: string | undefined, message: string): Diagnostic {
  return {
    code: 'cli/cannot-write',
    severity: 'error',
    ...(file !== undefined && { file }),
    message,
    hint: 'Unpack into an empty folder that you can write to.',
  };
}

const isDiskError = (error: unknown): boolean => errorCode(error) !== undefined && !(error instanceof FormatError);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
