// What of the settings those machines know that have no plug-ins.

import type { Layer } from '../../config/config.js';
import type { Registry } from '../../model/kind/registry.js';

/** Groups of plug-ins' settings are strange to others, and no kind of ours asks for them. */
export function layersWithoutPlugins({ groups }: Registry, layers: readonly Layer[]): readonly Layer[] {
  const known = new Set(groups.map(({ name }) => name));
  return layers.map((layer) => ({
    ...layer,
    values: Object.fromEntries(Object.entries(layer.values).filter(([group]) => known.has(group))),
  }));
}
