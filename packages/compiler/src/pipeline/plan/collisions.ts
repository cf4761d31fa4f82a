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
  const owners = new Map<string, Asset>();
  const claims: Claim[] = [];
  const refused = new Map<string, Refused>();
  for (const asset of [...sources].sort((a, b) => compareText(a.key, b.key)))
    for (const path of declaredPaths(asset.base, asset.kind.suffixes(asset.settings.values, asset.source))) {
      const key = collisionKey(path);
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, asset);
        claims.push({ asset, path });
        continue;
      }
      if (owner.key === asset.key) continue;
      const problem = collision(asset, owner, path).diagnostic;
      const verdict = { problem, reasons: [problem.message], assumed: false };
      if (!refused.has(owner.key)) refused.set(owner.key, { ...verdict, asset: owner, reportsCollision: false });
      refused.set(asset.key, { ...verdict, asset, reportsCollision: true });
    }
  return { claims, refused: [...refused.values()] };
}

export function collision(asset: Asset, owner: Asset, path: string): AssetError {
  const [first, second] = [asset, owner].sort((a, b) => compareText(a.id, b.id));
  const shared = asset.name !== undefined && owner.name !== undefined;
  return new AssetError({
    code: shared ? 'build/derived-conflict' : 'build/output-collision',
    file: asset.source,
    message: `${first?.id} and ${second?.id} would both write ${path}${shared ? ', with different content' : ''}`,
    hint: shared ? 'Give both the same settings.' : 'Rename one of the two sources, or exclude one.',
  });
}
