// The command line as users start it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** `tree`: another checkout, to compare with. */
export function builtCli(tree = '.'): string {
  if (!existsSync(resolve(tree, 'packages/compiler/dist/cli.js')))
    throw new Error(`build the command line first: npm run build${tree === '.' ? '' : `, in ${tree}`}`);
  return resolve(tree, 'packages/compiler/bin/assetc.js');
}
