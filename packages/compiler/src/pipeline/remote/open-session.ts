// Opens a build's session with the shared cache that its configuration or the environment names. Loaded with the first asset that is made.

import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Network } from './network.js';
import { isContinuousIntegration, openServer } from './open-server.js';
import { RemoteClient } from './remote-cache.js';
import { RemoteSession, type SessionOptions } from './session.js';

/** The environment of a build besides its disk. */
export interface RemotePort {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly openNetwork: () => Promise<Network>;
}

/** How long the builds of one process do not use a server that was given up. */
const REST_MS = 60_000;

const restingUntil = new WeakMap<RemotePort, number>();

/** In continuous integration nobody is waiting, and the next machine needs the results. */
const LAST_UPLOADS_MS = 10_000;

interface OpenedSession {
  readonly session: RemoteSession | undefined;
  readonly problems: readonly Diagnostic[];
}

export async function openSession(
  { remote, push = 'ci' }: Config['cache'],
  port: RemotePort,
  options: Pick<SessionOptions, 'store' | 'memoryBytes' | 'onRefused'>,
): Promise<OpenedSession> {
  const { env } = port;
  const server = openServer(remote, env);
  if (typeof server === 'string')
    return { session: undefined, problems: [{ code: 'cache/bad-address', severity: 'notice', message: server }] };
  if (server === undefined || (restingUntil.get(port) ?? 0) > performance.now())
    return { session: undefined, problems: [] };
  const client = new RemoteClient(server, await port.openNetwork());
  const pushes = push === 'ci' ? isContinuousIntegration(env) : push;
  return { session: new RemoteSession({ client, pushes, ...options }), problems: [] };
}

/** Waits until everything is sent, and returns counts and problems. */
export async function endSession(session: RemoteSession, port: RemotePort) {
  const sent = await session.end(isContinuousIntegration(port.env) ? undefined : LAST_UPLOADS_MS);
  if (session.isBroken) restingUntil.set(port, performance.now() + REST_MS);
  return { sent, problems: session.problems(sent) };
}
