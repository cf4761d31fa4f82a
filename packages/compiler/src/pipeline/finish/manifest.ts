// assets.hman: maps hashes to outputs, over all assets of the build. Written only after every asset succeeded.

import { encodeHman, type ManifestEntry, manifestHash } from '@assetc/formats';
import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AssetRecord } from '../cache/record.js';
import { assetId } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { compareText } from '../host/source-path.js';

export const MANIFEST_FILE = 'assets.hman';

type ManifestOutcome =
  | { readonly bytes: Uint8Array; readonly entries: number }
  | { readonly problems: readonly Diagnostic[] };

export function makeManifest(records: Iterable<AssetRecord>, mode: Config['manifest']): ManifestOutcome {
  const byHash = new Map<bigint, { readonly entry: ManifestEntry; readonly id: string }>();
  const referred = new Set<bigint>();
  const problems: Diagnostic[] = [];
  const sorted = [...records].sort((a, b) => compareText(a.base, b.base) || compareText(a.kind, b.kind));
  for (const record of sorted) {
    for (const output of record.outputs) {
      for (const hash of output.refersTo ?? []) referred.add(BigInt(`0x${hash}`));
      if (output.asset === undefined) continue;
      const { kind, colorspace } = output.asset;
      const path = outputPathOf(record, output);
      const entry = { hash: manifestHash(kind, path), kind, colorspace, path };
      const id = assetId(record.source, record.name);
      const other = byHash.get(entry.hash);
      if (other === undefined) byHash.set(entry.hash, { entry, id });
      else if (other.entry.path !== path || other.entry.kind !== kind || other.entry.colorspace !== colorspace)
        problems.push({
          code: 'build/manifest-clash',
          severity: 'error',
          file: record.source,
          message: `${other.entry.path} (of ${other.id}) and ${path} (of ${id}) have the same hash ${entry.hash.toString(16)}`,
          hint: 'Rename one of the two sources.',
        });
    }
  }
  if (problems.length > 0) return { problems };
  const all = [...byHash.values()].map(({ entry }) => entry);
  // No two entries share a hash, so what is referred to is what the reference meant.
  const entries = mode === 'all' ? all : all.filter(({ hash }) => referred.has(hash));
  return { bytes: encodeHman(entries), entries: entries.length };
}
