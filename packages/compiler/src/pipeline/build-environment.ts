// What a build runs on: the disk, the registry, the threads, the network.

import { fileURLToPath } from 'node:url';
import type { Registry } from '../model/kind/registry.js';
import { registry } from '../registry.js';
import type { PackSource } from './finish/base-pack.js';
import type { Validate, ValidateMade } from './finish/verify.js';
import { diskHost } from './host/disk-host.js';
import type { Host } from './host/host.js';
import type { Network } from './remote/network.js';
import type { RemotePort } from './remote/open-session.js';
import { Executors } from './workers/executors.js';

export interface BuildEnvironment {
  readonly host: Host;
  readonly registry: Registry;
  readonly executors: Executors;
  /** How a shared cache is reached. If absent, none is used. */
  readonly remote?: RemotePort;
  /** For --verify: returns what is wrong with the bytes of an output. */
  readonly validate: Validate;
  /** For outputs that other machines made. */
  readonly validateMade: ValidateMade;
  /** For --base. */
  readonly packSource: PackSource;
}

/** Next to the entry point in dist, or one folder above its chunks. Undefined when run from source: jobs then run on this thread. */
export function workerFile(): string | undefined {
  return ['./worker.js', '../worker.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => diskHost.stat(path)?.type === 'file');
}

async function openNetwork(): Promise<Network> {
  const { NodeNetwork } = await import('./remote/node-network.js');
  return new NodeNetwork();
}

/** The real disk with every registered kind. */
export function diskEnvironment(
  validators: Pick<BuildEnvironment, 'validate' | 'validateMade' | 'packSource'>,
  host: Host = diskHost,
): BuildEnvironment {
  const executors = new Executors(diskHost, registry, workerFile());
  return { host, registry, executors, remote: { env: process.env, openNetwork }, ...validators };
}
