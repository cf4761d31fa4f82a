// Loads the configuration from the disk, for this user and this machine.

import { homedir } from 'node:os';
import { userCacheFolder } from '../../config/cache-folder.js';
import type { LoadedConfig } from '../../config/config-request.js';
import { resolveConfig } from '../../config/resolve-config.js';
import { registry } from '../../registry.js';
import { diskHost } from './disk-host.js';
import { errorCode, type Host } from './host.js';

/** Where `loadConfig` searches, and what overrides the file. */
export interface ConfigOptions {
  /** Where the search for assetc.yml starts; relative paths start here too. Default: the working directory of the process. */
  readonly cwd?: string | undefined;
  /** This file instead of the nearest assetc.yml. */
  readonly file?: string | undefined;
  readonly preset?: string | undefined;
  /** Overrides the file. */
  readonly input?: string | undefined;
  /** Overrides the file and the preset. */
  readonly output?: string | undefined;
  /** Write a pack. `recorded` in the file keeps its meaning. */
  readonly pack?: boolean | undefined;
  /** Overrides the file: only what differs from this pack is packed. */
  readonly base?: string | undefined;
  /** Encode all textures with `quality: draft`. Overrides the file, its rules and the preset. */
  readonly draft?: boolean | undefined;
  /**
   * What to do with the modules under `plugins:`, which are code. `load` (default) runs them, `skip` does not (to find out where things
   * are), `refuse` builds without them.
   */
  readonly plugins?: 'load' | 'skip' | 'refuse' | undefined;
}

/** Never throws for mistakes in the file: `config` is undefined then, and the diagnostics give the reasons. */
export async function loadConfig(options: ConfigOptions = {}, host: Host = diskHost): Promise<LoadedConfig> {
  const cacheDir = userCacheFolder({ platform: process.platform, home: homedir(), env: process.env });
  const request = { ...options, cwd: options.cwd ?? process.cwd(), cacheDir, plugins: options.plugins ?? 'load' };
  const read = async (path: string) => (isFile(host, path) ? host.readFile(path) : undefined);
  return await resolveConfig(request, read, registry.groups, async (named, file, folder) => {
    // The host does not see how modules are resolved.
    host.markUncacheable?.();
    const { loadPlugins } = await import('../../plugins/load-plugins.js');
    return loadPlugins(
      registry,
      named.map((each) => ({ ...each, file })),
      folder,
      (path) => host.readFile(path),
    );
  });
}

/** A parent folder that cannot be read counts as having no configuration. */
function isFile(host: Host, path: string): boolean {
  try {
    return host.stat(path)?.type === 'file';
  } catch (error) {
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM') return false;
    throw error;
  }
}
