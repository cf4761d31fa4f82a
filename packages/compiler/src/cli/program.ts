// The commands and their flags. The code of a command is imported only when it runs.

import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { declareWorker } from './declare/farm-commands.js';
import type { Finish } from './declare/finish.js';
import { declareCheck, declareConvert, declareInfo, declareUi, declareWhy } from './declare/output-commands.js';
import { declarePack } from './declare/pack-commands.js';
import { declareBuild, declareClean, declareInit, declareWatch } from './declare/project-commands.js';
import { declareDocs, declareExplain, declareSchema } from './declare/reading-commands.js';
import type { BuildRequest } from './noop-build.js';

const EXAMPLES = `
Examples:
  assetc init                       set up a project here
  assetc                            compile what has changed
  assetc --preset mobile --pack     compile for a preset and pack the result into one file
  assetc watch                      compile whenever a file is saved
  assetc ui --open                  inspect the output in your browser
  assetc why models/chair.glb       see its settings, and whether it would be rebuilt
  assetc check                      verify the output, for example in CI
  assetc explain gltf/bad-json      explain the code of an error or warning
  assetc docs textures              read a guide ("assetc docs" lists them)

Without a command, assetc builds. "assetc build --help" lists the flags of a build. Flags may come before the command.
Exit status: 0 success, 1 problems with assets or output, 2 wrong usage or configuration, 130 interrupted.`;

/**
 * `finish` receives the exit code of the command that ran. `convertTargets` are for the help of convert; they come from the
 * library, which other help does not load.
 */
export function createProgram(finish: Finish, convertTargets: readonly string[] = [], request?: BuildRequest): Command {
  const program = new Command('assetc')
    .description('Compiles source assets into files that an engine loads without parsing.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .usage('[command] [flags]')
    .showSuggestionAfterError()
    .addHelpText('after', EXAMPLES);
  // In the order of the help.
  declareBuild(program, finish, request);
  declareWatch(program, finish);
  declareWorker(program, finish);
  declareInit(program, finish);
  declareInfo(program, finish);
  declareUi(program, finish);
  declareCheck(program, finish);
  declarePack(program, finish);
  declareWhy(program, finish);
  declareConvert(program, finish, convertTargets);
  declareClean(program, finish);
  declareExplain(program, finish);
  declareDocs(program, finish);
  declareSchema(program, finish);
  return program;
}
