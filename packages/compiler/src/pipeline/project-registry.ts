// The kinds of a project: ours and those of its plug-ins. The plug-in loader is only loaded if there are plug-ins.

import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { Registry } from '../model/kind/registry.js';

/** Returns the same object for the same plug-ins. The bundles were loaded before, so their problems are already reported. */
export async function registryWithPlugins(
  ours: Registry,
  plugins: readonly PluginBundle[] | undefined,
): Promise<Registry> {
  if (plugins === undefined || plugins.length === 0) return ours;
  const { registryWith } = await import('../plugins/plugin-registry.js');
  return registryWith(ours, plugins).registry;
}
