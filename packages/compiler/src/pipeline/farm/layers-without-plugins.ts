// The settings for machines without plug-ins.

import type { Layer } from '../../config/config.js';
import type { Registry } from '../../model/kind/registry.js';

/** Machines without plug-ins do not know their setting groups, and none of our kinds uses them. */
export function layersWithoutPlugins({ groups }: Registry, layers: readonly Layer[]): readonly Layer[] {
  const known = new Set(groups.map(({ name }) => name));
  return layers.map((layer) => ({
    ...layer,
    values: Object.fromEntries(Object.entries(layer.values).filter(([group]) => known.has(group))),
  }));
}
