// The facts that staleness depends on, from the disk and the configuration.

import { derivedNames } from '../asset.js';
import { digestFile } from '../cache/digest.js';
import { type FileTimes, isRacy, type OutputRecord, type ProductRecord, timesOf } from '../cache/record.js';
import type { InputState } from '../discover/input-state.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import { errorCode, type Host } from '../host/host.js';
import type { Facts, OutputState } from './staleness.js';
import { isUnchanged } from './stat-unchanged.js';

export interface OutputFacts {
  output(path: string, record: OutputRecord): OutputState;
  /** Whether a file exists. */
  isThere(path: string): boolean;
  /** Stat data of outputs whose content was confirmed by hashing, by path. */
  readonly renewed: ReadonlyMap<string, FileTimes>;
}

export function outputFacts(host: Host, output: string): OutputFacts {
  const renewed = new Map<string, FileTimes>();
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
        if (isUnchanged(stat, record)) return 'intact';
        if (stat.sizeBytes !== record.sizeBytes) return 'edited';
        if (digestFile(host, file, stat.sizeBytes) !== record.digest) return 'edited';
        if (!isRacy(stat.mtimeMs, stat.ctimeMs, startMs)) renewed.set(path, timesOf(stat));
        return 'intact';
      } catch (error) {
        // No longer readable: it counts as edited and will be replaced.
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
  { isFound, claim }: Pick<Facts, 'claim'> & { readonly isFound: (path: string) => boolean },
): Facts {
  return {
    digest: (path) => state.file(path)?.digest,
    partDigest: (ref) => state.partDigest(ref),
    exists: (path) => isFound(path) || state.exists(path),
    listing: (folder) => state.listing(folder),
    settingsFor: (asset, name, like) => resolver.selectLike(like, derivedNames(asset.source, name)),
    settingsOf: (path, like) => resolver.selectLike(like, [path]),
    claim,
    output: (path, record) => outputs.output(path, record),
  };
}

/**
 * The same for the manifest or the pack: its record, with new stat data if the content was hashed and is right. Undefined if the file does
 * not match the record.
 */
export function intactProduct(host: Host, path: string, record: ProductRecord | undefined): ProductRecord | undefined {
  const stat = host.stat(path);
  if (record === undefined || stat?.type !== 'file' || stat.sizeBytes !== record.sizeBytes) return undefined;
  if (isUnchanged(stat, record)) return record;
  return digestFile(host, path, stat.sizeBytes) === record.digest ? { ...record, ...timesOf(stat) } : undefined;
}

/** The record of the manifest or the pack, with the stat data after writing. */
export const productRecord = (host: Host, path: string, made: Omit<ProductRecord, keyof FileTimes>): ProductRecord => ({
  ...made,
  ...timesOf(host.stat(path)),
});
