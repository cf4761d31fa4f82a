// Compiles textures of the output with other settings, in memory, for the search of better encodings.

import type { Config } from '../../config/config.js';
import type { OpenTextureTrial } from '../../inspect/choice-savings.js';
import type { BuildEnvironment } from '../../pipeline/build-environment.js';
import { assetId, splitAssetKey } from '../../pipeline/cache/record.js';
import { plannedByKey, recompile } from '../../pipeline/report/recompile.js';
import { loadPsnrMeasure } from '../../registry.js';
import { inTurn } from './in-turn.js';

type Environment = Pick<BuildEnvironment, 'host' | 'registry' | 'executors'>;

export async function textureTrials(
  config: Config,
  environment: Environment,
  signal: AbortSignal,
): Promise<OpenTextureTrial> {
  const measurePsnr = await loadPsnrMeasure();
  const planned = await plannedByKey(config, environment);
  const assets = new Map(
    [...planned].map(([key, asset]) => {
      const { source, name } = splitAssetKey(key);
      return [assetId(source, name), asset];
    }),
  );
  return ({ asset: id, path, settings }) => {
    const asset = assets.get(id);
    const params = asset?.params;
    if (asset === undefined || params === undefined) return undefined;
    return {
      async compile(changed) {
        // Trials and pictures of the page come between.
        const made = await inTurn(environment, async () => {
          signal.throwIfAborted();
          return recompile(asset, changed, config, environment, signal);
        });
        return made.bytesOf(path);
      },
      psnr: (ktx2, unencoded) => measurePsnr(ktx2, unencoded, params, JSON.parse(settings)),
    };
  };
}
