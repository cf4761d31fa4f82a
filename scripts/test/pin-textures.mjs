// `npm run pin:textures`: renews the hashes of texture outputs (tests/texture/goldens/textures.json) after an intended change of bytes.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['vitest', 'run', 'tests/texture/goldens.test.ts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ASSETC_PIN: '1' },
});
process.exit(status ?? 1);
