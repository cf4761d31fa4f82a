// Where the bytes of an output are, and what is wrong with it: `api/overview.json`.

import type { UiOverview, UiSize } from '@assetc/viewer/api';
import type { Config } from '../config/config.js';
import type { AssetTree } from '../inspect/asset-tree.js';
import { textureReferences } from '../inspect/texture-references.js';
import { budgetUse } from '../pipeline/budgets.js';
import { describeDiagnostic } from './describe-diagnostic.js';
import type { FileFacts, KnownFacts } from './file-facts.js';
import type { OutputRecords } from './output-records.js';

interface OverviewRequest {
  readonly tree: AssetTree;
  /** Changes with the content of a file. */
  readonly versionOf: (path: string) => string;
  readonly facts: KnownFacts;
  readonly records: OutputRecords | undefined;
  readonly config: Config | undefined;
}

export async function overviewOf({ tree, versionOf, facts, records, config }: OverviewRequest): Promise<UiOverview> {
  const known = new Map<string, FileFacts>();
  for (const { path } of tree.files) known.set(path, await facts.of(tree, path, versionOf(path)));
  const { unused, broken } = await textureReferences(tree);
  const sizes = tree.files.map(({ path, sizeBytes }) => [path, sizeBytes] as const);
  return {
    assets: sizes.map(([path, stored]) => sizeOf(path, stored, known.get(path), records)),
    unused: unused.filter((path) => known.get(path)?.isPlainTexture === true),
    duplicates: duplicatesOf(known, new Map(sizes)),
    diagnostics: (records?.diagnostics() ?? []).map(describeDiagnostic),
    budgets: budgetUse(config?.budgets ?? [], sizes),
    brokenReferences: broken,
  };
}

function sizeOf(
  path: string,
  stored: number,
  facts: FileFacts | undefined,
  records: OutputRecords | undefined,
): UiSize {
  const recorded = records?.ofOutput(path);
  const milliseconds = recorded?.time?.isLast === true ? recorded.time.ms : undefined;
  return {
    path,
    kind: recorded?.record.kind ?? facts?.format ?? 'other',
    ...(recorded === undefined ? {} : { source: recorded.sourceBytes(path) }),
    stored,
    video: facts?.videoBytes ?? 0,
    ...(milliseconds === undefined ? {} : { milliseconds }),
  };
}

/** The largest first. Empty files are equal and take nothing. */
function duplicatesOf(
  known: ReadonlyMap<string, FileFacts>,
  sizes: ReadonlyMap<string, number>,
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const [path, { digest }] of known) {
    if (sizes.get(path) === 0) continue;
    const same = groups.get(digest);
    if (same === undefined) groups.set(digest, [path]);
    else same.push(path);
  }
  const wasted = (group: readonly string[]) => (group.length - 1) * (sizes.get(group[0] ?? '') ?? 0);
  return [...groups.values()].filter((group) => group.length > 1).sort((a, b) => wasted(b) - wasted(a));
}
