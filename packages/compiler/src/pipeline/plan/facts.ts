// The facts that staleness depends on, from the disk and the configuration.

import { join } from 'node:path';
import { derivedNames } from '../asset.js';
import { digestFile } from '../cache/digest.js';
import { isRacy, type LeftFile, type OutputRecord, type ProductRecord } from '../cache/record.js';
import type { InputState } from '../discover/input-state.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import { errorCode, type Host } from '../host/host.js';
import type { Facts, OutputState } from './staleness.js';
import { isOutputUnchanged } from './stat-unchanged.js';

export interface OutputFacts {
  output(path: string, record: OutputRecord): OutputState;
  /** Whether a file exists. */
  isThere(path: string): boolean;
  /** Stat data of outputs whose content was confirmed by hashing, by path. */
  readonly renewed: ReadonlyMap<string, Pick<LeftFile, 'mtimeMs' | 'inode'>>;
}

export function outputFacts(host: Host, output: string): OutputFacts {
  const renewed = new Map<string, Pick<LeftFile, 'mtimeMs' | 'inode'>>();
  const startMs = host.now();
  const prefix = output.endsWith('/') ? output : `${output}/`;
  return {
    renewed,
    isThere: (path) => ['file', 'link'].includes(host.entryType(prefix + path) ?? ''),
    output(path, record) {
      const file = prefix + path;
      try {
        const stat = host.stat(file);
        if (stat?.type !== 'file') return 'missing';
        if (isOutputUnchanged(stat, record)) return 'intact';
        if (stat.sizeBytes !== record.sizeBytes) return 'edited';
        if (digestFile(host, file, stat.sizeBytes) !== record.digest) return 'edited';
        if (!isRacy(stat.mtimeMs, stat.mtimeMs, startMs))
          renewed.set(path, { mtimeMs: stat.mtimeMs, inode: stat.inode });
        return 'intact';
      } catch (error) {
        // Not readable any more: it counts as edited and will be replaced.
        if (errorCode(error) !== undefined) return 'edited';
        throw error;
      }
    },
  };
}

export function gatherFacts(
  state: InputState,
  resolver: SettingsResolver,
  outputs: OutputFacts,
  { exists, claim }: Pick<Facts, 'exists' | 'claim'>,
): Facts {
  return {
    digest: (path) => state.file(path)?.digest,
    partDigest: (ref) => state.partDigest(ref),
    exists,
    listing: (folder) => state.listing(folder),
    settingsFor: (asset, name, like) => resolver.selectLike(like, derivedNames(asset.source, name)),
    settingsOf: (path, like) => resolver.selectLike(like, [path]),
    claim,
    output: (path, record) => outputs.output(path, record),
  };
}

/** The same for the manifest or the pack: whether the file matches its record. */
export function isProductIntact(host: Host, folder: string, name: string, record: LeftFile): boolean {
  const stat = host.stat(join(folder, name));
  if (stat?.type !== 'file' || stat.sizeBytes !== record.sizeBytes) return false;
  return isOutputUnchanged(stat, record) || digestFile(host, join(folder, name), stat.sizeBytes) === record.digest;
}

/** The record of the manifest or the pack, with the stat data after writing. */
export function productRecord(host: Host, path: string, made: Omit<ProductRecord, 'mtimeMs' | 'inode'>): ProductRecord {
  const stat = host.stat(path);
  return { ...made, mtimeMs: stat?.mtimeMs ?? -1, inode: stat?.inode ?? 0 };
}
