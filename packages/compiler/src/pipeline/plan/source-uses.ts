// Which assets use which source for what: parents of derived assets use whole files, and outputs mention sources. A source of a kind with
// `usage` is compiled accordingly. Users count in the order of their paths, even if a build selects only some of them.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Kind } from '../../model/kind/kind.js';
import type { SourceUse } from '../../model/kind/usage.js';
import { type Asset, unusedParams } from '../asset.js';
import type { ReferencesOf } from '../cache/record-references.js';
import { compareText } from '../host/source-path.js';

/** By the name of the used kind: file → its uses. */
export type Uses = ReadonlyMap<string, ReadonlyMap<string, readonly SourceUse[]>>;

export const NO_USES: Uses = new Map();

/** What an asset is used as, and by which asset. Other users may disagree. */
export interface AssetUsage {
  readonly use: string;
  readonly by: readonly string[];
}

/** The uses that the records of these sources list. */
export function collectUses(
  sources: readonly string[],
  referringOf: ReferencesOf,
  kindOf: (name: string) => Kind | undefined,
): Uses {
  const uses = new Map<string, Map<string, SourceUse[]>>();
  const add = (kind: string, file: string, use: SourceUse): void => {
    const files = uses.get(kind) ?? new Map<string, SourceUse[]>();
    uses.set(kind, files);
    const known = files.get(file);
    if (known === undefined) files.set(file, [use]);
    else known.push(use);
  };
  for (const user of [...sources].sort(compareText)) {
    const referring = referringOf(user);
    if (referring === undefined) continue;
    for (const { kind, params } of referring.inside)
      for (const { file, use } of kindOf(kind)?.usage?.usesIn(params) ?? []) add(kind, file, { user, use });
    for (const { path, use, claim } of referring.mentions)
      if (claim?.source === path) add(claim.kind, path, { user, use });
  }
  return uses;
}

/** A source that follows its uses, with the params that follow from them, and warnings about them. */
export function asUsed(asset: Asset, uses: Uses): { readonly asset: Asset; readonly warnings: readonly Diagnostic[] } {
  const { kind, source, settings } = asset;
  const { chosenMeaning: _, ...rest } = asset;
  const plain = { ...rest, ...unusedParams(kind, source, settings), usage: undefined };
  const found = uses.get(kind.name)?.get(source) ?? [];
  const settled = found.length === 0 ? undefined : kind.usage?.settle(source, found, settings.all);
  if (settled === undefined) return { asset: plain, warnings: [] };
  const { use, params, warning } = settled;
  const by = [...new Set(found.filter((one) => one.use === use).map(({ user }) => user))];
  return {
    asset: { ...plain, ...(params === undefined ? {} : { params, chosenMeaning: use }), usage: { use, by } },
    warnings: warning === undefined ? [] : [{ ...warning, severity: 'warning' }],
  };
}

/** What a source is compiled as, and why: `normal, by its use in helmet.gltf`. */
export function meaningOf({ kind, name, source, settings, usage }: Asset): string | undefined {
  if (name !== undefined) return undefined;
  if (usage !== undefined) return `${usage.use} (used by ${namesOf(usage.by)})`;
  const meaning = kind.meaningOf?.(source, settings.all);
  return meaning === undefined ? undefined : `${meaning.is} (${meaning.by})`;
}

function namesOf(users: readonly string[]): string {
  const more = users.length > 3 ? ` and ${users.length - 3} more` : '';
  return `${users.slice(0, 3).join(', ')}${more}`;
}
