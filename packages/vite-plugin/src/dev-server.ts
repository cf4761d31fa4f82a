// A dev server with its watch: the files it serves, the code of its modules, and the events it sends to pages.

import type { BuildResult, Diagnostic } from 'assetc';
import type { ViteDevServer } from 'vite';
import type { AssetcChange, AssetcEvent } from './client.js';
import { DevSession } from './dev-session.js';
import { formatDiagnostic } from './format-diagnostics.js';
import { missingAsset } from './missing-asset.js';
import { devFilesModule, devUrlModule, moduleIdOf } from './module-code.js';
import type { AssetcOptions } from './options.js';
import { serveOutput } from './serve-output.js';
import { typesFileOf, writeTypes } from './types-file.js';

const FOLDER = '@assetc/';

export class DevServer {
  readonly #server: ViteDevServer;
  readonly #options: AssetcOptions;
  readonly #session: DevSession;
  /** Imports that failed: pages must reload once the asset exists. */
  readonly #missing = new Set<string>();
  #logged = new Set<string>();
  #isBroken = false;
  #isFirst = true;

  constructor(server: ViteDevServer, options: AssetcOptions) {
    this.#server = server;
    this.#options = options;
    this.#session = new DevSession(server.config.root, options);
    const { base } = server.config;
    server.middlewares.use(
      serveOutput(base + FOLDER, async () => {
        const index = await this.#session.index();
        return { folder: this.#session.folder, has: (file) => index.has(file) };
      }),
    );
    server.ws.on('assetc:hello', (_data, client) => {
      const err = this.#session.overlay;
      if (err !== undefined) client.send({ type: 'error', err });
    });
  }

  start(): void {
    this.#session.start(
      {
        onBuild: (result, change) => this.#built(result, change),
        onTrouble: (diagnostics, error) => this.#troubled(diagnostics, error),
      },
      this.#server.config.server.watch !== null,
    );
  }

  stop(): Promise<void> {
    return this.#session.stop();
  }

  /** The code of a module; `fail` throws. */
  async load(name: string, fail: (message: string) => never): Promise<string> {
    const index = await this.#session.index();
    const { base, server } = this.#server.config;
    const url = (server.origin ?? '') + base + FOLDER;
    if (name === '') return devFilesModule(url, index.files, this.#options.emit === 'pack');
    const found = index.find(name);
    if ('file' in found) return devUrlModule(found.file, url);
    this.#missing.add(name);
    return fail(missingAsset(name, found, this.#session.errors));
  }

  #built(result: BuildResult, change: AssetcChange): void {
    this.#log(result);
    void this.#session.index().then((index) => {
      const types = typesFileOf(this.#server.config.root, this.#options.types);
      if (types !== undefined) writeTypes(types, index);
      const appeared = [...this.#missing].filter((name) => 'file' in index.find(name));
      this.#forget([...(appeared.length > 0 || change.removed.length > 0 ? [''] : []), ...appeared]);
      this.#showTrouble();
      if (!this.#isFirst) this.#send(change);
      this.#isFirst = false;
      if (appeared.length > 0) this.#server.ws.send({ type: 'full-reload' });
    });
  }

  #send(change: AssetcChange): void {
    if (change.changed.length === 0 && change.removed.length === 0) return;
    // The table of files is part of a module's code: it is generated again on the next request.
    this.#forget(['']);
    const event: AssetcEvent = { ...change, reload: this.#options.reload ?? true };
    this.#server.ws.send('assetc:changed', event);
  }

  #troubled(diagnostics: readonly Diagnostic[], error: Error | undefined): void {
    const { logger } = this.#server.config;
    for (const diagnostic of diagnostics) logger.error(`[assetc] ${formatDiagnostic(diagnostic)}`, { timestamp: true });
    if (error !== undefined) logger.error(`[assetc] ${error.stack ?? error.message}`, { timestamp: true, error });
    this.#showTrouble();
  }

  /** Shows errors over the pages, and closes them when they are fixed. */
  #showTrouble(): void {
    const err = this.#session.overlay;
    if (err !== undefined) this.#server.ws.send({ type: 'error', err });
    else if (this.#isBroken) this.#server.ws.send('assetc:fixed', {});
    this.#isBroken = err !== undefined;
  }

  /** Their code is generated again on the next request. */
  #forget(names: readonly string[]): void {
    for (const name of names) {
      this.#missing.delete(name);
      for (const { moduleGraph } of Object.values(this.#server.environments)) {
        const module = moduleGraph.getModuleById(moduleIdOf(name));
        if (module !== undefined) moduleGraph.invalidateModule(module);
      }
    }
  }

  /** Logs warnings that repeat with every build only once. */
  #log({ diagnostics, built, cached, failed, ms }: BuildResult): void {
    const { logger } = this.#server.config;
    const lines = new Set<string>();
    for (const diagnostic of diagnostics) {
      const line = `[assetc] ${formatDiagnostic(diagnostic)}`;
      lines.add(line);
      if (diagnostic.severity === 'error') logger.error(line, { timestamp: true });
      else if (!this.#logged.has(line))
        logger[diagnostic.severity === 'notice' ? 'info' : 'warn'](line, { timestamp: true });
    }
    this.#logged = lines;
    const counts = [`${built} compiled`, `${cached} kept`, ...(failed === 0 ? [] : [`${failed} failed`])];
    logger.info(`[assetc] ${counts.join(', ')} in ${ms} ms`, { timestamp: true });
  }
}
