// Runs programs in a folder, and npm with settings of its own: the user's registry, cache and tokens have no effect.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_OUTPUT_BYTES = 1 << 26;

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Rejects with all output if the program fails. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Output> {
  const options = {
    cwd,
    env: { ...env, NO_COLOR: '1' },
    maxBuffer: MAX_OUTPUT_BYTES,
    // npm and npx are batch files on Windows.
    shell: process.platform === 'win32',
  };
  return new Promise((done, fail) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) done({ stdout, stderr });
      else fail(new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr || error.message}`));
    });
  });
}

/** npm's environment for a registry: settings, cache and a token that means nothing are kept in `folder`. */
export function npmEnvironment(folder: string, registry: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  const userConfig = join(folder, 'npmrc');
  const authority = registry.slice('http:'.length);
  writeFileSync(
    userConfig,
    `registry=${registry}\n${authority}:_authToken=none\naudit=false\nfund=false\nupdate-notifier=false\n`,
  );
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  return {
    ...env,
    npm_config_userconfig: userConfig,
    npm_config_globalconfig: join(folder, 'global-npmrc'),
    npm_config_cache: join(folder, 'cache'),
  };
}
