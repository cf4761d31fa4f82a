// Runs the code of a bundle once on this thread and returns its export. Its `assetc` is the running one, not an installed copy.

import { createRequire } from 'node:module';
import { compileFunction, constants } from 'node:vm';
import { AssetError } from '../diagnostics/diagnostic.js';
import { defineKind } from '../kinds/define-kind.js';
import { KindMistake } from '../model/kind/kind-mistake.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import { definePlugin, isPlugin, type Plugin } from './define-plugin.js';
import { pluginFailure } from './plugin-failure.js';
import { bundleName } from './source-places.js';

/** What a plug-in's `import … from 'assetc'` provides. */
const api = { definePlugin, defineKind };

const own: unknown = new Proxy(api, {
  get(target, name) {
    if (name === '__esModule') return true;
    if (name === 'definePlugin' || name === 'defineKind') return target[name];
    if (typeof name === 'symbol') return undefined;
    const known = Object.keys(target).join(' and ');
    throw new KindMistake(
      'bad-definition',
      `assetc provides ${known} to plug-ins, but nothing named ${JSON.stringify(name)}`,
    );
  },
});

const nodeRequire = createRequire(import.meta.url);

/** Everything else is in the bundle. */
const requireFor = (id: string): unknown => (id === 'assetc' || id === 'assetc/plugin' ? own : nodeRequire(id));

/** Throws AssetError. */
export function loadBundle(bundle: PluginBundle): Plugin {
  const { code, specifier } = bundle;
  const module: { exports: unknown } = { exports: {} };
  const filename = bundleName(bundle);
  try {
    const run: unknown = compileFunction(code, ['module', 'exports', 'require'], {
      filename,
      ...(constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER === undefined
        ? {}
        : { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }),
    });
    if (typeof run === 'function') Reflect.apply(run, module.exports, [module, module.exports, requireFor]);
  } catch (error) {
    throw pluginFailure(error, bundle, 'while it was loaded', 'plugin/load-failed');
  }
  const { exports } = module;
  const plugin: unknown =
    typeof exports === 'object' && exports !== null && 'default' in exports ? exports.default : undefined;
  if (isPlugin(plugin)) return plugin;
  throw new AssetError({
    code: 'plugin/not-a-plugin',
    file: specifier,
    message: `its default export is ${plugin === undefined ? 'missing' : 'not what definePlugin returns'}`,
  });
}
