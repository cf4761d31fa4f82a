// The plug-in: connects Vite's hooks to the modules that do the work. State belongs to one resolved configuration, because a plug-in object
// may serve several servers, and two at once during a restart.

import { readFile } from 'node:fs/promises';
import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite';
import { DevServer } from './dev-server.js';
import { PLUGIN_NAME } from './format-diagnostics.js';
import { missingAsset } from './missing-asset.js';
import { CLIENT, CLIENT_ID, moduleIdOf, nameOfModule, SCHEME } from './module-code.js';
import type { AssetcOptions } from './options.js';
import { shipAssets } from './ship-assets.js';
import type { ShippedOutput } from './shipped-output.js';

/** `.\models\chair` → `models/chair` */
const normalized = (name: string): string => name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '');

/**
 * Compiles assets in Vite: on start and on save in dev, with hot reload, and for production.
 *
 * @example
 * export default defineConfig({ plugins: [assetc()] });
 */
export function assetc(options: AssetcOptions = {}): Plugin {
  const servers = new WeakMap<ResolvedConfig, DevServer>();
  let config: ResolvedConfig;
  let shipped: ShippedOutput | undefined;
  let clientCode: Promise<string> | undefined;

  return {
    name: PLUGIN_NAME,
    enforce: 'pre',

    configResolved(resolved) {
      config = resolved;
      if (resolved.plugins.filter(({ name }) => name === PLUGIN_NAME).length > 1)
        throw new Error(`${PLUGIN_NAME} is in the plug-ins twice: several presets are built by the command line`);
    },

    configureServer(server: ViteDevServer) {
      const running = new DevServer(server, options);
      servers.set(server.config, running);
      running.start();
    },

    transformIndexHtml: {
      order: 'post',
      handler: (_html, { server }) =>
        server === undefined
          ? []
          : [{ tag: 'script', attrs: { type: 'module', src: `${server.config.base}@id/__x00__${CLIENT}` } }],
    },

    async buildStart() {
      const top = this.environment?.getTopLevelConfig() ?? config;
      if (top.command !== 'build') return;
      shipped = await shipAssets(this, top, options);
    },

    resolveId(source) {
      if (source === CLIENT) return CLIENT_ID;
      return source.startsWith(SCHEME) ? moduleIdOf(normalized(source.slice(SCHEME.length))) : undefined;
    },

    async load(id) {
      if (id === CLIENT_ID) {
        clientCode ??= readFile(new URL('./client.js', import.meta.url), 'utf8');
        return clientCode;
      }
      const name = nameOfModule(id);
      if (name === undefined) return undefined;
      const server = servers.get(this.environment?.getTopLevelConfig() ?? config);
      if (server !== undefined) return server.load(name, (message) => this.error(message));
      if (shipped === undefined) return this.error('assets are there once the build has started');
      if (name === '') return shipped.filesModule((file) => this.emitFile(file));
      const found = shipped.index.find(name);
      if (!('file' in found)) return this.error(missingAsset(name, found, []));
      return shipped.urlModule(found.file, (file) => this.emitFile(file));
    },

    async closeBundle() {
      // In dev this means the server closes, also in middleware mode.
      await servers.get(this.environment?.getTopLevelConfig() ?? config)?.stop();
    },
  };
}
