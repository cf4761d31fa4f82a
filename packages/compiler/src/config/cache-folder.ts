// The default folder of the content store: the user's cache folder.

import { posix, win32 } from 'node:path';

interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `XDG_CACHE_HOME` if it is set and absolute (its specification ignores relative paths), else the platform's default. */
export function userCacheFolder({ platform, home, env }: Machine): string {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const xdg = env.XDG_CACHE_HOME;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'assetc');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'assetc', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'assetc');
  return join(home, '.cache', 'assetc');
}
