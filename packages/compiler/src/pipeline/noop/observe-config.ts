import { dirname, join } from 'node:path';
import { CONFIG_NAME } from '../../config/config-name.js';
import type { Host } from '../host/host.js';

/** Observes what a search for the configuration observes, without reading it. */
export function observeConfig(host: Host, cwd: string): void {
  for (let folder = cwd; ; folder = dirname(folder))
    if (host.stat(join(folder, CONFIG_NAME))?.type === 'file' || dirname(folder) === folder) return;
}
