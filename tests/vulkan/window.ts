// The renderer in a window, on a display in memory.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { environment, Running, runs } from './renderer.js';

export const windowMissing = [
  ...(existsSync('/usr/include/GLFW/glfw3.h') ? [] : ['libglfw3-dev']),
  ...(existsSync('/usr/bin/Xvfb') ? [] : ['xvfb']),
  ...(runs('xdotool', '--version') ? [] : ['xdotool']),
];

/** Opens the window and gives it each size. The renderer prints the sizes that it draws in. */
export async function resizeWindow(folder: string, sizes: readonly (readonly [number, number])[]): Promise<void> {
  const display = new Running('Xvfb', ['-displayfd', '1', '-screen', '0', '800x600x24'], environment);
  let program: Running | undefined;
  try {
    const env = { ...environment, DISPLAY: `:${(await display.until(/(\d+)\n/))[1]}` };
    program = new Running(join(folder, 'build/assetc-vulkan'), ['--size', '320x180'], env);
    await program.until(/window 320 x 180\n/);
    for (const [width, height] of sizes) {
      const args = ['search', '--name', '^assetc$', 'windowsize', `${width}`, `${height}`];
      expect(spawnSync('xdotool', args, { encoding: 'utf8', env }).stderr).toBe('');
      await program.until(new RegExp(`window ${width} x ${height}\n`));
    }
    expect(program.errors).toBe('');
  } finally {
    await program?.end();
    await display.end();
  }
}
