// Totals and rankings of the overview.

import type { UiOverview, UiSize } from '../../api.js';
import type { Measure } from './treemap.js';

export interface Total {
  readonly measure: Measure;
  readonly title: string;
  readonly bytes: number;
}

/** Source → output → VRAM; the source only if it is known. */
export function totalsOf(assets: readonly UiSize[]): readonly Total[] {
  const sum = (measure: Measure) => assets.reduce((total, asset) => total + (asset[measure] ?? 0), 0);
  const hasSource = assets.some(({ source }) => source !== undefined);
  return [
    ...(hasSource ? [{ measure: 'source', title: 'Source', bytes: sum('source') } as const] : []),
    { measure: 'stored', title: 'Output', bytes: sum('stored') },
    { measure: 'video', title: 'VRAM', bytes: sum('video') },
  ];
}

export const largestOf = (assets: readonly UiSize[], measure: Measure, count: number): readonly UiSize[] =>
  [...assets]
    .filter((asset) => (asset[measure] ?? 0) > 0)
    .sort((a, b) => (b[measure] ?? 0) - (a[measure] ?? 0) || (a.path < b.path ? -1 : 1))
    .slice(0, count);

/** An asset with several outputs was compiled once: only its largest output is listed. */
export function slowestOf(assets: readonly UiSize[], count: number): readonly UiSize[] {
  const byAsset = new Map<string, UiSize>();
  for (const each of assets.filter(({ milliseconds }) => milliseconds !== undefined)) {
    const asset = each.asset ?? each.path;
    if (each.stored > (byAsset.get(asset)?.stored ?? -1)) byAsset.set(asset, each);
  }
  return [...byAsset.values()]
    .sort((a, b) => (b.milliseconds ?? 0) - (a.milliseconds ?? 0) || b.stored - a.stored)
    .slice(0, count);
}

/** Bytes of duplicate files, except the first of each group. */
export function wastedBytes({ duplicates, assets }: Pick<UiOverview, 'duplicates' | 'assets'>): number {
  const sizes = new Map(assets.map(({ path, stored }) => [path, stored]));
  return duplicates.reduce((sum, group) => sum + (group.length - 1) * (sizes.get(group[0] ?? '') ?? 0), 0);
}
