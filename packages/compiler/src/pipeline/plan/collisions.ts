// Sources that would write the same output: all of them fail before anything is compiled, and the diagnostic names both.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import { declaredPaths } from '../commit/output-path.js';
import { collisionKey, compareText } from '../host/source-path.js';
import type { Refused } from './plan.js';

/** An output that a source will write, as its kind and settings declare it. */
export interface Claim {
  readonly asset: Asset;
  readonly path: string;
}

export function findCollisions(sources: readonly Asset[]): {
  readonly claims: readonly Claim[];
  readonly refused: readonly Refused[];
} {
  const byPath = new Map<string, Claim[]>();
  const claims: Claim[] = [];
  for (const asset of [...sources].sort((a, b) => compareText(a.key, b.key)))
    for (const path of declaredPaths(asset.base, asset.kind.suffixes(asset.settings.values, asset.source))) {
      const rivals = byPath.get(collisionKey(path));
      if (rivals === undefined) {
        byPath.set(collisionKey(path), [{ asset, path }]);
        claims.push({ asset, path });
      } else if (!rivals.some((rival) => rival.asset.key === asset.key)) rivals.push({ asset, path });
    }
  const refused = new Map<string, Refused>();
  for (const rivals of byPath.values()) {
    if (rivals.length < 2) continue;
    for (const { asset } of rivals) {
      if (refused.has(asset.key)) continue;
      const problem = collision(asset.source, rivals).diagnostic;
      refused.set(asset.key, { asset, problem, reasons: [problem.message], assumed: false });
    }
  }
  return { claims, refused: [...refused.values()].sort((a, b) => compareText(a.asset.key, b.asset.key)) };
}

/** `file`: the source that it is reported for, which is one of those that claim the path. */
export function collision(file: string, claims: readonly Claim[]): AssetError {
  const isShared = claims.every(({ asset }) => asset.name !== undefined);
  const ids = claims.map(({ asset }) => asset.id).sort(compareText);
  const path = claims.at(-1)?.path;
  const names = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)} would ${ids.length === 2 ? 'both' : 'all'} write ${path}`;
  const areSpelledAlike = claims.every((claim) => claim.path === path);
  const why = isShared ? ', with different content' : areSpelledAlike ? '' : ' (some file systems ignore case)';
  return new AssetError({
    code: isShared ? 'build/derived-conflict' : 'build/output-collision',
    file,
    message: names + why,
    hint: isShared ? 'Give both the same settings.' : 'Rename all but one of these sources, or exclude them.',
  });
}
