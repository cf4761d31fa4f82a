// Tries packed packages in empty folders, offline: third-party packages come from this repository's node_modules.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalRegistry, startLocalRegistry } from './local-registry.js';
import type { PackedPackage } from './pack.js';
import { publishAll } from './publish-all.js';
import { npmEnvironment } from './run-npm.js';
import { type Trial, tryEveryPackage, tryForEngines } from './try-packages.js';

type Log = (line: string) => void;

export interface Rehearsal {
  readonly registry: LocalRegistry;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs `use` with a registry of its own and a temporary folder, and removes both. */
export async function withLocalRegistry<T>(root: string, use: (rehearsal: Rehearsal) => Promise<T>): Promise<T> {
  const registry = await startLocalRegistry(root);
  const folder = mkdtempSync(join(tmpdir(), 'assetc-release-'));
  try {
    return await use({ registry, folder, env: npmEnvironment(join(folder, 'npm'), registry.url) });
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryBoth(trial: Trial, log: Log): Promise<void> {
  await Promise.all([
    tryForEngines(trial).then((installed) => log(`a C++ game's build works with ${installed.length} packages`)),
    tryEveryPackage(trial).then((specifiers) =>
      log(`${specifiers.length} entry points import, their types resolve, and Vite builds with the plug-in`),
    ),
  ]);
}

/** Installs from the tarballs only. */
export const tryTarballs = (root: string, packages: readonly PackedPackage[], log: Log): Promise<void> =>
  withLocalRegistry(root, ({ folder, env }) => {
    const tarballs = new Map(packages.map(({ manifest, tarball }) => [manifest.name, tarball]));
    const specOf: Trial['specOf'] = ({ manifest: { name } }) => tarballs.get(name) ?? name;
    return tryBoth({ root, folder, env, packages, specOf }, log);
  });

/** Publishes the tarballs in order to a registry that has none of our packages, and installs from there by name. */
export const rehearsePublishing = (root: string, packages: readonly PackedPackage[], log: Log): Promise<void> =>
  withLocalRegistry(root, async ({ folder, env }) => {
    await publishAll(packages, { folder, env, hasProvenance: false, log });
    const specOf: Trial['specOf'] = ({ manifest: { name, version } }) => `${name}@${version}`;
    await tryBoth({ root, folder, env, packages, specOf }, log);
  });
