// Loads the entries of `plugins:` as bundles, with their settings.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { Registry } from '../model/kind/registry.js';
import type { SettingsGroup } from '../model/kind/setting.js';
import { bundlePlugin, type PluginEntry } from './bundle-plugin.js';
import { registryWith } from './plugin-registry.js';

interface LoadedPlugins {
  readonly bundles: readonly PluginBundle[];
  readonly groups: readonly SettingsGroup[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly string[];
}

/** Runs the code of the plug-ins. `folder`: that of the configuration, absolute. */
export async function loadPlugins(
  registry: Registry,
  entries: readonly PluginEntry[],
  folder: string,
  read: (path: string) => Uint8Array,
): Promise<LoadedPlugins> {
  const all = await Promise.all(entries.map((entry) => bundlePlugin(entry, folder, read)));
  const bundles = all.flatMap(({ bundle }) => bundle ?? []);
  const loaded = registryWith(registry, bundles);
  return {
    bundles: loaded.diagnostics.length > 0 ? [] : bundles,
    groups: loaded.registry.groups,
    diagnostics: [...all.flatMap(({ diagnostics }) => diagnostics), ...loaded.diagnostics],
    files: [...new Set(all.flatMap(({ files }) => files))].sort(),
  };
}
