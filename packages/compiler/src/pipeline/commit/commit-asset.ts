// Puts an asset's outputs into place and enters it into the record.

import { type Asset, recordedParams } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { type AssetRecord, NO_TIMES, type OutputRecord } from '../cache/record.js';
import { checkOutputPath } from '../plan/check-output-path.js';
import { collision } from '../plan/collisions.js';
import { isCoveredByKey } from '../plan/content-key.js';
import type { NewOutput } from './commit.js';
import { outputPathOf } from './output-path.js';

/** Reserves all outputs; returns the first that is already reserved by another asset. */
export function claimOutputs(
  asset: Asset,
  outputs: readonly Pick<OutputRecord, 'suffix' | 'digest'>[],
  services: BuildServices,
): { readonly path: string; readonly owner: Asset } | undefined {
  for (const { suffix, digest } of outputs) {
    const path = outputPathOf(asset, { suffix });
    const owner = services.committer.claim(asset, path, digest);
    if (owner !== undefined) return { path, owner };
  }
  return undefined;
}

/** Throws AssetError; then the previous files still exist. `isProven`: false if it may still turn out to be wrong (see WorkerResults). */
export async function commitAsset(
  asset: Asset,
  key: string | undefined,
  made: { outputs: readonly NewOutput[] } & Pick<AssetRecord, 'dependencies' | 'derived' | 'diagnostics' | 'from'>,
  services: BuildServices,
  isProven = true,
): Promise<AssetRecord> {
  for (const output of made.outputs) checkOutputPath(outputPathOf(asset, output), asset);
  const clash = claimOutputs(asset, made.outputs, services);
  if (clash !== undefined)
    throw collision(asset.source, [
      { asset: clash.owner, path: clash.path },
      { asset, path: clash.path },
    ]);
  const isIntact = (path: string, record: OutputRecord) => services.facts.output(path, record) === 'intact';
  const outputs = await services.committer.write(asset, made.outputs, isIntact);
  const covered = made.dependencies.every((d) => d.type === 'settings-for' || isCoveredByKey(asset, d));
  const record: AssetRecord = {
    source: asset.source,
    name: asset.name,
    kind: asset.kind.name,
    kindIdentity: asset.kindIdentity,
    settings: asset.settings.json,
    base: asset.base,
    params: recordedParams(asset),
    contentKey: asset.name !== undefined && covered ? key : undefined,
    dependencies: made.dependencies,
    outputs,
    derived: made.derived,
    diagnostics: made.diagnostics,
    ...(made.from !== undefined && { from: made.from }),
  };
  // What is not noted is compiled again by the next build if this one is killed.
  if (isProven)
    services.writer.noteAsset({ ...record, outputs: outputs.map((o) => ({ ...o, ...NO_TIMES })) }, (path) =>
      services.state.file(path),
    );
  return record;
}
