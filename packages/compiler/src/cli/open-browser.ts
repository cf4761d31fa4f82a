// Shows an address in the user's browser. Where that cannot be done nothing is lost: the address is printed.

import { spawn } from 'node:child_process';

export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...args] = commandOf(url, platform);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** `start` is no program but a word of cmd; its first quoted argument is a title. */
export function commandOf(url: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  return platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
}
