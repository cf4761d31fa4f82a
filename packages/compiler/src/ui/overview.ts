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
    duplicates: await duplicatesOf(sizes, (path) => facts.digest(tree, path, versionOf(path))),
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

/** The largest first. Empty files are equal and take nothing. Only files of equal size are read. */
async function duplicatesOf(
  sizes: readonly (readonly [path: string, size: number])[],
  digestOf: (path: string) => Promise<string>,
): Promise<readonly (readonly string[])[]> {
  const bySize = new Map<number, (readonly [path: string, size: number])[]>();
  for (const file of sizes) {
    const same = bySize.get(file[1]);
    if (same === undefined) bySize.set(file[1], [file]);
    else same.push(file);
  }
  const found: { readonly wasted: number; readonly paths: readonly string[] }[] = [];
  for (const [size, files] of bySize) {
    if (size === 0 || files.length < 2) continue;
    const groups = new Map<string, string[]>();
    for (const [path] of files) {
      const digest = await digestOf(path);
      const same = groups.get(digest);
      if (same === undefined) groups.set(digest, [path]);
      else same.push(path);
    }
    for (const paths of groups.values()) if (paths.length > 1) found.push({ wasted: size * (paths.length - 1), paths });
  }
  return found.sort((a, b) => b.wasted - a.wasted).map(({ paths }) => paths);
}
