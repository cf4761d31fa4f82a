// Where the bytes of an output are: `api/overview.json`.

import { FormatError } from '@assetc/formats';
import type { UiOverview, UiSize } from '@assetc/viewer/api';
import type { AssetTree } from '../inspect/asset-tree.js';
import { formatOf } from '../inspect/file-formats.js';
import type { OutputRecords } from './output-records.js';

export async function overviewOf(tree: AssetTree, records: OutputRecords | undefined): Promise<UiOverview> {
  const assets: UiSize[] = [];
  for (const { path, sizeBytes } of tree.files) {
    const bytes = await tree.read(path);
    const recorded = records?.ofOutput(path);
    assets.push({ path, kind: recorded?.record.kind ?? 'other', stored: sizeBytes, video: videoBytes(path, bytes) });
  }
  return { assets, unused: [], duplicates: [], diagnostics: [], budgets: [], brokenReferences: [] };
}

function videoBytes(path: string, bytes: Uint8Array): number {
  try {
    return formatOf(path, bytes)?.describe(bytes).onGpu?.bytes ?? 0;
  } catch (error) {
    if (error instanceof FormatError) return 0;
    throw error;
  }
}
