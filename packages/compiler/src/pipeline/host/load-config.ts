// Loads the configuration from the disk, for this user and this machine.

import { homedir } from 'node:os';
import { userCacheFolder } from '../../config/cache-folder.js';
import type { ConfigOptions, LoadedConfig } from '../../config/config-request.js';
import { resolveConfig } from '../../config/resolve-config.js';
import { registry } from '../../registry.js';
import { diskHost } from './disk-host.js';
import { errorCode, type Host } from './host.js';

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
