// Writes the hashes of texture outputs anew (tests/texture/goldens/textures.json), where a change of bytes is meant.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['vitest', 'run', 'tests/texture/goldens.test.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ASSETC_PIN: '1' },
});
process.exit(status ?? 1);
