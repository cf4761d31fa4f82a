// The configuration from the real disk, for this user and this machine.

import { homedir } from 'node:os';
import { userCacheFolder } from '../../config/cache-folder.js';
import { type LoadedConfig, resolveConfig } from '../../config/resolve-config.js';
import { registry } from '../../registry.js';
import { diskHost } from './disk-host.js';
import { errorCode, type Host } from './host.js';

/** Where `loadConfig` looks, and what overrides the file. */
export interface ConfigOptions {
  /** Where the search for assetc.yml begins, and what the paths below are relative to. The process's own by default. */
  readonly cwd?: string | undefined;
  /** This file instead of the nearest assetc.yml. */
  readonly file?: string | undefined;
  readonly preset?: string | undefined;
  /** Over the file's and the preset's. */
  readonly output?: string | undefined;
  /** True unless the file says `recorded`. */
  readonly pack?: boolean | undefined;
  /**
   * What becomes of the modules under `plugins:`. They are code: `load` runs it, `skip` leaves them alone for whoever only wants to know
   * where things are, `refuse` has a build go on without them. By default they are loaded.
   */
  readonly plugins?: 'load' | 'skip' | 'refuse' | undefined;
}

/** Never throws for what the user wrote: `config` is undefined then, and the diagnostics say why. */
export async function loadConfig(options: ConfigOptions = {}, host: Host = diskHost): Promise<LoadedConfig> {
  const cacheDir = userCacheFolder({ platform: process.platform, home: homedir(), env: process.env });
  const request = { ...options, cwd: options.cwd ?? process.cwd(), cacheDir, plugins: options.plugins ?? 'load' };
  const read = async (path: string) => (isFile(host, path) ? host.readFile(path) : undefined);
  return await resolveConfig(request, read, registry.groups, async (named, file, folder) => {
    // What is resolved and looked for in vain is not seen by the host.
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

/** A folder above that nobody may look into holds no configuration for us. */
function isFile(host: Host, path: string): boolean {
  try {
    return host.stat(path)?.type === 'file';
  } catch (error) {
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM') return false;
    throw error;
  }
}
