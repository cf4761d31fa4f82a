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
  type ConvertFlags,
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
  assetc explain gltf/bad-json      read what a diagnostic's code means and what to do
  assetc docs textures              read a guide; without a topic, see which there are

Without a command, assetc builds; "assetc build --help" lists the flags of a build. Flags may stand before the command.
Exit status: 0 fine, 1 the assets or the output have problems, 2 wrong usage or configuration, 130 interrupted.`;

/**
 * `finish` receives the exit code of the command that ran. `convertTargets`: for the help of convert; they come from the
 * library, which other help does not load.
 */
export function createProgram(finish: (code: ExitCode) => void, convertTargets: readonly string[] = []): Command {
  const program = new Command('assetc')
    .description('Compiles source assets into files that an engine loads without parsing.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .usage('[command] [flags]')
    .showSuggestionAfterError()
    .addHelpText('after', EXAMPLES);
  const commandNames = () => program.commands.map((command) => command.name());

  addBuildFlags(program.command('build', { isDefault: true }), { dryRun: true })
    .argument('[path...]', 'only these sources: files or folders below the input')
    .version(packageJson.version, '--version', 'print the version')
    .summary('compile everything that has changed (the default)')
    .description(
      'Compiles everything under the input folder into the output folder. What has not changed is left alone; outputs ' +
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
      'Writes a commented assetc.yml into the working directory and creates the folder assets. Nothing that exists is overwritten.',
    )
    .action(async (flags: CommonFlags) => {
      const { runInit } = await import('./commands/init.js');
      finish(await runInit(flags));
    });

  addProjectFlags(program.command('info'))
    .argument('[path...]', 'output folders, packs or single files (default: the output folder)')
    .summary('statistics of compiled files, with totals')
    .description('Prints what is inside compiled files, and totals. Recompiles nothing.')
    .action(async (paths: readonly string[], flags: ProjectFlags) => {
      const { runInfo } = await import('./commands/info.js');
      finish(await runInfo(paths, flags));
    });

  addProjectFlags(program.command('check'))
    .argument('[path]', 'an output folder or a pack (default: the output folder)')
    .summary('verify an output folder or a pack; exit 1 on any problem')
    .description(
      'Verifies that every file is valid and that the files fit each other: manifest, textures of materials, materials ' +
        'of meshes, joints of animations, atlases of fonts. Exit 1 on any problem: a gate for CI.',
    )
    .action(async (path: string | undefined, flags: ProjectFlags) => {
      const { runCheck } = await import('./commands/check.js');
      finish(await runCheck(path, flags));
    });

  const pack = program
    .command('pack')
    .summary('look into a pack, or unpack it')
    .description('Looks into a pack, or unpacks it.');
  addProjectFlags(pack.command('info'))
    .argument('[file]', 'the pack (default: <output>.hpack)')
    .summary('layout, summary by kind, and entries')
    .description('Prints the layout of a pack, a summary by kind, and its entries sorted by path.')
    .action(async (file: string | undefined, flags: ProjectFlags) => {
      const { runPackInfo } = await import('./commands/pack-info.js');
      finish(await runPackInfo(file, flags));
    });
  addCommonFlags(pack.command('extract').requiredOption('-o, --output <dir>', 'folder to unpack into'))
    .argument('<file>', 'the pack')
    .argument('[glob]', 'only paths that match: * spans everything, ? is one character')
    .summary('unpack into a folder')
    .description('Unpacks into a folder, and never outside of it.')
    .action(async (file: string, glob: string | undefined, flags: CommonFlags & { readonly output: string }) => {
      const { runPackExtract } = await import('./commands/pack-extract.js');
      finish(await runPackExtract(file, glob, flags));
    });

  addProjectFlags(program.command('why'))
    .argument('<path>', 'a source or an output')
    .summary('settings, dependencies and cache state of one asset')
    .description(
      'Prints the settings of an asset with the rule that set each, what it reads and writes, and why it would or would ' +
        'not be rebuilt.',
    )
    .action(async (path: string, flags: ProjectFlags) => {
      const { runWhy } = await import('./commands/why.js');
      finish(await runWhy(path, flags));
    });

  addCommonFlags(
    program
      .command('convert')
      .requiredOption('--to <format>', convertTargets.join(', '))
      .option('-o, --output <path>', 'file to write, or a folder (default: beside the file)'),
  )
    .argument('<file>', 'a compiled mesh or texture')
    .summary("turn a compiled file into another runtime's format")
    .description(
      'Turns a mesh (.hmesh, .mesh, .gali) or a texture (.ktx2, .tx) into the format of another runtime, or an asset ' +
        'that has one into its text form and back. What is lost is said.',
    )
    .action(async (file: string, flags: ConvertFlags) => {
      const { runConvert } = await import('./commands/convert.js');
      finish(await runConvert(file, flags));
    });

  addProjectFlags(program.command('clean'))
    .summary('delete what earlier builds wrote')
    .description('Deletes exactly what earlier builds recorded writing. Files of your own stay.')
    .action(async (flags: ProjectFlags) => {
      const { runClean } = await import('./commands/clean.js');
      finish(await runClean(flags));
    });

  addCommonFlags(program.command('explain'))
    .argument('[code]', 'a code such as gltf/bad-json, or an area such as gltf (default: list all)')
    .summary('what the code of an error or warning means, and what to do')
    .description('Prints what the code of an error or warning means, and what to do about it.')
    .action(async (code: string | undefined, flags: CommonFlags) => {
      const { runExplain } = await import('./commands/explain.js');
      finish(await runExplain(code, flags));
    });

  addCommonFlags(program.command('docs'))
    .argument('[topic]', 'a guide or a format, such as textures or hmesh (default: list all)')
    .summary('read the guides and format pages')
    .description('Prints a guide or the page of a format, as it was when this version was made.')
    .action(async (topic: string | undefined, flags: CommonFlags) => {
      const { runDocs } = await import('./commands/docs.js');
      finish(await runDocs(topic, flags));
    });

  return program;
}
