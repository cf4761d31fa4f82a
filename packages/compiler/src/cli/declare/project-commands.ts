// Declares the commands that write or delete an output: build, watch, init, clean.

import type { Command } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import type { BuildRequest } from '../noop-build.js';
import {
  addBuildFlags,
  addCommonFlags,
  addProjectFlags,
  addWatchFlags,
  type BuildFlags,
  type CommonFlags,
  type ProjectFlags,
  type WatchFlags,
} from '../options.js';
import type { Finish } from './finish.js';

export function declareBuild(program: Command, finish: Finish, request?: BuildRequest): void {
  addBuildFlags(program.command('build', { isDefault: true }), { dryRun: true })
    .argument('[path...]', 'only these sources: files or folders below the input')
    .version(packageJson.version, '--version', 'print the version')
    .summary('compile what has changed (the default command)')
    .description(
      'Compiles everything below the input folder into the output folder. Unchanged assets are skipped; outputs ' +
        'whose source no longer exists are removed. With paths, only those sources are compiled, and the manifest stays complete.',
    )
    .action(async (paths: readonly string[], flags: BuildFlags) => {
      const { runBuild } = await import('../commands/build.js');
      finish(
        await runBuild(
          paths,
          flags,
          program.commands.map((command) => command.name()),
          request,
        ),
      );
    });
}

export function declareWatch(program: Command, finish: Finish): void {
  addWatchFlags(program.command('watch'))
    .summary('build, then rebuild whenever a file is saved')
    .description(
      'Builds, then rebuilds what a saved file affects, until you press Ctrl-C. The output is always consistent. With --ui, a page shows ' +
        'changes as they happen, and engines can listen to the same events (see "assetc docs live").',
    )
    .action(async (flags: WatchFlags) => {
      const { runWatch } = await import('../commands/watch.js');
      finish(await runWatch(flags));
    });
}

export function declareInit(program: Command, finish: Finish): void {
  addCommonFlags(program.command('init'))
    .summary('write a commented assetc.yml and create the input folder')
    .description(
      'Writes a commented assetc.yml into the current folder and creates the folder assets. Existing files are not changed.',
    )
    .action(async (flags: CommonFlags) => {
      const { runInit } = await import('../commands/init.js');
      finish(await runInit(flags));
    });
}

export function declareClean(program: Command, finish: Finish): void {
  addProjectFlags(program.command('clean'))
    .summary('delete what earlier builds wrote')
    .description('Deletes exactly the files that earlier builds wrote. Your own files are kept.')
    .action(async (flags: ProjectFlags) => {
      const { runClean } = await import('../commands/clean.js');
      finish(await runClean(flags));
    });
}
