// A configuration as text, for comparison with the one of the last build. Loaded at every start, so it imports little.

import type { Config, Layer } from '../../config/config.js';

export const configText = (config: Config): string => JSON.stringify(config);

/** Undefined if anything but layers differs. `before`: see configText. */
export function layersBefore(before: string, now: Config): readonly Layer[] | undefined {
  const old: Config = JSON.parse(before);
  const withoutLayers = (config: Config): string => configText({ ...config, layers: [] });
  return withoutLayers(old) === withoutLayers(now) ? old.layers : undefined;
}
