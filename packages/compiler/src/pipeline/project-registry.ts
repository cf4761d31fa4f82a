// The kinds of a project: ours, and those of its plug-ins. What loads plug-ins is itself loaded where there are some.

import type { PluginBundle } from '../model/plugin-bundle.js';
import type { Registry } from '../model/registry.js';

/** The same object for the same plug-ins. The bundles have been loaded once before: what is wrong with them is known. */
export async function registryWithPlugins(
  ours: Registry,
  plugins: readonly PluginBundle[] | undefined,
): Promise<Registry> {
  if (plugins === undefined || plugins.length === 0) return ours;
  const { registryWith } = await import('../plugins/plugin-registry.js');
  return registryWith(ours, plugins).registry;
}
