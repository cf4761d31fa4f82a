// Where the content store lies when the configuration does not say: the user's cache folder.

import { posix, win32 } from 'node:path';

interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `XDG_CACHE_HOME` where it is set and absolute (a relative one is to be ignored), else the platform's own place. */
export function userCacheFolder({ platform, home, env }: Machine): string {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const xdg = env.XDG_CACHE_HOME;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'assetc');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'assetc', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'assetc');
  return join(home, '.cache', 'assetc');
}
