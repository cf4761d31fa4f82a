// The commands and their flags. What a command does is imported only when it runs.

import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { ExitCode } from './exit-code.js';
import {
  addBuildFlags,
  addCommonFlags,
  addProjectFlags,
  type BuildFlags,
  type CommonFlags,
  type ProjectFlags,
} from './options.js';

const EXAMPLES = `
Examples:
  assetc init                       set up a project here
  assetc                            compile what has changed
  assetc --preset mobile --pack     compile for a preset and pack the result into one file
  assetc watch                      compile whenever a file is saved
  assetc why models/chair.glb       see its settings, and whether it would be rebuilt
  assetc check                      verify the output, for instance in CI

Without a command, assetc builds; "assetc build --help" lists the flags of a build.
Exit status: 0 fine, 1 the assets or the output have problems, 2 wrong usage or configuration, 130 interrupted.`;

/** `finish` receives the exit code of the command that ran. */
export function createProgram(finish: (code: ExitCode) => void): Command {
  const program = new Command('assetc')
    .description('Compiles source assets into files that an engine loads without parsing.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help; "assetc help <command>" for one command')
    .usage('[command] [flags]')
    .showSuggestionAfterError()
    .addHelpText('after', EXAMPLES);
  const commandNames = () => program.commands.map((command) => command.name());

  addBuildFlags(program.command('build', { isDefault: true }), { dryRun: true })
    .argument('[path...]', 'only these sources: files or folders below the input')
    .summary('compile everything that has changed (the default)')
    .description(
      'Compiles everything under the input folder into the output folder. What has not changed is left alone; outputs\n' +
        'whose source is gone are removed. With paths, only those sources are compiled and the manifest stays complete.',
    )
    .action(async (paths: readonly string[], flags: BuildFlags) => {
      const { runBuild } = await import('./commands/build.js');
      finish(await runBuild(paths, flags, commandNames()));
    });

  addBuildFlags(program.command('watch'), { dryRun: false })
    .summary('build, then rebuild whenever a file is saved')
    .description('Builds, then rebuilds what a saved file affects. Ctrl-C ends it and leaves a consistent output.')
    .action(async (flags: BuildFlags) => {
      const { runWatch } = await import('./commands/watch.js');
      finish(await runWatch(flags));
    });

  addCommonFlags(program.command('init'))
    .summary('write a commented assetc.yml and create the input folder')
    .description(
      'Writes a commented assetc.yml into the working directory and creates the folder assets.\nNothing that exists is overwritten.',
    )
    .action(async (flags: CommonFlags) => {
      const { runInit } = await import('./commands/init.js');
      finish(await runInit(flags));
    });

  addProjectFlags(program.command('why'))
    .argument('<path>', 'a source or an output')
    .summary('settings, dependencies and cache state of one asset')
    .description(
      'Prints the settings of an asset with the rule that set each, what it reads and writes, and why it would or would\n' +
        'not be rebuilt.',
    )
    .action(async (path: string, flags: ProjectFlags) => {
      const { runWhy } = await import('./commands/why.js');
      finish(await runWhy(path, flags));
    });

  addProjectFlags(program.command('clean'))
    .summary('delete what earlier builds wrote')
    .description('Deletes exactly what earlier builds recorded writing. Files of your own stay.')
    .action(async (flags: ProjectFlags) => {
      const { runClean } = await import('./commands/clean.js');
      finish(await runClean(flags));
    });

  return program;
}
