// An installed Blender: `ASSETC_BLENDER`, or `blender` on the path.

import { spawnSync } from 'node:child_process';

const command = process.env.ASSETC_BLENDER ?? 'blender';

export const hasBlender = spawnSync(command, ['--version']).status === 0;

/** Where numpy is, which Blender's glTF exporter needs and some distributions lack. */
export function numpyFolder(): readonly string[] {
  const code = 'import numpy, os; print(os.path.dirname(os.path.dirname(numpy.__file__)))';
  const { status, stdout } = spawnSync('python3', ['-c', code], { encoding: 'utf8' });
  return status === 0 ? [stdout.trim()] : [];
}

/** Runs a script of this folder. */
export function runBlender(script: string, options: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(
    command,
    ['--background', '--factory-startup', '--python-exit-code', '3', '--python', script, '--', ...options],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Blender ended with ${status}:\n${stdout}\n${stderr}`);
}
