// `api/overview.json`: the sizes of an output's files, and what could be smaller.

import type { UiOverview, UiSize } from '@assetc/viewer/api';
import type { AssetTree } from '../../inspect/asset-tree.js';
import type { HeadDescription } from '../../inspect/describe-head.js';
import { textureReferences } from '../../inspect/texture-references.js';
import { findDuplicates } from './duplicates.js';
import type { KnownFacts } from './file-facts.js';
import type { OutputRecords } from './output-records.js';

interface OverviewRequest {
  readonly tree: AssetTree;
  /** Changes with the content of a file. */
  readonly versionOf: (path: string) => string;
  readonly facts: KnownFacts;
  readonly records: OutputRecords | undefined;
  /** How many bytes may be read to compare whole files. Later requests continue from there. */
  readonly maxReadBytes?: number;
}

/** Fast to read, so that the overview of gigabytes appears at once. */
const DEFAULT_MAX_READ_BYTES = 1 << 25;

export async function overviewOf(request: OverviewRequest): Promise<UiOverview> {
  const { tree, versionOf, facts, records, maxReadBytes = DEFAULT_MAX_READ_BYTES } = request;
  const known = new Map<string, HeadDescription>();
  for (const { path, sizeBytes } of tree.files) known.set(path, await facts.of(tree, path, sizeBytes, versionOf(path)));
  const { groups, unreadBytes } = await findDuplicates({ tree, versionOf, facts, maxReadBytes });
  const { unused, broken } = await textureReferences(tree);
  const sizes = tree.files.map(({ path, sizeBytes }) => [path, sizeBytes] as const);
  return {
    assets: sizes.map(([path, stored]) => sizeOf(path, stored, known.get(path), records)),
    unused: unused.filter((path) => known.get(path)?.isPlainTexture === true),
    duplicates: groups,
    unreadBytes,
    brokenReferences: broken,
  };
}

function sizeOf(
  path: string,
  stored: number,
  facts: HeadDescription | undefined,
  records: OutputRecords | undefined,
): UiSize {
  const recorded = records?.ofOutput(path);
  const milliseconds = recorded?.time?.isLast === true ? recorded.time.ms : undefined;
  return {
    path,
    kind: recorded?.record.kind ?? facts?.format ?? 'other',
    ...(recorded === undefined ? {} : { asset: recorded.id, source: recorded.sourceBytes(path) }),
    stored,
    video: facts?.videoBytes ?? 0,
    ...(milliseconds === undefined ? {} : { milliseconds }),
  };
}
