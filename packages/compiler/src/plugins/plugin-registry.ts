// The registry of a project with plug-ins. Kinds that override come first, then ours, then the other kinds of plug-ins.

import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Hook } from '../model/kind/hook.js';
import { isKind, type Kind } from '../model/kind/kind.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { Registry } from '../model/kind/registry.js';
import type { Plugin } from './define-plugin.js';
import { guardHook } from './guard-hook.js';
import { guardKind } from './guard-kind.js';
import { loadBundle } from './load-bundle.js';

/** A registry, or why a plug-in cannot be added. */
interface PluginRegistry {
  readonly registry: Registry;
  readonly diagnostics: readonly Diagnostic[];
}

/** Cached, so that a bundle runs once and not for each build of a watch. */
const loaded = new Map<string, PluginRegistry>();
const MAX_LOADED = 8;

/** Returns the same object for the same plug-ins. */
export function registryWith(registry: Registry, bundles: readonly PluginBundle[] | undefined): PluginRegistry {
  if (bundles === undefined || bundles.length === 0) return { registry, diagnostics: [] };
  const key = JSON.stringify(bundles.map(({ specifier, digest }) => [specifier, digest]));
  const known = loaded.get(key);
  if (known !== undefined && known.registry.tasks === registry.tasks) return known;
  const made = load(registry, bundles);
  for (const oldest of [...loaded.keys()].slice(0, Math.max(0, loaded.size - MAX_LOADED + 1))) loaded.delete(oldest);
  loaded.set(key, made);
  return made;
}

function load(registry: Registry, bundles: readonly PluginBundle[]): PluginRegistry {
  const kinds: Kind[] = [];
  const hooks: Hook[] = [];
  const diagnostics: Diagnostic[] = [];
  const taken = new Set([...registry.groups.map(({ name }) => name), ...registry.kinds.map(({ name }) => name)]);
  const plugins = new Set<string>();
  for (const bundle of bundles) {
    try {
      const plugin = loadBundle(bundle);
      checkPlugin(plugin, bundle, plugins);
      for (const kind of plugin.kinds ?? []) kinds.push(checkedKind(kind, plugin, bundle, taken));
      for (const hook of plugin.hooks ?? []) hooks.push(guardHook(hook, plugin, bundle));
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      diagnostics.push(error.diagnostic, ...error.also);
    }
  }
  const first = kinds.filter(({ override }) => override === true);
  const last = kinds.filter(({ override }) => override !== true);
  return {
    registry: {
      ...registry,
      kinds: [...first, ...registry.kinds, ...last],
      ...(hooks.length > 0 && { hooks }),
      groups: [...registry.groups, ...kinds.flatMap(({ own }) => own ?? [])],
    },
    diagnostics,
  };
}

/** Keys of a layer that are not groups. */
const RESERVED = ['rules', 'match', 'output'];
const PLUGIN_NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/;

function checkPlugin({ name, version, kinds, hooks }: Plugin, { specifier }: PluginBundle, plugins: Set<string>): void {
  const refuse = (message: string): never => {
    throw new AssetError({ code: 'plugin/bad-definition', file: specifier, message });
  };
  if (typeof name !== 'string' || !PLUGIN_NAME.test(name))
    refuse(
      `the plug-in's name must be lower case letters, digits and hyphens, with an optional scope, not ${JSON.stringify(name)}`,
    );
  if (typeof version !== 'string' || version === '') refuse('the plug-in needs a version: text such as "1.0.0"');
  if (kinds !== undefined && !Array.isArray(kinds)) refuse('the kinds of the plug-in must be a list');
  if (hooks !== undefined && !Array.isArray(hooks)) refuse('the hooks of the plug-in must be a list');
  if (plugins.has(name)) refuse(`another plug-in is already named ${JSON.stringify(name)}`);
  plugins.add(name);
}

function checkedKind(kind: unknown, plugin: Plugin, bundle: PluginBundle, taken: Set<string>): Kind {
  const refuse = (message: string): never => {
    throw new AssetError({ code: 'plugin/bad-definition', file: bundle.specifier, message });
  };
  if (!isKind(kind)) return refuse(`a kind of the plug-in ${plugin.name} is not what defineKind returns`);
  if (taken.has(kind.name)) refuse(`there is already a kind or a group of settings named ${JSON.stringify(kind.name)}`);
  if (RESERVED.includes(kind.name)) refuse(`a kind cannot be named ${kind.name}: the configuration reserves the word`);
  taken.add(kind.name);
  return guardKind(kind, plugin, bundle);
}
