// What an asset refers to, by its record. Read directly from a row, since a no-op build needs it for every source.

import type { DerivedAsset } from '../../model/kind/output.js';
import { type AssetRecord, filesReadBy, type Mention } from './record.js';
import {
  type AssetRow,
  dependencyMention,
  filePath,
  fileReadBy,
  outputHashes,
  type RecordTables,
  rowDependencies,
  rowDerived,
  rowOutputs,
  rowSource,
} from './record-rows.js';

export interface RecordReferences {
  /** Files that it read in whole or in part, other than its own source. */
  readonly reads: readonly string[];
  /** Manifest hashes that its outputs refer to, in hex. */
  readonly hashes: readonly string[];
  readonly inside: readonly DerivedAsset[];
  readonly mentions: readonly Mention[];
}

/** By an asset's key. Undefined if it has no record. */
export type ReferencesOf = (key: string) => RecordReferences | undefined;

const NONE: readonly never[] = [];
const NOTHING: RecordReferences = { reads: NONE, hashes: NONE, inside: NONE, mentions: NONE };

export function referencesOf({ source, dependencies, outputs, derived }: AssetRecord): RecordReferences {
  const hashes = outputs.flatMap(({ refersTo }) => refersTo ?? NONE);
  const mentions = dependencies.flatMap((dependency) => (dependency.type === 'mention' ? dependency : NONE));
  const reads = filesReadBy(dependencies).filter((path) => path !== source);
  return { reads, hashes, inside: derived, mentions };
}

export function referencesOfRow(tables: RecordTables, row: AssetRow): RecordReferences {
  const source = rowSource(row);
  let reads: string[] | undefined;
  let mentions: Mention[] | undefined;
  for (const dependency of rowDependencies(row)) {
    const file = fileReadBy(dependency);
    if (file < 0) {
      const mention = dependencyMention(dependency);
      if (mention === undefined) continue;
      mentions ??= [];
      mentions.push(mention);
      continue;
    }
    const path = filePath(tables, file);
    if (path === source) continue;
    reads ??= [];
    reads.push(path);
  }
  let hashes: readonly string[] | undefined;
  for (const output of rowOutputs(row)) {
    const named = outputHashes(output);
    if (named !== undefined) hashes = hashes === undefined ? named : [...hashes, ...named];
  }
  const inside = rowDerived(row);
  if (reads === undefined && hashes === undefined && inside === undefined && mentions === undefined) return NOTHING;
  return { reads: reads ?? NONE, hashes: hashes ?? NONE, inside: inside ?? NONE, mentions: mentions ?? NONE };
}
