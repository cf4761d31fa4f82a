// Opens an address in the user's browser. Failures are ignored, because the address is printed too.

import { spawn } from 'node:child_process';

export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...args] = browserCommand(url, platform);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** `start` is a builtin of cmd; its first quoted argument is a title. */
export function browserCommand(url: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  return platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
}
