// The shared cache during a build: opened for the first asset that is made, closed when all outputs are written. Nothing is loaded if no
// cache is configured, or nothing has to be made.

import type { Config } from '../../config/config.js';
import type { ContentStore } from '../cache/content-store.js';
import { type BuildLog, LAST } from '../report/build-log.js';
import type { RemotePort } from './open-session.js';
import type { RemoteSession } from './session.js';

interface Use {
  readonly cache: Config['cache'];
  readonly port: RemotePort | undefined;
  readonly store: ContentStore | undefined;
  /** Memory for the jobs of the build. */
  readonly memoryBytes: number;
  readonly log: BuildLog;
}

export class SharedCache {
  readonly #use: Use;
  #session: RemoteSession | undefined;

  constructor(use: Use) {
    this.#use = use;
  }

  /** Without a store (`--no-cache`) a build uses no cache at all. */
  async open(): Promise<RemoteSession | undefined> {
    const { cache, port, store, memoryBytes, log } = this.#use;
    if (port === undefined || store === undefined || !(port.env.ASSETC_CACHE_URL || cache.remote)) return undefined;
    const { openSession } = await import('./open-session.js');
    const { session, problems } = await openSession(cache, port, {
      store,
      memoryBytes,
      onRefused: (problem) => log.report(LAST, [problem]),
    });
    log.report(LAST, problems);
    this.#session = session;
    return session;
  }

  /** Waits until everything is sent, unless the build is stopped meanwhile, and reports the result. */
  async end(signal: AbortSignal): Promise<void> {
    const { port, log } = this.#use;
    const session = this.#session;
    if (session === undefined || port === undefined) return;
    const { endSession } = await import('./open-session.js');
    const startMs = performance.now();
    const stop = () => session.close();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const { sent, problems } = await endSession(session, port).finally(() => signal.removeEventListener('abort', stop));
    const waitedMs = Math.round(performance.now() - startMs);
    const { name: server, taken } = session;
    const { results, bytes, unsent } = sent;
    log.emit({ type: 'shared-cache', server, taken, sent: results, sentBytes: bytes, unsent, waitedMs });
    log.report(LAST, problems);
    this.#session = undefined;
  }

  /** Stops immediately. */
  close(): void {
    this.#session?.close();
    this.#session = undefined;
  }
}
